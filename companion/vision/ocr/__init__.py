"""Text recognition engines behind one interface."""
