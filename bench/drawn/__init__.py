"""Boards drawn for measuring: two sets that share no typeface, no card art and no table top."""
