"""Draws words as a camera sees them, cut out as the reader cuts them: python words.py SEED SHARDS."""

from __future__ import annotations

import pickle
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont
from simplemma.strategies.dictionaries.dictionary_factory import DefaultDictionaryFactory

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from companion.vision.languages import LANGUAGES
from companion.vision.ocr.capitals import SIGNS_BESIDE
from companion.vision.rectify import capitals_strip, cut_writing
from companion.vision.textline import TextLine

A_SHARD, SIZE, MOST_WORDS = 2000, 56, 40000
WIDEST_PX, NARROWEST_PX = 300, 20
ABOVE = 1.12
"""How much paper the reader leaves above a line."""
LANGUAGES_USED = {
    "eng": ("en", 20), "deu": ("de", 10), "fra": ("fr", 12), "spa": ("es", 9), "ita": ("it", 7), "ces": ("cs", 12),
    "pol": ("pl", 8), "swe": ("sv", 8), "fin": ("fi", 6), "rus": ("ru", 10), "ell": ("el", 9), "nld": ("nl", 3),
    "por": ("pt", 4), "dan": ("da", 3), "hun": ("hu", 4), "slk": ("sk", 4),
}  # fmt: skip
"""The dictionary's name of each language, and how often it is drawn."""
FONTS = (
    "Andika-Bold.ttf", "Arimo-Bold.ttf", "Cabin-Bold.otf", "Cabin-SemiBold.otf", "Cantarell-Bold.otf",
    "Cantarell-ExtraBold.otf", "Carlito-Bold.ttf", "ClearSans-Bold.ttf", "DejaVuSans-Bold.ttf",
    "DejaVuSansCondensed-Bold.ttf", "Dosis-Bold.otf", "Dosis-ExtraBold.otf", "Inter-Bold.otf", "Inter-ExtraBold.otf",
    "Inter-SemiBold.otf", "InterDisplay-Bold.otf", "InterDisplay-Black.otf", "Karla-Bold.otf", "Karla-ExtraBold.otf",
    "LeagueSpartan-Bold.otf", "LeagueSpartan-SemiBold.otf", "LiberationSans-Bold.ttf",
    "LiberationSansNarrow-Bold.ttf", "LinBiolinum_RB.otf", "Manrope-Bold.ttf", "Manrope-ExtraBold.ttf",
    "NotoSans-Bold.ttf", "NotoSansDisplay-Bold.ttf", "Play-Bold.ttf", "Quicksand-Bold.ttf", "Roboto-Black.ttf",
    "Roboto-Bold.ttf", "RobotoCondensed-Bold.ttf", "URWGothic-Demi.otf", "NimbusSansNarrow-Bold.otf",
    "FiraCode-Bold.ttf",
)  # fmt: skip
SIGNS = ["", *sorted(set("".join(LANGUAGES[code].letters for code in LANGUAGES_USED)) | set(SIGNS_BESIDE))]
INDEX = {sign: number for number, sign in enumerate(SIGNS)}
Strip = np.ndarray
Sample = tuple[Strip, str, str]
"""A strip as the net looks at it, its text and its language."""


def allowed(language: str) -> np.ndarray:
    """Which signs may stand in a word of a language."""
    may = {"", *LANGUAGES[language].letters, *SIGNS_BESIDE}
    return np.array([sign in may for sign in SIGNS])


def dictionary(language: str) -> list[str]:
    """Words of a language in capitals."""
    letters = set(LANGUAGES[language].letters)
    forms = list(DefaultDictionaryFactory().get_dictionary(LANGUAGES_USED[language][0]))
    random.Random(1).shuffle(forms)
    words: set[str] = set()
    for form in forms:
        word = (form.decode() if isinstance(form, bytes) else form).upper()
        if 2 <= len(word) <= 13 and set(word) <= letters:
            words.add(word)
        if len(words) >= MOST_WORDS:
            break
    return sorted(words)


@dataclass
class Scene:
    """A grey picture of one word. ``frame``: 2x2, from heights of a capital to pixels. ``half``: of its length."""

    picture: np.ndarray
    frame: np.ndarray
    middle: np.ndarray
    half: float
    cap_px: float


class Words:
    """Draws by lot; the same for the same seed."""

    def __init__(self, seed: int) -> None:
        """Load dictionaries and typefaces."""
        self.lot, self.noise = random.Random(seed), np.random.default_rng(seed)
        self._dictionaries = {code: dictionary(code) for code in LANGUAGES_USED}
        files = {path.name: path for path in Path("/usr/share/fonts").rglob("*.[to]tf")}
        self._fonts = [
            ImageFont.truetype(str(files[name]), SIZE, layout_engine=ImageFont.Layout.BASIC) for name in FONTS
        ]
        self._has: dict[tuple[int, str], bool] = {}

    def language(self) -> str:
        """One of the languages."""
        codes = list(LANGUAGES_USED)
        return self.lot.choices(codes, [LANGUAGES_USED[code][1] for code in codes])[0]

    def word(self, language: str) -> str:
        """A third of them are words; the others are spliced, altered, random, phrases, or hold signs."""
        lot, known, letters = self.lot, self._dictionaries[language], LANGUAGES[language].letters
        word, kind = lot.choice(known), lot.random()
        if 0.34 <= kind < 0.56:
            other = lot.choice(known)
            word = (word[: lot.randint(1, len(word))] + other[lot.randint(0, len(other) - 1) :])[:12]
        elif 0.56 <= kind < 0.74:
            signs = list(word)
            for _ in range(lot.randint(1, 3)):
                signs[lot.randrange(len(signs))] = lot.choice(letters)
            word = "".join(signs)
        elif 0.74 <= kind < 0.86:
            word = "".join(lot.choice(letters) for _ in range(lot.choice([2, 3, 3, 4, 4, 5, 6, 7, 8])))
        elif 0.86 <= kind < 0.93:
            word = word[:8] + " " + lot.choice(known)[:6]
        elif kind >= 0.93:
            cut = lot.randint(1, max(1, len(word) - 1))
            word = (
                word[:cut] + lot.choice(["-", "'", ". ", "-"]) + word[cut:][:7] + ("." if lot.random() < 0.15 else "")
            )
        if len(word) > 6 and lot.random() < 0.35:
            word = word[: lot.randint(2, 6)].strip(" -'") or "A"
        return word.strip()

    def sample(self) -> Sample:
        """A strip as the net looks at it, its word and its language."""
        language = self.language()
        text = self.word(language)
        return self.cut(self.scene(text), text), text, language

    def cut(self, scene: Scene, text: str, wrongly: np.ndarray | None = None) -> Strip:
        """Cut a word out with the finder's errors. ``wrongly``: 3x3, what goes wrong beside, in capitals."""
        lot = self.lot
        factor, turn = np.exp(lot.gauss(0, 0.07)), np.deg2rad(lot.gauss(0, 1.2))
        error = np.array([[1, lot.gauss(0, 0.05) - np.sin(turn)], [np.sin(turn), 1]]) * factor
        plane = np.eye(3)
        plane[:2, :2] = scene.frame @ error
        plane[:2, 2] = scene.middle + scene.frame @ np.array([lot.gauss(0, 0.12), lot.gauss(0, 0.07)])
        half = scene.half / factor + max(-0.3, lot.gauss(0, 0.18))
        plane = plane if wrongly is None else plane @ wrongly
        return capitals_strip(
            cut_writing(scene.picture, TextLine(plane, half, len(text), scene.cap_px * factor, ABOVE))
        )

    def scene(self, text: str) -> Scene:
        """A word on its white strip, photographed."""
        lot = self.lot
        ink, box = self._ink(text)
        left, right, top, bottom = box
        cap_px = float(np.exp(lot.uniform(np.log(6.5), np.log(26))))
        wide = lot.uniform(0.8, 1.15) if lot.random() < 0.6 else 1.0
        scale = cap_px / (bottom - top)
        wide = min(wide, cap_px * 16 / (ink.shape[1] * scale))
        turn, slope = np.deg2rad(lot.gauss(0, 8)), lot.gauss(0, 0.12)
        frame = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        frame = frame @ np.array([[1, slope], [0, 1]]) * cap_px
        half = (right - left) / 2 / (bottom - top) * wide
        width = int(2 * (half + 2.6) * cap_px * 1.1) + 10
        height = int((2 * (half + 2) * abs(np.sin(turn)) + 5.2) * cap_px) + 10
        middle = np.array([width / 2 + lot.uniform(-0.5, 0.5), height / 2 + lot.uniform(-0.5, 0.5)])
        move = frame @ np.diag([wide / (bottom - top), 1 / (bottom - top)])
        away = middle - move @ np.array([(left + right) / 2, (top + bottom) / 2])
        soft = cv2.GaussianBlur(ink, (0, 0), max(0.1, 0.4 / scale)) if scale < 0.8 else ink
        how = cv2.INTER_CUBIC if scale > 0.5 else cv2.INTER_AREA
        dark = cv2.warpAffine(soft, np.column_stack([move, away]), (width, height), flags=how).astype(np.float32) / 255
        paper = self._paper((height, width), frame, middle, half)
        picture = paper - paper.max() * lot.uniform(0.6, 0.97) * np.clip(dark, 0, 1)
        blur_px = lot.choice([lot.uniform(0.02, 0.12), lot.uniform(0.08, 0.2), lot.uniform(0.14, 0.25)]) * cap_px
        return Scene(self.photograph(picture, min(max(blur_px, 0.35), 2.6), cap_px), frame, middle, half, cap_px)

    def photograph(self, picture: np.ndarray, blur_px: float, cap_px: float) -> np.ndarray:
        """Light, shadow, glare, blur, shake, noise and compression."""
        lot, (height, width) = self.lot, picture.shape
        ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
        picture = picture * (
            1 + lot.uniform(-0.3, 0.3) * (xs / width - 0.5) + lot.uniform(-0.2, 0.2) * (ys / height - 0.5)
        )
        if lot.random() < 0.12:
            way = lot.uniform(0, 6.3)
            edge = (xs - lot.uniform(0, width)) * np.cos(way) + (ys - lot.uniform(0, height)) * np.sin(way)
            picture = picture * (1 - 0.4 / (1 + np.exp(-np.clip(edge / (cap_px * 0.6), -30, 30))))
        if lot.random() < 0.3:
            x, y, reach = lot.uniform(-0.3, 1.3) * width, lot.uniform(-0.5, 1.5) * height, lot.uniform(0.3, 1.4) * width
            picture = picture + lot.uniform(30, 220) * np.exp(-((xs - x) ** 2 + (ys - y) ** 2) / (2 * reach**2))
        picture = cv2.GaussianBlur(picture.astype(np.float32), (0, 0), blur_px)
        if lot.random() < 0.12:
            picture = cv2.filter2D(picture, -1, self._shake(lot.uniform(1, 0.25 * cap_px + 1)))
        # Grey is the mean of three channels, whose noise is larger.
        grain = 0.6 * lot.choice([lot.uniform(0.5, 4), lot.uniform(3, 9), lot.uniform(6, 13)])
        light = np.clip(picture + self.noise.normal(0, grain, picture.shape), 0, 255).astype(np.uint8)
        if lot.random() < 0.85:
            coded = cv2.imencode(".jpg", light, [cv2.IMWRITE_JPEG_QUALITY, lot.randint(38, 95)])[1]
            light = cv2.imdecode(coded, cv2.IMREAD_GRAYSCALE)
        return light

    def _shake(self, length_px: float) -> np.ndarray:
        size = int(length_px) | 1
        kernel = np.zeros((size, size), np.float32)
        kernel[size // 2] = 1.0
        turn = cv2.getRotationMatrix2D((size // 2, size // 2), self.lot.uniform(0, 180), 1)
        kernel = cv2.warpAffine(kernel, turn, (size, size))
        return kernel / max(float(kernel.sum()), 1e-3)

    def _paper(self, size: tuple[int, int], frame: np.ndarray, middle: np.ndarray, half: float) -> np.ndarray:
        """The white strip, and often the darker card around it."""
        lot, light = self.lot, self.lot.uniform(60, 252)
        paper = np.full(size, light, np.float32)
        if lot.random() < 0.7:
            ys, xs = np.mgrid[0 : size[0], 0 : size[1]]
            at = np.stack([xs - middle[0], ys - middle[1]], -1) @ np.linalg.inv(frame).T
            above, below, side = -lot.uniform(1.0, 1.7), lot.uniform(1.0, 1.7), max(half + 0.7, lot.uniform(3, 6))
            paper[(at[..., 1] < above) | (at[..., 1] > below) | (np.abs(at[..., 0]) > side)] *= lot.uniform(0.62, 1.0)
        return paper

    def _ink(self, text: str) -> tuple[np.ndarray, tuple[int, int, int, int]]:
        """A word in one of the typefaces, and the box of its capitals: left, right, top, bottom."""
        lot = self.lot
        number = lot.randrange(len(self._fonts))
        while not all(self._knows(number, sign) for sign in set(text)):
            number = lot.randrange(len(self._fonts))
        font = self._fonts[number]
        _, top, _, bottom = font.getbbox("H")
        apart = lot.choice([0, 0, 0, lot.uniform(-2, 5)])
        canvas = Image.new("L", (int(font.getlength(text) + abs(apart) * len(text) + 60), 150), 0)
        draw, x = ImageDraw.Draw(canvas), 30.0
        for part in text if apart else [text]:
            draw.text((round(x), 40), part, fill=255, font=font)
            x += font.getlength(part) + apart
        ink, kind = np.asarray(canvas), lot.random()
        if kind < 0.1:
            ink = cv2.dilate(ink, np.ones((3, 3), np.uint8))
        elif kind < 0.2:
            ink = cv2.erode(ink, np.ones((3, 3), np.uint8))
        columns = np.flatnonzero(ink.any(axis=0))
        return ink, (int(columns[0]), int(columns[-1]) + 1, int(40 + top), int(40 + bottom))

    def _knows(self, number: int, sign: str) -> bool:
        if (number, sign) not in self._has:
            font = self._fonts[number]
            drawn, missing = font.getmask(sign), font.getmask("\uffff")
            same = drawn.size == missing.size and bytes(drawn) == bytes(missing)
            self._has[number, sign] = sign == " " or (drawn.getbbox() is not None and not same)
        return self._has[number, sign]


def save(shard: list[Sample], name: str) -> None:
    """Write a shard so that nobody reads half of it."""
    folder = Path("shards")
    folder.mkdir(exist_ok=True)
    unfinished = folder / f"{name}.part"
    unfinished.write_bytes(pickle.dumps(shard))
    unfinished.rename(folder / f"{name}.pkl")


def draw_shards(kind: str, size: int, draw: Callable[[Words], Sample | None]) -> None:
    """Draw as many shards of ``size`` samples as the command line wants; strips too long or too short are left out."""
    cv2.setNumThreads(1)
    seed, words = int(sys.argv[1]), Words(int(sys.argv[1]))
    for number in range(int(sys.argv[2])):
        shard: list[Sample] = []
        while len(shard) < size:
            sample = draw(words)
            if sample is not None and NARROWEST_PX <= sample[0].shape[1] <= WIDEST_PX:
                shard.append(sample)
        save(shard, f"{kind}_{seed}_{number:04d}")


if __name__ == "__main__":
    draw_shards("words", A_SHARD, Words.sample)
