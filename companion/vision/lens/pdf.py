"""The sheet as a PDF page, true to scale: drawn as shapes, not as a picture, so that no printer has to resample it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.vision.lens.sheet import SHEET_MM, SQUARE_MM, Rect, black_parts

POINTS_PER_MM = 72.0 / 25.4
RULER_MM = 100.0
_TICK_MM, _LONG_TICK_MM, _BAR_MM = 1.5, 3.0, 1.0
_FONT_PT = 9.0


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet of paper, upright. ``top_mm``: from its upper edge to the chessboard."""

    name: str
    width_mm: float
    height_mm: float
    top_mm: float

    @property
    def left_mm(self) -> float:
        """From the left edge to the chessboard, which stands in the middle."""
        return (self.width_mm - SHEET_MM[0]) / 2


PAPERS = {"a4": Paper("a4", 210.0, 297.0, 15.0), "letter": Paper("letter", 215.9, 279.4, 10.0)}


def sheet_pdf(paper: Paper) -> bytes:
    """The whole file: one page with the chessboard, a bar to check the scale of the print, and two lines of text."""
    page_pt = (paper.width_mm * POINTS_PER_MM, paper.height_mm * POINTS_PER_MM)
    content = "\n".join([*_setting(paper), *_shapes(paper), *_texts(paper)]).encode("ascii")
    bodies = [
        # Viewers that heed the preference print without fitting the page into the margins.
        b"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %.4f %.4f] /Contents 4 0 R "
        b"/Resources << /Font << /F1 5 0 R >> >> >>" % page_pt,
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        b"<< /Title (Calibration sheet) /Creator (companion calibrate) >>",
    ]
    return _file(bodies)


def _file(bodies: list[bytes]) -> bytes:
    """Put the objects into a file with the table of their places that the format asks for."""
    data = b"%PDF-1.6\n%\xe2\xe3\xcf\xd3\n"
    places = []
    for number, body in enumerate(bodies, 1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"xref\n0 %d\n0000000000 65535 f \n" % (len(bodies) + 1)
    table += b"".join(b"%010d 00000 n \n" % place for place in places)
    trailer = b"trailer\n<< /Size %d /Root 1 0 R /Info %d 0 R >>\n" % (len(bodies) + 1, len(bodies))
    return data + table + trailer + b"startxref\n%d\n%%%%EOF\n" % len(data)


def _setting(paper: Paper) -> list[str]:
    """From here on everything is in millimetres from the upper left corner of the paper, y down."""
    scale = POINTS_PER_MM
    return [f"{scale:.8f} 0 0 {-scale:.8f} 0 {paper.height_mm * scale:.4f} cm", "0 g"]


def _shapes(paper: Paper) -> list[str]:
    """One path for the chessboard, so that touching parts leave no hairline between them, and one for the bar."""
    sheet = [(paper.left_mm + x, paper.top_mm + y, w, h) for x, y, w, h in black_parts()]
    return [*map(_rect, sheet), "f", *map(_rect, _ruler(paper)), "f"]


def _ruler(paper: Paper) -> list[Rect]:
    """A bar of 100 mm with a mark each 10 mm; its outermost edges are the measure."""
    left, top = paper.left_mm, _ruler_top(paper)
    parts: list[Rect] = [(left, top, RULER_MM, _BAR_MM)]
    line = 0.3
    for mark in range(11):
        long = _LONG_TICK_MM if mark % 5 == 0 else _TICK_MM
        # The first and last mark end where the bar ends.
        x = left + mark * 10.0 - line * mark / 10.0
        parts.append((x, top + _BAR_MM, line, long))
    return parts


def _ruler_top(paper: Paper) -> float:
    return paper.top_mm + SHEET_MM[1] + 8.0


def _texts(paper: Paper) -> list[str]:
    """What to do with the sheet, right of and under the bar."""
    left, top = paper.left_mm, _ruler_top(paper)
    return [
        _text(left + RULER_MM + 4, top + 3.2, f"{RULER_MM:.0f} mm; each square {SQUARE_MM:.0f} mm"),
        _text(left, top + 9.5, 'Print at 100 %, not "fit to page": the bar must be 100 mm long from end to end.'),
        _text(left, top + 14.0, "Glue the sheet onto something flat and stiff, then start: companion calibrate"),
    ]


def _rect(part: Rect) -> str:
    return "{:.4f} {:.4f} {:.4f} {:.4f} re".format(*part)


def _text(x: float, y: float, text: str) -> str:
    # The page is upside down for shapes (y down): the letters are turned back.
    size = _FONT_PT / POINTS_PER_MM
    escaped = text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
    return f"BT /F1 {size:.4f} Tf 1 0 0 -1 {x:.4f} {y:.4f} Tm ({escaped}) Tj ET"
