"""The Kivy app that both players see."""
