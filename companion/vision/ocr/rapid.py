"""The second engine: the recogniser that RapidOCR brings along, run on our strips by ONNX Runtime.

Two things are used: the model inside the package ``rapidocr``, and the package ``onnxruntime``. RapidOCR's own code is
never imported: it would want another build of OpenCV, over ours, and a dozen further packages.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.ocr.engine import NOTHING, EngineMissing, Line, Strip

NAME = "rapidocr"
INSTALL = "install it with: scripts/second-engine"
HEIGHT_PX = 48
"""The model looks at lines of this height."""
NARROWEST_PX, WIDEST_PX = 32, 1600
LETTERS = {
    "eng": "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "deu": "ÄÖÜ",
    "fra": "ÀÂÇÉÈÊËÎÏÔŒÙÛÜ",
    "spa": "ÁÉÍÑÓÚÜ",
    "ita": "ÀÈÉÌÒÙ",
    "por": "ÃÕÇÁÂÀÉÊÍÓÔÚ",
    "nld": "ËÏÉ",
    "swe": "ÅÄÖ",
    "fin": "ÅÄÖŠŽ",
    "dan": "ÆØÅ",
    "nor": "ÆØÅ",
    "ces": "ÁČĎÉĚÍŇÓŘŠŤÚŮÝŽ",
    "slk": "ÁÄČĎÉÍĹĽŇÓÔŔŠŤÚÝŽ",
    "pol": "ĄĆĘŁŃÓŚŹŻ",
    "hun": "ÁÉÍÓÖŐÚÜŰ",
    "ron": "ĂÂÎȘȚ",
    "hrv": "ČĆĐŠŽ",
    "tur": "ÇĞİÖŞÜ",
}
"""The letters that a language has beyond A to Z: it is read only if the model knows them all."""

UNMARKED = 0.9
"""Most confidence in a word without marks in a language that has some: of blurred letters the model loses them."""

Scores = NDArray[np.float32]
Session = Callable[[NDArray[np.float32]], Scores]
"""Takes a line of shape (1, 3, 48, width), gives the shares of each sign at each step: shape (1, steps, signs)."""


class RapidEngine:
    """Reads strips in Latin script."""

    def __init__(self, language: str = "eng", load: Callable[[], tuple[Session, str]] | None = None) -> None:
        """Load the model.

        Args:
            language: Tesseract codes, joined with ``+``.
            load: gives the model and its signs, one a line; without it the installed packages are asked.

        Raises:
            EngineMissing: a package is missing, or the model does not know a language; says what to do.
        """
        codes = language.split("+")
        for code in codes:
            if code not in LETTERS:
                raise EngineMissing(f"language {code}: the second engine has no model for it, leave out --second")
        self._run, signs = (load or _installed)()
        # Step 0 is no sign at all, and the last one a space.
        self._signs = ["", *signs.splitlines(), " "]
        self._has_marks = any(code != "eng" for code in codes)
        known = set(self._signs)
        for code in codes:
            unknown = [letter for letter in LETTERS[code] if letter not in known]
            if unknown:
                raise EngineMissing(
                    f"language {code}: the second engine's model does not know {' '.join(unknown)}, leave out --second"
                )

    def read_lines(self, strips: Sequence[Strip]) -> list[Line]:
        """Read each strip; one line for each, in their order.

        Raises:
            EngineMissing: the model broke down.
        """
        return [self._line(strip) for strip in strips]

    def _line(self, strip: Strip) -> Line:
        scores = self._run(_prepared(strip))[0]
        if scores.shape[1] != len(self._signs):
            raise EngineMissing(f"the second engine's model and its list of signs do not belong together: {INSTALL}")
        return self._decoded(scores)

    def _decoded(self, scores: Scores) -> Line:
        """The best sign of each step; the same sign in a row counts once. As sure as its least sure sign."""
        best = scores.argmax(axis=1)
        begins = np.flatnonzero((best != 0) & (best != np.concatenate([[-1], best[:-1]])))
        text = "".join(self._signs[best[step]] for step in begins).strip()
        if not text:
            return NOTHING
        # The sign's share at its best step of the run that it begins.
        ends = [int(np.argmax(best[step:] != best[step])) or len(best) - step for step in begins]
        shares = [float(scores[step : step + run, best[step]].max()) for step, run in zip(begins, ends, strict=True)]
        most = UNMARKED if self._has_marks and text.isascii() else 1.0
        return Line(text, float(np.clip(min(shares), 0.0, most)))


def _prepared(strip: Strip) -> NDArray[np.float32]:
    """A strip as the model wants it: 48 high, three equal colours, from -1 to 1."""
    width = int(np.clip(round(strip.shape[1] * HEIGHT_PX / strip.shape[0]), NARROWEST_PX, WIDEST_PX))
    small = cv2.resize(strip, (width, HEIGHT_PX), interpolation=cv2.INTER_AREA)
    light = np.asarray(small, np.float32) / 127.5 - 1.0
    return np.ascontiguousarray(np.broadcast_to(light, (1, 3, HEIGHT_PX, width)))


def _installed() -> tuple[Session, str]:
    """The model of the package ``rapidocr``, loaded by ``onnxruntime``."""
    package = importlib.util.find_spec(NAME)
    if package is None or importlib.util.find_spec("onnxruntime") is None:
        raise EngineMissing(f"the second engine is not installed: {INSTALL}")
    folders = [Path(folder) / "models" for folder in package.submodule_search_locations or ()]
    models = sorted(model for folder in folders for model in folder.glob("*_rec_*.onnx"))
    if not models:
        raise EngineMissing(f"the second engine's model is not in its package: {INSTALL}")
    return _loaded(models[-1])


def _loaded(model: Path) -> tuple[Session, str]:
    import onnxruntime
    from onnxruntime.capi import onnxruntime_pybind11_state as state

    # Its errors have nothing in common but the place where they are defined.
    faults: tuple[type[Exception], ...] = tuple(
        kind for kind in vars(state).values() if isinstance(kind, type) and issubclass(kind, Exception)
    )
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    # One thread: on so small pictures more of them hardly help, and the other core is Tesseract's.
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    # The memory that a wide line took is given back after it.
    options.enable_cpu_mem_arena = False
    try:
        session: Any = onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
        signs = session.get_modelmeta().custom_metadata_map.get("character", "")
    except faults as error:
        raise EngineMissing(f"the second engine's model cannot be loaded ({model.name}): {INSTALL}") from error
    name = session.get_inputs()[0].name

    def run(line: NDArray[np.float32]) -> Scores:
        try:
            return np.asarray(session.run(None, {name: line})[0], np.float32)
        except faults as error:
            reason = " ".join(str(error).split())[:120]
            raise EngineMissing(f"the second engine failed ({reason}): leave out --second, or {INSTALL}") from error

    return run, str(signs)
