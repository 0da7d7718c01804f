"""A virtual table, virtual screens and simulated players, where hardware and people would be."""
