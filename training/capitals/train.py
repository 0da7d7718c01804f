"""Trains the net on all shards: python train.py MINUTES [net.pt to begin with]. Saves net.pt every few minutes."""

from __future__ import annotations

import pickle
import random
import sys
import time
from pathlib import Path

import numpy as np
import torch
from net import Net
from words import INDEX, LANGUAGES_USED, SIGNS, Sample, allowed

from companion.vision.ocr.capitals import HEIGHT_PX, LIGHTEST, STEPS

PEAK, FLOOR, WARM_STEPS, BATCH, SAVE_S, FEWEST = 2.5e-3, 0.01, 200, 48, 240, 4000
NEVER = -30.0


def disturbed(strip: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A strip a little lighter or darker, up or down, noisier, and cut elsewhere."""
    dark = (LIGHTEST - strip.astype(np.float32) / STEPS) * rng.uniform(0.85, 1.15) + rng.uniform(-0.04, 0.04)
    dark = np.roll(dark, rng.integers(-1, 2), 0)
    if rng.random() < 0.3:
        dark = dark + rng.normal(0, rng.uniform(0, 0.06), dark.shape).astype(np.float32)
    return dark[:, rng.integers(0, 8) :] if dark.shape[1] > 60 else dark


def batch(
    pool: list[Sample], rng: np.random.Generator
) -> tuple[torch.Tensor, list[torch.Tensor], list[str], torch.Tensor]:
    """Strips of about one width, their signs, languages and numbers of steps."""
    some = sorted(random.sample(pool, BATCH * 8), key=lambda one: one[0].shape[1])
    start = random.randrange(8) * BATCH
    some = some[start : start + BATCH]
    strips = [disturbed(one[0], rng) for one in some]
    width = max(strip.shape[1] for strip in strips)
    stack = np.zeros((BATCH, 1, HEIGHT_PX, width + width % 2), np.float32)
    for row, strip in zip(stack, strips, strict=True):
        row[0, :, : strip.shape[1]] = strip
    signs = [torch.tensor([INDEX[sign] for sign in text], dtype=torch.long) for _, text, _ in some]
    steps = torch.tensor([(strip.shape[1] + 1) // 2 for strip in strips])
    return torch.from_numpy(stack), signs, [language for _, _, language in some], steps


def main() -> None:
    """Train for so many minutes."""
    torch.set_num_threads(1)
    torch.manual_seed(0)
    rng, end_s, net = np.random.default_rng(0), float(sys.argv[1]) * 60, Net(len(SIGNS))
    if len(sys.argv) > 2:
        net.load_state_dict(torch.load(sys.argv[2]))
    masks = {code: torch.from_numpy(np.where(allowed(code), 0.0, NEVER).astype(np.float32)) for code in LANGUAGES_USED}
    teacher = torch.optim.AdamW(net.parameters(), lr=PEAK, weight_decay=1e-2)
    loss_of = torch.nn.CTCLoss(blank=0, zero_infinity=True)
    pool: list[Sample] = []
    read: set[Path] = set()
    started = saved = time.monotonic()
    step, usual = 0, 0.0
    net.train()
    while (gone := time.monotonic() - started) < end_s:
        if step % 50 == 0 or len(pool) < FEWEST:
            for shard in sorted(set(Path("shards").glob("*.pkl")) - read):
                read.add(shard)
                pool.extend(pickle.loads(shard.read_bytes()))
            if len(pool) < FEWEST:
                time.sleep(5)
                continue
        for group in teacher.param_groups:
            group["lr"] = PEAK * min(1, (step + 1) / WARM_STEPS) * ((1 + np.cos(np.pi * gone / end_s)) / 2 + FLOOR)
        strips, signs, languages, steps = batch(pool, rng)
        scores = net(strips) + torch.stack([masks[code] for code in languages])[:, :, None]
        shares = scores.log_softmax(1).permute(2, 0, 1)
        loss = loss_of(shares, torch.cat(signs), steps, torch.tensor([len(one) for one in signs]))
        teacher.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 2.0)
        teacher.step()
        step, usual = step + 1, 0.98 * usual + 0.02 * loss.item()
        if time.monotonic() - saved > SAVE_S:
            saved = time.monotonic()
            print(f"{gone / 60:.1f} min, step {step}, {len(pool)} strips, loss {usual:.3f}", flush=True)
            torch.save(net.state_dict(), "net.pt")
    torch.save(net.state_dict(), "net.pt")
    print(f"step {step}, loss {usual:.3f}")


if __name__ == "__main__":
    main()
