"""Draws boards for the reader's tests: cards laid out like the real ones, on several tables, in several lights.

Kept apart from the virtual table of the product, so that the reader is judged on pictures of another hand as well.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Picture = NDArray[np.uint8]
Art = Callable[[str], NDArray[np.uint8]]
"""What a word card looks like: from its word to RGBA, shape (CARD_H, CARD_W, 4)."""
Ground = Callable[[tuple[int, int], np.random.Generator], NDArray[np.float32]]
"""What lies under the cards: from height and width to blue green red, shape (height, width, 3)."""
CARD_W, CARD_H = 308, 200
"""A card in pixels as it is drawn before the camera sees it."""
WORDS = (
    "ACORN BADGER CANDLE DOLPHIN ECHO FIG GOAT HARP INK JUG KITE LEMON MOLE NUT OWL PEAR QUILT RAT SPOON TEA URN "
    "VINE WOLF YAK ZEBRA ANVIL BRICK CLOVER DRUM ELBOW FERRY GHOST HONEY ISLE JACKET KNOT LADDER MIRROR NEEDLE "
    "OYSTER PIGEON QUARTZ RIBBON SADDLE TUNNEL UMBRELLA VIOLIN WHISTLE YOGURT ZIPPER CHIMNEY GRASSHOPPER BAY ICE "
    "SEA OAK PIE ELM ASH GUM HUT JAM KEY LIP MUD NET ORE PAW RUG SKI TUB VAT WIG BIRTHDAY COMPASS DIAMOND EMPEROR "
    "FOUNTAIN GUITAR HARBOUR ICEBERG JUPITER KANGAROO LIBRARY MAGNET NEPTUNE ORCHESTRA PYJAMAS RAINBOW SANDWICH "
    "THUNDER UNIFORM VOLCANO WINDMILL BLACK SHEEP|HOT AIR|O'NEIL|T-SHIRT|MR. FOX|GOLD RUSH"
)
_PLAIN, _, _PHRASES = WORDS.partition("BLACK SHEEP")
ALL_WORDS: tuple[str, ...] = (*_PLAIN.split(), *("BLACK SHEEP" + _PHRASES).split("|"))


def kivy_font(name: str) -> str:
    """The path of one of the fonts that come with Kivy."""
    found = importlib.util.find_spec("kivy")
    assert found is not None
    assert found.submodule_search_locations
    return str(Path(found.submodule_search_locations[0]) / "data" / "fonts" / name)


@dataclass(frozen=True)
class Look:
    """How a board is to look; angles in degrees, lengths in pixels of the finished picture unless said."""

    size: tuple[int, int] = (1600, 1200)
    fill: float = 0.92
    tilt: float = 6.0
    turn: float = 0.0
    crooked: float = 2.0
    shift: float = 0.03
    gap: tuple[float, float] = (0.12, 0.12)
    table: str = "wood"
    cast: tuple[float, float, float] = (1.0, 1.0, 1.0)
    brightness: float = 0.9
    blur: float = 0.5
    noise: float = 2.0
    jpeg: int = 88
    glares: int = 0
    shadow: bool = False
    turned: tuple[int, ...] = ()
    covered: tuple[int, ...] = ()
    missing: tuple[int, ...] = ()
    bold: str = field(default_factory=lambda: kivy_font("Roboto-Bold.ttf"))
    italic: str = field(default_factory=lambda: kivy_font("Roboto-Italic.ttf"))


@dataclass(frozen=True)
class Drawn:
    """A picture and what it shows: 25 words A1 to E5, 25 outlines, each clockwise from the card's own top left."""

    picture: Picture
    words: tuple[str, ...]
    outlines: NDArray[np.float64]


@dataclass(frozen=True)
class Ink:
    """One of the two words on a card; lengths as shares of the card."""

    cap: float
    centre: tuple[float, float]
    font: str
    tone: int
    upside_down: bool


def write(canvas: Image.Image, text: str, ink: Ink) -> None:
    size = round(ink.cap * CARD_H / 0.72)
    face = ImageFont.truetype(ink.font, size, layout_engine=ImageFont.Layout.BASIC)
    left, _, right, _ = face.getbbox(text)
    while right - left > 0.74 * CARD_W:
        size -= 1
        face = ImageFont.truetype(ink.font, size, layout_engine=ImageFont.Layout.BASIC)
        left, _, right, _ = face.getbbox(text)
    base = face.getbbox("H")
    layer = Image.new("L", (int(right - left) + 8, int(base[3] * 1.6) + 8), 0)
    ImageDraw.Draw(layer).text((4 - left, 4), text, fill=255, font=face)
    middle = 4 + (base[1] + base[3]) / 2
    if ink.upside_down:
        layer = layer.rotate(180)
        middle = layer.height - middle
    spot = (round(ink.centre[0] * CARD_W - layer.width / 2), round(ink.centre[1] * CARD_H - middle))
    canvas.paste(Image.new("RGB", layer.size, (ink.tone, ink.tone, ink.tone)), spot, layer)


def card(word: str, look: Look) -> NDArray[np.uint8]:
    """A word card, RGBA, shape (CARD_H, CARD_W, 4)."""
    face = Image.new("RGB", (CARD_W, CARD_H), (222, 208, 184))
    draw = ImageDraw.Draw(face)
    draw.rounded_rectangle((15, 17, 293, 184), 12, fill=(205, 187, 158), outline=(180, 160, 130), width=2)
    draw.polygon([(60, 19), (110, 19), (70, 100), (20, 100)], fill=(214, 199, 174))
    draw.rectangle((34, 114, 277, 172), fill=(248, 247, 244))
    draw.rectangle((236, 34, 278, 98), fill=(216, 204, 186))
    draw.ellipse((247, 42, 267, 66), fill=(176, 166, 150))
    draw.polygon([(240, 98), (274, 98), (264, 68), (250, 68)], fill=(176, 166, 150))
    draw.ellipse((144, 30, 164, 50), fill=(235, 226, 208), outline=(190, 172, 142), width=2)
    draw.line((40, 104, 220, 104), fill=(175, 158, 132), width=2)
    write(face, word, Ink(0.088, (0.42, 0.44), look.italic, 120, upside_down=True))
    write(face, word, Ink(0.102, (0.5, 0.715), look.bold, 18, upside_down=False))
    mask = Image.new("L", (CARD_W, CARD_H), 0)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, CARD_W - 1, CARD_H - 1), 14, fill=255)
    return np.dstack([np.asarray(face)[..., ::-1], np.asarray(mask)]).astype(np.uint8)


def cover(rng: np.random.Generator) -> NDArray[np.uint8]:
    """A green agent card, RGBA: a figure before a dark green ground."""
    face = np.zeros((CARD_H, CARD_W, 4), np.uint8)
    face[..., :3] = (30, 95, 35)
    face[..., 3] = 255
    for _ in range(14):
        start = (int(rng.integers(0, CARD_W)), int(rng.integers(0, CARD_H)))
        end = (int(rng.integers(0, CARD_W)), int(rng.integers(0, CARD_H)))
        cv2.line(face, start, end, (40, int(rng.integers(40, 190)), 40, 255), int(rng.integers(2, 12)))
    cv2.ellipse(face, (CARD_W // 2, CARD_H), (90, 120), 0, 0, 360, (20, 30, 20, 255), -1)
    cv2.circle(face, (CARD_W // 2, 80), 46, (120, 160, 190, 255), -1)
    return face


def _table(kind: str, shape: tuple[int, int], rng: np.random.Generator) -> NDArray[np.float32]:
    height, width = shape
    base = {
        "wood": (70, 105, 150),
        "dark": (28, 34, 44),
        "white": (222, 226, 230),
        "beige": (170, 190, 205),
        "cloth": (185, 180, 190),
        "green": (70, 100, 60),
    }[kind]
    ground = np.empty((height, width, 3), np.float32)
    ground[:] = base
    coarse = rng.normal(0, 1, (height // 4, 12)).astype(np.float32)
    grain = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
    ground *= 1 + (0.09 if kind in ("wood", "dark") else 0.02) * grain[..., None]
    if kind == "cloth":
        for _ in range(90):
            spot = (int(rng.integers(0, width)), int(rng.integers(0, height)))
            radius = int(rng.integers(12, 46))
            tone = [float(v) for v in rng.uniform(60, 150, 3)]
            cv2.circle(ground, spot, radius, tone, -1, cv2.LINE_AA)
            cv2.circle(ground, spot, radius // 2, [185.0, 180.0, 190.0], -1, cv2.LINE_AA)
    return ground


def _camera(look: Look, span: tuple[float, float], rng: np.random.Generator) -> NDArray[np.float64]:
    """Homography from the table (card pixels, board centred on 0, 0) to the picture."""
    width, height = look.size
    tilt, turn = np.deg2rad(look.tilt), np.deg2rad(look.turn)
    way = rng.uniform(0, 2 * np.pi) if look.tilt else 0.0
    axis = np.array([np.cos(way), np.sin(way), 0.0]) * tilt
    spin = cv2.Rodrigues(axis)[0] @ cv2.Rodrigues(np.array([0.0, 0.0, turn]))[0]
    distance = 2.4 * max(span)
    view = np.column_stack([spin[:, 0], spin[:, 1], [0.0, 0.0, distance]])
    corners = np.array([(x * span[0] / 2, y * span[1] / 2) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
    seen = np.column_stack([corners, np.ones(4)]) @ view.T
    seen = seen[:, :2] / seen[:, 2:]
    low, high = seen.min(axis=0), seen.max(axis=0)
    scale = look.fill * min(width / (high - low)[0], height / (high - low)[1])
    move = np.array([width / 2, height / 2]) - scale * (low + high) / 2
    return np.array([[scale, 0, move[0]], [0, scale, move[1]], [0, 0, 1.0]]) @ view


def draw(
    words: tuple[str, ...],
    look: Look,
    seed: int = 0,
    *,
    art: Art | None = None,
    ground: Ground | None = None,
    frame: int = 0,
) -> Drawn:
    """Draw a board of 25 words; the same for the same arguments.

    ``frame``: a further picture of the same table: the camera has trembled a little, and the noise is another.
    """
    rng = np.random.default_rng(seed)
    pitch = CARD_W * (1 + look.gap[0]), CARD_H * (1 + look.gap[1])
    camera = _camera(look, (4 * pitch[0] + CARD_W * 1.06, 4 * pitch[1] + CARD_H * 1.06), rng)
    width, height = look.size
    again = np.random.default_rng([seed, frame])
    if frame:
        camera = np.array([[1.0, 0, again.uniform(-3, 3)], [0, 1.0, again.uniform(-3, 3)], [0, 0, 1.0]]) @ camera
    scene = ground((height, width), rng) if ground else _table(look.table, (height, width), rng)
    outlines = np.zeros((25, 4, 2))
    corners = np.array([(0, 0), (CARD_W, 0), (CARD_W, CARD_H), (0, CARD_H)], np.float64)
    for index in range(25):
        angle = np.deg2rad(rng.uniform(-look.crooked, look.crooked) + (180 if index in look.turned else 0))
        centre = np.array([(index % 5 - 2) * pitch[0], (index // 5 - 2) * pitch[1]])
        centre += rng.uniform(-1, 1, 2) * look.shift * np.array([CARD_W, CARD_H])
        cos, sin = np.cos(angle), np.sin(angle)
        lay = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1.0]])
        lay[:2, 2] = centre - lay[:2, :2] @ np.array([CARD_W / 2, CARD_H / 2])
        whole = camera @ lay
        placed = np.column_stack([corners, np.ones(4)]) @ whole.T
        outlines[index] = placed[:, :2] / placed[:, 2:]
        if index in look.missing:
            continue
        face = cover(rng) if index in look.covered else art(words[index]) if art else card(words[index], look)
        _lay(scene, face, whole)
    return Drawn(_photograph(scene, look, rng, again if frame else rng), words, outlines)


def _lay(scene: NDArray[np.float32], art: NDArray[np.uint8], whole: NDArray[np.float64]) -> None:
    """Put one card onto the scene, smoothed as a lens would."""
    size = (scene.shape[1], scene.shape[0])
    shrink = np.sqrt(abs(np.linalg.det(whole[:2, :2] / whole[2, 2])))
    soft = art.astype(np.float32)
    if shrink < 1:
        soft = cv2.GaussianBlur(soft, (0, 0), 0.45 * (1 / shrink - 0.4)) if shrink < 0.8 else soft
    corners = np.array([(0, 0), (CARD_W, 0), (CARD_W, CARD_H), (0, CARD_H)], np.float64)
    seen = np.column_stack([corners, np.ones(4)]) @ whole.T
    low = np.maximum(np.floor((seen[:, :2] / seen[:, 2:]).min(axis=0)).astype(int) - 24, 0)
    high = np.minimum(np.ceil((seen[:, :2] / seen[:, 2:]).max(axis=0)).astype(int) + 24, size)
    if (high <= low).any():
        return
    moved = np.array([[1.0, 0, -low[0]], [0, 1.0, -low[1]], [0, 0, 1.0]]) @ whole
    layer = cv2.warpPerspective(soft, moved, tuple(int(v) for v in high - low), flags=cv2.INTER_CUBIC)
    spot = scene[low[1] : high[1], low[0] : high[0]]
    alpha = np.clip(layer[..., 3:] / 255.0, 0, 1)
    shade = cv2.GaussianBlur(alpha, (0, 0), 5)
    spot *= 1 - 0.25 * np.roll(shade, (3, 2), (0, 1))[..., None] * (1 - alpha)
    spot *= 1 - alpha
    spot += layer[..., :3] * alpha


def _photograph(
    scene: NDArray[np.float32], look: Look, rng: np.random.Generator, grain: np.random.Generator
) -> Picture:
    """Light, shadow and glare by ``rng``, then lens blur, noise by ``grain``, and compression."""
    width, height = look.size
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    slope = rng.uniform(-0.2, 0.2, 2)
    light = look.brightness * (1 + slope[0] * (xs / width - 0.5) + slope[1] * (ys / height - 0.5))
    if look.shadow:
        edge = xs * np.cos(0.5) + ys * np.sin(0.5) - rng.uniform(0.3, 0.7) * width
        light *= 1 - 0.4 / (1 + np.exp(-edge / 12))
    scene = scene * light[..., None] * np.array(look.cast, np.float32)
    for _ in range(look.glares):
        spot = rng.uniform(0.15, 0.85, 2) * (width, height)
        radius = rng.uniform(0.05, 0.11) * width
        glow = rng.uniform(60, 150) * np.exp(-(((xs - spot[0]) ** 2 + (ys - spot[1]) ** 2) / (2 * radius**2)))
        scene += glow[..., None]
    if look.blur:
        scene = cv2.GaussianBlur(scene, (0, 0), look.blur)
    scene = scene + grain.normal(0, look.noise, scene.shape)
    coded = cv2.imencode(".jpg", np.clip(scene, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, look.jpeg])[1]
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)


def deal(seed: int) -> tuple[str, ...]:
    """25 different words, the same for the same seed."""
    return tuple(np.random.default_rng(seed).choice(np.array(ALL_WORDS), 25, replace=False).tolist())


def random_look(level: str, seed: int, bold: str | None = None, italic: str | None = None) -> Look:
    """A look of one of four difficulties: easy, medium, hard, extreme."""
    rng = np.random.default_rng(seed + 7919)
    rank = ("easy", "medium", "hard", "extreme").index(level)
    tables = ("wood", "dark", "green", "cloth", "beige", "white")
    return Look(
        size=((1600, 1200), (1920, 1080), (1280, 960), (1920, 1080))[rank],
        fill=float(rng.uniform((0.85, 0.8, 0.85, 0.9)[rank], 0.96)),
        tilt=float(rng.uniform((0, 6, 18, 24)[rank], (8, 18, 30, 36)[rank])),
        turn=float(rng.choice([0, 180, 0, rng.uniform(-15, 15), rng.uniform(0, 360) if rank else 0])),
        crooked=(2.0, 5.0, 8.0, 8.0)[rank],
        shift=(0.02, 0.05, 0.07, 0.07)[rank],
        gap=(float(rng.uniform(0.03, 0.3)), float(rng.uniform(0.06, 0.3))),
        table=str(rng.choice(tables[: (3, 4, 6, 6)[rank]])),
        cast=tuple(float(v) for v in 1 + rng.uniform(-1, 1, 3) * (0.03, 0.1, 0.18, 0.2)[rank]),  # type: ignore[arg-type]
        brightness=float(rng.uniform((0.85, 0.7, 0.5, 0.45)[rank], 1.0)),
        blur=float(rng.uniform((0.3, 0.5, 0.7, 1.2)[rank], (0.6, 0.9, 1.3, 2.2)[rank])),
        noise=float(rng.uniform((1, 2, 4, 7)[rank], (2, 4, 8, 13)[rank])),
        jpeg=int(rng.integers((85, 75, 60, 40)[rank], (95, 88, 82, 65)[rank])),
        glares=(0, int(rng.integers(0, 2)), int(rng.integers(0, 3)), 3)[rank],
        shadow=bool(rank and rng.integers(0, 2)),
        turned=tuple(int(i) for i in rng.choice(25, int(rng.integers(0, 4)), replace=False)) if rank else (),
        bold=bold or kivy_font("Roboto-Bold.ttf"),
        italic=italic or kivy_font("Roboto-Italic.ttf"),
    )
