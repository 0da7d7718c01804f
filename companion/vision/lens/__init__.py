"""Calibration of the camera that stays: the printed sheet, what its pictures say of the lens, and the use of that."""
