"""Sixty picture files that are no whole board: what people, cameras and disks come up with. Drawn, never copied."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from tests.vision.drawn import Look, deal, draw, kivy_font

Picture = NDArray[np.uint8]
Make = Callable[[], Picture]
WIDTH, HEIGHT = 1600, 1200
TEXT = "the quick brown fox jumps over the lazy dog and then sits down to read a long letter from his aunt"


def _font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(kivy_font("Roboto-Bold.ttf"), size, layout_engine=ImageFont.Layout.BASIC)


def _page(tone: int = 245) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    page = Image.new("RGB", (WIDTH, HEIGHT), (tone, tone, tone - 5))
    return page, ImageDraw.Draw(page)


def _pixels(page: Image.Image, blur: float = 0.6) -> Picture:
    return np.asarray(cv2.GaussianBlur(np.asarray(page)[..., ::-1], (0, 0), blur), np.uint8)


def _cells(rows: int, columns: int, gap: float = 0.1) -> list[tuple[int, int, int, int]]:
    """Boxes of a grid that fills the page."""
    wide, high = 0.9 * WIDTH / columns, 0.9 * HEIGHT / rows
    return [
        (
            round(0.05 * WIDTH + wide * (column + gap / 2)), round(0.05 * HEIGHT + high * (row + gap / 2)),
            round(0.05 * WIDTH + wide * (column + 1 - gap / 2)), round(0.05 * HEIGHT + high * (row + 1 - gap / 2)),
        )
        for row in range(rows) for column in range(columns)
    ]  # fmt: skip


def _centred(
    pen: ImageDraw.ImageDraw, box: tuple[int, int, int, int], text: str, size: int, fill: str = "black"
) -> None:
    pen.text(((box[0] + box[2]) / 2, (box[1] + box[3]) / 2), text, fill=fill, font=_font(size), anchor="mm")


def text_page(size: int, columns: int = 1, tilt: float = 0.0) -> Picture:
    """A printed page in some columns."""
    page, pen = _page()
    words = TEXT.split()
    for column in range(columns):
        left = 80 + column * (WIDTH - 120) // columns
        for row, y in enumerate(range(80, HEIGHT - 80, round(1.5 * size))):
            line = ""
            for step in range(40):
                word = words[(row * 7 + step + column) % len(words)]
                if pen.textlength(line + word, font=_font(size)) > (WIDTH - 200) / columns - 40:
                    break
                line += word + " "
            pen.text((left, y), line, fill="black", font=_font(size))
    return _pixels(page.rotate(tilt, fillcolor=(90, 80, 70)))


def word_table(ruled: bool, shade: bool, columns: int = 5, rows: int = 5) -> Picture:
    """A sheet of words in rows and columns, as teachers and bingo players print them."""
    page, pen = _page()
    words = deal(columns * 31 + rows) * 3
    for index, box in enumerate(_cells(rows, columns, 0.0 if ruled else 0.1)):
        fill = "#e8e0d0" if shade and index % 2 else None
        pen.rectangle(box, outline="black" if ruled else None, fill=fill, width=3)
        _centred(pen, box, words[index], 34)
    return _pixels(page)


def numbers(rows: int, columns: int, size: int = 60) -> Picture:
    """Bingo, sudoku, calendars."""
    page, pen = _page()
    for index, box in enumerate(_cells(rows, columns, 0.0)):
        pen.rectangle(box, outline="black", width=4)
        if index % 3 or rows < 9:
            _centred(pen, box, str(index * 7 % 75 + 1 if rows < 9 else index * 5 % 9 + 1), size)
    return _pixels(page)


def key_card(colours: str, seed: int) -> Picture:
    """A key card that fills the picture."""
    page, pen = _page(70)
    tones = {"G": "#2f9e44", "T": "#e3cfa4", "X": "#151515", "R": "#c83232", "B": "#2f6fc0"}
    pen.rounded_rectangle((250, 50, 1350, 1150), 40, fill="#6b5a44")
    rng = np.random.default_rng(seed)
    for row in range(5):
        for column in range(5):
            box = (330 + column * 192, 130 + row * 192, 490 + column * 192, 290 + row * 192)
            pen.rounded_rectangle(box, 14, fill=tones[str(rng.choice(list(colours)))])
    return _pixels(page)


def chess(squares: int) -> Picture:
    """A chess or draughts board with men on it."""
    page, pen = _page(60)
    for index, box in enumerate(_cells(squares, squares, 0.0)):
        dark = (index // squares + index % squares) % 2
        pen.rectangle(box, fill="#7a5230" if dark else "#e6cfa5")
        if dark and index // squares not in (squares // 2 - 1, squares // 2):
            tone = "#f4f0e6" if index < squares * squares // 2 else "#2b2420"
            pen.ellipse((box[0] + 14, box[1] + 14, box[2] - 14, box[3] - 14), fill=tone)
    return _pixels(page)


def playing_cards(rows: int, columns: int) -> Picture:
    """Cards with numbers in the corners and a sign in the middle."""
    page, pen = _page(50)
    for index, box in enumerate(_cells(rows, columns, 0.2)):
        pen.rounded_rectangle(box, 14, fill="#fbfaf5")
        sign, tone = (("A", "black"), ("7", "#b01020"), ("Q", "black"), ("10", "#b01020"))[index % 4]
        pen.text((box[0] + 10, box[1] + 6), sign, fill=tone, font=_font(34))
        middle = ((box[0] + box[2]) // 2, (box[1] + box[3]) // 2)
        pen.regular_polygon((*middle, 34), 4, fill=tone)
    return _pixels(page)


def letter_tiles(columns: int) -> Picture:
    """Wooden tiles with a letter each, as word games have them."""
    page, pen = _page(95)
    for index, box in enumerate(_cells(columns - 2, columns, 0.12)):
        pen.rounded_rectangle(box, 8, fill="#e6c892")
        _centred(pen, box, "AEIOUNRSTLMDGB"[index * 5 % 14], 70)
    return _pixels(page)


def picture_cards(rows: int, columns: int) -> Picture:
    """A memory game: a coloured shape on each card."""
    page, pen = _page(120)
    for index, box in enumerate(_cells(rows, columns, 0.15)):
        pen.rounded_rectangle(box, 18, fill="#f4efe2")
        middle = ((box[0] + box[2]) // 2, (box[1] + box[3]) // 2)
        tone = ("#c0392b", "#2980b9", "#27ae60", "#f39c12", "#8e44ad")[index % 5]
        pen.regular_polygon((*middle, 50), 3 + index % 5, fill=tone)
    return _pixels(page)


def worded_cards(rows: int, columns: int, picture: bool) -> Picture:
    """Cards of a vocabulary game: a white card with one word, perhaps below a picture."""
    page, pen = _page(80)
    words = deal(rows * 10 + columns) * 3
    for index, box in enumerate(_cells(rows, columns, 0.14)):
        pen.rounded_rectangle(box, 16, fill="#ffffff")
        high = box[3] - box[1]
        if picture:
            middle = ((box[0] + box[2]) // 2, box[1] + high // 3)
            pen.regular_polygon((*middle, high // 5), 3 + index % 5, fill="#2980b9")
        _centred(pen, (box[0], box[1] + (high // 2 if picture else 0), box[2], box[3]), words[index].lower(), 30)
    return _pixels(page)


def keyboard() -> Picture:
    """The keys of a typewriter."""
    page, pen = _page(60)
    for row, letters in enumerate(("1234567890", "QWERTYUIOP", "ASDFGHJKL;", "ZXCVBNM,./")):
        for column, letter in enumerate(letters):
            left, top = 110 + column * 138 + row * 24, 250 + row * 170
            pen.rounded_rectangle((left, top, left + 116, top + 146), 16, fill="#22242a", outline="#888888")
            pen.text((left + 18, top + 12), letter, fill="white", font=_font(48))
    return _pixels(page)


def bookshelf() -> Picture:
    """Backs of books with upright titles."""
    page, pen = _page(40)
    rng = np.random.default_rng(4)
    left = 20
    for word in deal(4):
        wide = int(rng.integers(40, 80))
        tone = tuple(int(v) for v in rng.integers(40, 200, 3))
        pen.rectangle((left, 150, left + wide, 1100), fill=tone)
        strip = Image.new("RGB", (600, wide - 8), tone)
        ImageDraw.Draw(strip).text((10, 2), word, fill="white", font=_font(wide - 18))
        page.paste(strip.rotate(90, expand=True), (left + 4, 300))
        left += wide + 6
    return _pixels(page)


def cut(left: float, top: float, right: float, bottom: float, seed: int = 21, **look: object) -> Picture:
    """A part of a drawn board; shares of the picture."""
    picture = draw(deal(seed), Look(**look), seed).picture  # type: ignore[arg-type]
    height, width = picture.shape[:2]
    part = picture[round(top * height) : round(bottom * height), round(left * width) : round(right * width)]
    return np.ascontiguousarray(part)


def missing(*gone: int, seed: int = 22) -> Picture:
    """A board on which some cards are missing."""
    return draw(deal(seed), Look(missing=gone), seed).picture


def stripes(period: int) -> Picture:
    """Blinds."""
    return np.repeat((np.arange(WIDTH) // period % 2 * 200 + 20).astype(np.uint8)[None, :, None], HEIGHT, 0).repeat(
        3, 2
    )


def noise(spread: int, seed: int) -> Picture:
    """A sensor in the dark, or a bad cable."""
    return np.random.default_rng(seed).normal(110, spread, (720, 1280, 3)).clip(0, 255).astype(np.uint8)


def even(level: int, height: int = 1080, width: int = 1920) -> Picture:
    """One tone."""
    return np.full((height, width, 3), level, np.uint8)


def gradient() -> Picture:
    """An empty wall."""
    return np.repeat(np.linspace(40, 220, 1600).astype(np.uint8)[None, :, None], 1200, 0).repeat(3, 2)


def blobs() -> Picture:
    """Dark ovals in rows: pebbles, pills, coffee beans."""
    picture = np.full((HEIGHT, WIDTH, 3), 210, np.uint8)
    for row in range(9):
        for column in range(9):
            cv2.ellipse(
                picture, (110 + column * 170, 90 + row * 125), (42, 14), 0, 0, 360, (50, 60, 70), -1, cv2.LINE_AA
            )
    return picture


PICTURES: dict[str, Make] = {
    "text, large": lambda: text_page(44), "text, small": lambda: text_page(22), "text, fine": lambda: text_page(13),
    "text, two columns": lambda: text_page(24, 2), "text, five columns": lambda: text_page(26, 5),
    "text, tilted": lambda: text_page(30, 1, 17.0), "text, on its side": lambda: np.rot90(text_page(30)).copy(),
    "word table, ruled": lambda: word_table(True, False), "word table, plain": lambda: word_table(False, False),
    "word table, shaded": lambda: word_table(True, True), "word table, 7 by 6": lambda: word_table(True, False, 6, 7),
    "bingo": lambda: numbers(5, 5), "sudoku": lambda: numbers(9, 9), "calendar": lambda: numbers(5, 7, 40),
    "key card": lambda: key_card("GTX", 1), "key card, turned": lambda: np.rot90(key_card("GTX", 2)).copy(),
    "key card of the base game": lambda: key_card("RBT", 3), "chess": lambda: chess(8), "draughts": lambda: chess(10),
    "five by five squares": lambda: chess(5), "playing cards": lambda: playing_cards(3, 7),
    "playing cards, 5 by 5": lambda: playing_cards(5, 5), "letter tiles": lambda: letter_tiles(9),
    "letter tiles, 5 by 7": lambda: letter_tiles(7), "memory, 5 by 5": lambda: picture_cards(5, 5),
    "memory, 4 by 6": lambda: picture_cards(4, 6), "vocabulary cards": lambda: worded_cards(5, 5, False),
    "vocabulary cards with pictures": lambda: worded_cards(5, 5, True),
    "vocabulary cards, 4 by 6": lambda: worded_cards(4, 6, True), "keyboard": keyboard, "bookshelf": bookshelf,
    "left half": lambda: cut(0, 0, 0.5, 1), "right half": lambda: cut(0.5, 0, 1, 1),
    "far half": lambda: cut(0, 0, 1, 0.5),
    "near half": lambda: cut(0, 0.5, 1, 1), "without a column": lambda: cut(0, 0, 0.78, 1),
    "without a row": lambda: cut(0, 0.24, 1, 1), "one card": lambda: cut(0.4, 0.4, 0.6, 0.6),
    "four cards": lambda: cut(0.28, 0.28, 0.72, 0.72), "a row is missing": lambda: missing(*range(5)),
    "a column is missing": lambda: missing(0, 5, 10, 15, 20), "a corner is missing": lambda: missing(0, 1, 5, 6),
    "every second card": lambda: missing(*range(0, 25, 2)), "an empty table": lambda: missing(*range(25)),
    "black": lambda: even(0), "nearly black": lambda: noise(3, 5) // 16, "white": lambda: even(255),
    "one pixel": lambda: even(90, 1, 1), "a line": lambda: even(90, 2, 3000), "noise": lambda: noise(40, 1),
    "fine noise": lambda: noise(9, 2), "blinds": lambda: stripes(24), "wall": gradient, "pebbles": blobs,
}  # fmt: skip


def _jpeg(picture: Picture, quality: int = 85) -> bytes:
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()


def _exif(picture: Picture, orientation: int) -> bytes:
    exif = Image.Exif()
    exif[274] = orientation
    out = io.BytesIO()
    Image.fromarray(picture[..., ::-1]).save(out, "JPEG", exif=exif, quality=85)
    return out.getvalue()


FILES: dict[str, Callable[[], bytes]] = {
    "truncated.jpg": lambda: _jpeg(draw(deal(23), Look(), 23).picture)[:90_000],
    "header only.jpg": lambda: _jpeg(draw(deal(23), Look(), 23).picture)[:300],
    "truncated.png": lambda: cv2.imencode(".png", noise(30, 3))[1].tobytes()[:200_000],
    "empty.jpg": lambda: b"",
    "text.jpg": (TEXT * 40).encode,
    "bytes.png": lambda: np.random.default_rng(9).bytes(50_000),
    "turned half.jpg": lambda: _exif(cut(0, 0, 0.5, 1), 6),
    "mirrored page.jpg": lambda: _exif(text_page(30), 5),
    "hundred megapixels.jpg": lambda: _jpeg(np.tile(np.asarray(text_page(30)), (8, 8, 1))[:8700, :11600], 70),
}
"""Files that are damaged, turned or huge; the pictures above are stored as PNG beside them."""
COUNT = len(PICTURES) + len(FILES)


def write_all(folder: Path) -> list[Path]:
    """Write every file into a folder; in a fixed order."""
    paths = []
    for index, (name, make) in enumerate(PICTURES.items()):
        path = folder / f"{index:02d} {name}.png"
        cv2.imwrite(str(path), make(), [cv2.IMWRITE_PNG_COMPRESSION, 1])
        paths.append(path)
    for name, code in FILES.items():
        path = folder / name
        path.write_bytes(code())
        paths.append(path)
    return paths
