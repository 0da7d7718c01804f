"""The net: from strips of shape (n, 1, 32, width) to scores of shape (n, signs, steps), a step for two columns."""

from __future__ import annotations

import torch
from torch import nn

CHANNELS = (24, 40, 64, 96, 144)
BLOCKS, REACH = 4, 7


def _layer(before: int, after: int, kernel: object, stride: object, padding: object) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(before, after, kernel, stride, padding, bias=False), nn.BatchNorm2d(after), nn.ReLU()
    )


def _block(wide: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(wide, wide, (1, REACH), 1, (0, REACH // 2), groups=wide, bias=False),
        nn.BatchNorm2d(wide),
        nn.ReLU(),
        nn.Conv2d(wide, wide, 1, bias=False),
        nn.BatchNorm2d(wide),
    )


class Net(nn.Module):
    """See the module."""

    def __init__(self, signs: int) -> None:
        """Start with weights by lot. ``signs``: how many, the sign for none included."""
        super().__init__()
        one, two, three, four, five = CHANNELS
        self.front = nn.Sequential(
            _layer(1, one, 5, (2, 1), 2),
            _layer(one, two, 3, (2, 2), 1),
            _layer(two, three, 3, (2, 1), 1),
            _layer(three, four, 3, 1, 1),
            _layer(four, five, (4, 1), 1, 0),
        )
        self.time = nn.ModuleList([_block(five) for _ in range(BLOCKS)])
        self.drop = nn.Dropout(0.05)
        self.head = nn.Conv2d(five, signs, 1)

    def forward(self, strips: torch.Tensor) -> torch.Tensor:
        """The scores."""
        seen = self.front(strips)
        for block in self.time:
            seen = torch.relu(seen + block(seen))
        return self.head(self.drop(seen))[:, :, 0, :]
