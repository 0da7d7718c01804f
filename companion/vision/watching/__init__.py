"""The parts of the watch over a mission in play: where the cards lie, what moved, what lies on a card, whose hand."""
