"""A wider and longer net that says nearly what a trained one says, to go on with: python widen.py old.pt wider.pt.

Channels are doubled by lot and what they feed is shared out between the doubles, new blocks pass on what they get.
After T. Chen, I. Goodfellow, J. Shlens, "Net2Net: Accelerating Learning via Knowledge Transfer", ICLR 2016.
"""

from __future__ import annotations

import sys

import numpy as np
import torch
from net import BLOCKS, CHANNELS, Net
from words import SIGNS

Weights = dict[str, torch.Tensor]
NOISE, NEARLY_NOTHING = 0.05, 0.02
"""So much, of their spread, weights differ at the start; else doubles would learn the same."""
NORM = ("weight", "bias", "running_mean", "running_var")


def doubled(before: int, after: int, rng: np.random.Generator) -> tuple[torch.Tensor, torch.Tensor]:
    """Which old channel each new one is, and how many are the same as it."""
    which = np.concatenate([np.arange(before), rng.choice(before, after - before, replace=after > 2 * before)])
    return torch.from_numpy(which), torch.from_numpy(np.bincount(which)[which]).float()


def noisy(weights: torch.Tensor) -> torch.Tensor:
    """Weights that differ a little."""
    return weights + torch.randn_like(weights) * weights.std() * NOISE


def widened(old: Weights) -> Weights:
    """Weights of the net of `net.py` from those of a narrower or shorter one."""
    rng, new = np.random.default_rng(0), Net(len(SIGNS)).state_dict()
    which, shares = torch.tensor([0]), torch.tensor([1.0])
    for layer, wide in enumerate(CHANNELS):
        weights = old[f"front.{layer}.0.weight"]
        here, next_shares = doubled(len(weights), wide, rng)
        new[f"front.{layer}.0.weight"] = noisy(weights[here][:, which] / shares[None, :, None, None])
        new |= {f"front.{layer}.1.{name}": old[f"front.{layer}.1.{name}"][here] for name in NORM}
        which, shares = here, next_shares
    blocks = len({name.split(".")[1] for name in old if name.startswith("time.")})
    at = np.linspace(0, BLOCKS - 1, blocks).round().astype(int)
    for block, there in enumerate(at):
        new[f"time.{there}.0.weight"] = noisy(old[f"time.{block}.0.weight"][which])
        mixed = old[f"time.{block}.3.weight"][which][:, which]
        new[f"time.{there}.3.weight"] = noisy(mixed / shares[None, :, None, None])
        for norm in (1, 4):
            new |= {f"time.{there}.{norm}.{name}": old[f"time.{block}.{norm}.{name}"][which] for name in NORM}
    for block in set(range(BLOCKS)) - set(at.tolist()):
        new[f"time.{block}.4.weight"].fill_(NEARLY_NOTHING)
    new["head.weight"], new["head.bias"] = old["head.weight"][:, which] / shares[None, :, None, None], old["head.bias"]
    return new


def main() -> None:
    """Read the old weights, write the new ones."""
    torch.manual_seed(0)
    torch.save(widened(torch.load(sys.argv[1])), sys.argv[2])


if __name__ == "__main__":
    main()
