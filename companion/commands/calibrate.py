"""``companion calibrate``: the lens profile of the camera that stays, from a printed sheet."""

from __future__ import annotations

import argparse
import os
import sys
import time
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.commands.pictures import told_of
from companion.config import data_dir
from companion.errors import CompanionError

if TYPE_CHECKING:
    from argparse import _SubParsersAction
    from collections.abc import Callable

    from companion.vision.camera_devices import PiCamera, UsbCamera
    from companion.vision.lens.held import Held
    from companion.vision.lens.view import View
    from companion.vision.lens.views import Views

RULER_MM = 100.0
SHEET = Path("calibration-sheet.pdf")


class CalibrationError(CompanionError):
    """A calibration cannot be made, shown or forgotten; says why and what to do."""


def add_to(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command line of this command."""
    parser = commands.add_parser(
        "calibrate",
        help="measure the lens of the camera that stays (optional)",
        description="Measures the lens of a camera that stays where it is, from about a dozen views of a printed "
        "sheet. Without an action: with the live camera. The companion works without.",
    )
    _result_options(parser, argparse.SUPPRESS)
    parser.set_defaults(run=run_live, camera=None, out=None, picture=None, ruler=RULER_MM)
    actions = parser.add_subparsers(dest="action", metavar="ACTION")
    sheet = actions.add_parser("sheet", help="write the sheet to print, true to scale (PDF)")
    sheet.add_argument("file", nargs="?", type=Path, default=SHEET, metavar="OUT.pdf", help=f"({SHEET})")
    sheet.add_argument("--paper", choices=("a4", "letter"), default="a4", help="(a4)")
    sheet.set_defaults(run=run_sheet)
    pictures = actions.add_parser("pictures", help="use pictures of the sheet that were taken before")
    pictures.add_argument("images", nargs="+", metavar="IMAGE", help="a picture of the sheet by this camera")
    _result_options(pictures, argparse.SUPPRESS)
    pictures.set_defaults(run=run_pictures)
    show = actions.add_parser("show", help="the profiles that are kept")
    show.set_defaults(run=run_show)
    forget = actions.add_parser("forget", help="forget a profile: pictures are used as they come again")
    forget.add_argument("--camera", metavar="WHAT", default=argparse.SUPPRESS, help="usb:0 or picamera2")
    forget.set_defaults(run=run_forget)


def _result_options(parser: argparse.ArgumentParser, unset: str) -> None:
    """What both ways of calibrating take. ``unset``: default that leaves what stood before the action."""
    parser.add_argument(
        "--camera", metavar="WHAT", default=unset, help="usb:0 or picamera2; else the one that is there"
    )
    parser.add_argument("--out", metavar="FILE.json", type=Path, default=unset, help="write the profile here instead")
    parser.add_argument("--picture", metavar="OUT.png", type=Path, default=unset, help="draw the result")
    parser.add_argument(
        "--ruler", metavar="MM", type=_ruler, default=unset, help="length of the printed bar, if it is not 100 mm"
    )


def _ruler(text: str) -> float:
    try:
        length = float(text.replace(",", "."))
    except ValueError:
        length = 0.0
    if not 50 <= length <= 200:
        raise argparse.ArgumentTypeError(f"a length from 50 to 200 mm, not {text!r}")
    return length


def run_sheet(args: argparse.Namespace) -> int:
    """Write the sheet."""
    from companion.vision.lens.pdf import PAPERS, sheet_pdf
    from companion.vision.written import write_whole

    write_whole(args.file, sheet_pdf(PAPERS[args.paper]))
    print(f"{args.file}: print it at 100 % on {args.paper.upper()} and measure the bar: 100 mm from end to end")
    return 0


def run_live(args: argparse.Namespace) -> int:
    """Take the views with the live camera."""
    from companion.vision.camera import device_of, find_camera

    spec = args.camera or find_camera()
    if spec is None:
        raise CalibrationError("no camera found: plug one in, or give pictures: companion calibrate pictures IMAGE...")
    _require_writable_name(args)
    connect = device_of(spec)
    if connect is None:
        raise CalibrationError(f"{spec} is no live camera: give its pictures: companion calibrate pictures IMAGE...")
    camera = connect()
    try:
        return calibrate_with(camera, spec, args, time.monotonic)
    finally:
        camera.close()


def calibrate_with(
    camera: UsbCamera | PiCamera, spec: str, args: argparse.Namespace, now: Callable[[], float]
) -> int:  # fmt: skip
    """Take the views with a camera that was opened, and finish. ``now``: seconds of a clock that only goes forward."""
    from companion.vision.lens.session import Session

    settled: list[Held] = []

    def hold() -> None:
        held, refused = camera.hold(None)
        settled.append(held)
        _say(_held_line(held, refused))

    session = Session(camera, hold, _say, now)
    _say("Hold the printed sheet under the camera. Ctrl+C ends without a result.")
    views = session.run()
    held = settled[0] if settled else None
    return _finish(args, views, session.picture, camera=spec, device=camera.device, held=held)


def run_pictures(args: argparse.Namespace) -> int:
    """Use picture files; one that is of no use is named and does not keep the others from being used."""
    from companion.vision.camera import device_of
    from companion.vision.lens.view import view_of
    from companion.vision.lens.views import Views
    from companion.vision.picture import open_picture

    if args.camera is None and args.out is None:
        raise CalibrationError(
            "say of which camera these pictures are (--camera usb:0), or where to write (--out FILE)"
        )
    if args.camera is not None and device_of(args.camera) is None:
        raise CalibrationError(
            f"{args.camera!r} is no live camera, only those keep a profile: write usb:0 or picamera2"
        )
    _require_writable_name(args)
    views, largest = Views(), None
    for image in args.images:
        try:
            picture = open_picture(Path(image)).pixels
            view = view_of(picture)
            views.add(image, view)
            if view is max(views.views, key=_area):
                largest = picture
        except CompanionError as error:
            print(told_of(image, error), file=sys.stderr)
    return _finish(args, views, largest, camera=args.camera or "", device="", held=None)


def _area(view: View) -> float:
    return view.area


def run_show(_args: argparse.Namespace) -> int:
    """One line for each profile that is kept, and one for what it holds."""
    from companion.vision.lens.store import ProfileUnusable, load_profile

    status = 0
    for file in _kept():
        try:
            profile = load_profile(file)
        except ProfileUnusable as error:
            print(error, file=sys.stderr)
            status = 1
            continue
        print(profile.in_one_line())
        if profile.held is not None:
            print(f"  {_held_line(profile.held, [])}")
    if not _kept():
        print("no lens profile: pictures are used as they come; make one with `companion calibrate`")
    return status


def run_forget(args: argparse.Namespace) -> int:
    """Remove a profile."""
    from companion.vision.lens.store import profile_file

    kept = _kept()
    if args.camera is None and len(kept) > 1:
        raise CalibrationError("several profiles are kept: name the camera with --camera, `calibrate show` lists them")
    file = profile_file(data_dir(), args.camera) if args.camera else (kept[0] if kept else None)
    if file is None or file not in kept:
        raise CalibrationError(
            f"no lens profile is kept{f' of {args.camera}' if args.camera else ''}: nothing to forget"
        )
    file.unlink()
    print(f"{file.stem}: forgotten, its pictures are used as they come")
    return 0


def _kept() -> list[Path]:
    from companion.vision.lens.store import FOLDER

    return sorted((data_dir() / FOLDER).glob("*.json"))


def _finish(
    args: argparse.Namespace, views: Views, picture: Any, *, camera: str, device: str, held: Held | None
) -> int:
    """Compute, print, draw and keep the result. Nothing is written unless all went well."""
    from companion.vision.lens.solve import as_profile, solved
    from companion.vision.lens.store import profile_file, save_profile

    lens = solved(views)
    made = date.today().isoformat()
    scale = args.ruler / RULER_MM
    profile = as_profile(lens, camera=camera, device=device, made=made, held=held, print_scale=scale)
    if lens.left_out:
        print(f"left out, they do not fit the others: {', '.join(lens.left_out)}")
    if args.picture is not None:
        _draw(args.picture, picture, max(views.views, key=_area), profile, lens)
    file = args.out or profile_file(data_dir(), camera)
    save_profile(file, profile)
    print(profile.in_one_line())
    print(f"written to {file}")
    return 0


def _draw(target: Path, picture: Any, view: View, profile: Any, lens: Any) -> None:
    import cv2

    from companion.vision.lens.picture import result_picture
    from companion.vision.written import write_whole

    write_whole(target, cv2.imencode(".png", result_picture(picture, view, profile, lens))[1].tobytes())


def _require_writable_name(args: argparse.Namespace) -> None:
    """Before anybody holds a sheet for minutes."""
    if args.picture is not None and args.picture.suffix.lower() != ".png":
        raise CalibrationError(f"{args.picture}: --picture writes PNG, give a name that ends in .png")
    for file in (args.picture, args.out):
        if file is None:
            continue
        folder = file.absolute().parent
        if not folder.is_dir():
            raise CalibrationError(f"{file}: its folder does not exist, make it first")
        if not os.access(folder, os.W_OK):
            raise CalibrationError(f"{file}: its folder cannot be written: check the rights, or give another one")
        if file.exists() and not file.is_file():
            raise CalibrationError(f"{file}: is a folder or no ordinary file, give another name")


def _held_line(held: Held, refused: list[str]) -> str:
    names = ("focus", "exposure", "gain", "colour")
    values = [f"{name} {_number(getattr(held, name))}" for name in names if getattr(held, name) is not None]
    kept = f"held from now on: {', '.join(values)}" if values else "the camera tells no focus or exposure to hold"
    return kept + (f"; it refuses {', '.join(refused)}" if refused else "")


def _number(value: float | tuple[float, ...]) -> str:
    return " and ".join(f"{part:g}" for part in (value if isinstance(value, tuple) else (value,)))


def _say(line: str) -> None:
    print(line, flush=True)
