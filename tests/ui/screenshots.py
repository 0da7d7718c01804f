"""Pictures of every page: ``python -m tests.ui.screenshots FOLDER [SCENE...]``."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from tests.ui.folders import passing_folder

SIZES = {"800x480": (800, 480), "1280x720": (1280, 720), "720x1280": (720, 1280)}


def main(folder: Path, names: list[str], sizes: dict, density: float | None) -> None:
    from tests.ui import scenes_duet, scenes_follow, scenes_keys, scenes_looks  # noqa: F401  (their scenes join the others)
    from tests.ui.pilot import Pilot
    from tests.ui.scenes import SCENES, Stage
    from tests.ui.scenes_classic import CLASSIC_SCENES, ClassicStage

    pilot = Pilot()
    for size_name, size in sizes.items():
        for name, build in {**SCENES, **CLASSIC_SCENES}.items():
            if names and name not in names:
                continue
            stage = (ClassicStage if name in CLASSIC_SCENES else Stage)(pilot, size, density)
            build(stage)
            pilot.pump(3)
            target = folder / size_name
            target.mkdir(parents=True, exist_ok=True)
            pilot.screenshot(target / f"{name}.png")
            stage.end()
    pilot.end()


if __name__ == "__main__":
    os.environ.setdefault("COMPANION_HOME", str(passing_folder("companion-home-")))
    wanted = [word for word in sys.argv[2:] if not word.startswith("--")]
    flags = dict(word[2:].split("=") for word in sys.argv[2:] if word.startswith("--"))
    chosen = {k: v for k, v in SIZES.items() if flags.get("size", k) == k}
    main(Path(sys.argv[1]), wanted, chosen, float(flags["density"]) if "density" in flags else None)
