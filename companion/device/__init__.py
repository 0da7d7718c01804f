"""The serial-connected screens: pictures, link, discovery."""
