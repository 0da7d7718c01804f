"""Picture files: every orientation, every common form, large ones in little memory, broken ones in one line."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from companion.vision.picture import PictureUnusable, open_picture

TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT, 3: Image.Transpose.ROTATE_180, 4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE, 6: Image.Transpose.ROTATE_90, 7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}  # fmt: skip
"""How a picture is stored whose EXIF says 2 to 8."""


@pytest.fixture
def scene() -> Image.Image:
    """Four quarters of different colours: every turn and mirror looks different."""
    pixels = np.zeros((60, 100, 3), np.uint8)
    pixels[:30, :50], pixels[:30, 50:], pixels[30:, :50] = (200, 30, 30), (30, 200, 30), (30, 30, 200)
    return Image.fromarray(pixels)


@pytest.mark.parametrize("orientation", range(1, 9))
def test_the_orientation_that_the_camera_wrote_is_applied(tmp_path, scene, orientation):
    exif = Image.Exif()
    exif[274] = orientation
    stored = scene.transpose(TURNS[orientation]) if orientation in TURNS else scene
    stored.save(tmp_path / "a.jpg", exif=exif, quality=95)
    opened = open_picture(tmp_path / "a.jpg")
    assert (opened.size_px, opened.scale) == ((100, 60), (1.0, 1.0))
    assert np.abs(opened.pixels[..., ::-1].astype(int) - np.asarray(scene)).mean() < 6


@pytest.mark.parametrize("ending", ["png", "webp", "tif"])
@pytest.mark.parametrize("orientation", [3, 5, 6])
def test_the_orientation_is_applied_once_whatever_the_kind_of_file(tmp_path, scene, ending, orientation):
    exif = Image.Exif()
    exif[274] = orientation
    how = {"lossless": True} if ending == "webp" else {}
    scene.transpose(TURNS[orientation]).save(tmp_path / f"a.{ending}", exif=exif, **how)
    opened = open_picture(tmp_path / f"a.{ending}")
    assert (opened.size_px, opened.scale) == ((100, 60), (1.0, 1.0))
    assert np.array_equal(opened.pixels[..., ::-1], np.asarray(scene))


@pytest.mark.parametrize("form", ["L", "P", "RGBA", "CMYK", "1", "LA"])
def test_every_kind_of_pixel_becomes_blue_green_red(tmp_path, scene, form):
    name = tmp_path / ("a.jpg" if form == "CMYK" else "a.png")
    scene.convert(form).save(name)
    assert open_picture(name).pixels.shape == (60, 100, 3)


def test_sixteen_bits_are_brought_to_eight(tmp_path):
    cv2.imwrite(str(tmp_path / "a.png"), np.linspace(0, 60000, 600).reshape(20, 30).astype(np.uint16))
    pixels = open_picture(tmp_path / "a.png").pixels
    assert (pixels.dtype, int(pixels.min()), int(pixels.max())) == (np.uint8, 0, 255)


@pytest.mark.parametrize("spot", [65535, 0])
def test_a_hot_pixel_does_not_make_a_deep_picture_black(tmp_path, spot):
    deep = np.full((60, 60), 250, np.uint16)
    deep[30, 30] = spot
    cv2.imwrite(str(tmp_path / "a.png"), deep)
    assert int(np.median(open_picture(tmp_path / "a.png").pixels)) == 255


@pytest.mark.parametrize("spot", [np.nan, np.inf, -np.inf, 1e30])
def test_a_value_that_is_none_does_not_make_a_picture_black(tmp_path, spot):
    deep = np.full((60, 60), 0.5, np.float32)
    deep[0, 0] = spot
    cv2.imwrite(str(tmp_path / "a.tif"), deep)
    assert int(np.median(open_picture(tmp_path / "a.tif").pixels)) == 255


@pytest.mark.parametrize("ending", ["jpg", "png"])
def test_a_large_picture_is_opened_reduced_and_says_by_how_much(tmp_path, scene, ending):
    scene.resize((4100, 2460)).save(tmp_path / f"a.{ending}")
    opened = open_picture(tmp_path / f"a.{ending}")
    assert opened.size_px == (4100, 2460)
    assert opened.pixels.shape == (1230, 2050, 3)
    assert opened.scale == (2.0, 2.0)
    assert open_picture(tmp_path / f"a.{ending}", wanted_px=4000).scale == (1.0, 1.0)


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("gone.jpg", None, "no such file"), ("text.jpg", b"hello\n" * 50, "no picture"),
        ("empty.png", b"", "no picture"),
        ("head.jpg", b"\xff\xd8\xff\xe0", "no picture"),
    ],
)  # fmt: skip
def test_what_is_no_picture_is_refused_in_one_line(tmp_path, name, content, told):
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(PictureUnusable, match=told) as refused:
        open_picture(tmp_path / name)
    assert "\n" not in str(refused.value)


def test_a_folder_is_no_picture(tmp_path):
    with pytest.raises(PictureUnusable, match="is no file"):
        open_picture(tmp_path)


@pytest.mark.parametrize("ending", ["jpg", "png", "bmp"])
@pytest.mark.parametrize("share", [0.3, 0.7])
def test_a_picture_that_was_cut_off_is_refused(tmp_path, scene, ending, share, capfd):
    whole = tmp_path / f"whole.{ending}"
    scene.resize((800, 600)).save(whole)
    data = whole.read_bytes()
    (tmp_path / f"cut.{ending}").write_bytes(data[: int(len(data) * share)])
    with pytest.raises(PictureUnusable, match="cut off"):
        open_picture(tmp_path / f"cut.{ending}")
    assert capfd.readouterr() == ("", "")


TAGS = struct.Struct("<HHI4s")


def bend(path: Path, tag: bytes) -> None:
    """Put a tag in the place of the one of its number in a TIFF."""
    data = bytearray(path.read_bytes())
    (begin,) = struct.unpack_from("<I", data, 4)
    places = range(begin + 2, begin + 2 + TAGS.size * data[begin], TAGS.size)
    (place,) = [place for place in places if data[place : place + 2] == tag[:2]]
    data[place : place + TAGS.size] = tag
    path.write_bytes(data)


@pytest.mark.parametrize(
    ("mode", "tag"),
    [
        ("I;16", TAGS.pack(273, 11, 1, b"\x7a\0\0\0")), ("P", TAGS.pack(320, 9, 768, b"\x08\0\0\0")),
        ("RGB", TAGS.pack(277, 3, 1, b"\x7f\0\0\0")),
    ],
    ids=["strips at a fraction", "colours that are too large", "127 samples a pixel"],
)  # fmt: skip
def test_a_tiff_with_a_bent_header_is_refused_in_one_line(tmp_path, mode, tag, capfd):
    Image.new(mode, (60, 40)).save(tmp_path / "a.tif")
    bend(tmp_path / "a.tif", tag)
    with pytest.raises(PictureUnusable, match="picture"):
        open_picture(tmp_path / "a.tif")
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("packing", ["tiff_deflate", "jpeg"])
def test_what_a_library_thinks_of_a_damaged_tiff_is_not_printed(tmp_path, scene, packing, capfd):
    scene.save(tmp_path / "a.tif", compression=packing)
    data = bytearray((tmp_path / "a.tif").read_bytes())
    begin = data.index(b"\xff\xda") if packing == "jpeg" else 8
    data[begin : begin + 4] = b"\xff\x07\xff\x07"
    (tmp_path / "a.tif").write_bytes(data)
    with pytest.raises(PictureUnusable):
        open_picture(tmp_path / "a.tif")
    assert capfd.readouterr() == ("", "")


def test_a_picture_of_too_many_pixels_is_refused_by_its_header(tmp_path, scene):
    scene.save(tmp_path / "a.png")
    data = bytearray((tmp_path / "a.png").read_bytes())
    data[16:24] = (40000).to_bytes(4, "big") * 2
    crc = zlib.crc32(bytes(data[12:29]))
    data[29:33] = crc.to_bytes(4, "big")
    (tmp_path / "a.png").write_bytes(bytes(data))
    with pytest.raises(PictureUnusable, match="too many"):
        open_picture(tmp_path / "a.png")
