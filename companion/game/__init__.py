"""The rules of the game: values and functions, standard library only."""
