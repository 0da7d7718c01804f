"""The session at the table: ports, scan data, screen views. Pure: no window, no picture, no port, no clock."""
