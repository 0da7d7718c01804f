"""From pictures of the table to readings of the board."""
