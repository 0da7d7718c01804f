"""What several pages are made of: texts that fit, shapes, buttons, the board, tokens, letter keys."""
