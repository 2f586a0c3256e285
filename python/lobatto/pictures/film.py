"""Films, frame by frame: as gif by Pillow, as mp4 by ffmpeg."""

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from lobatto.arrays import Bytes
from lobatto.errors import LobattoError
from lobatto.optional_packages import needed

KINDS = ("mp4", "gif")
QUALITY = 8
"""Of mp4, of 0 to 10."""


def film_kind(text: str) -> str:
    """mp4 or gif. Raises LobattoError, also where a package is missing that writes it."""
    if text not in KINDS:
        raise LobattoError(f"--film: found '{text}', expected {' or '.join(KINDS)}")
    if text == "mp4":
        _ffmpeg()
    return text


def write_film(path: Path, frames: Iterator[Bytes], per_second: float) -> Path:
    """frames: [rows, columns, 3] of one size. The file is there when it is whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f".{path.name}")
    write = _write_gif if path.suffix == ".gif" else _write_mp4
    try:
        write(unfinished, path.suffix[1:], frames, per_second)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
    return path


def _write_gif(path: Path, kind: str, frames: Iterator[Bytes], per_second: float) -> None:
    images = (Image.fromarray(frame).quantize(256) for frame in frames)
    first = next(images)
    duration = round(1000 / per_second)
    first.save(path, kind, save_all=True, append_images=images, duration=duration, loop=0)


def _write_mp4(path: Path, kind: str, frames: Iterator[Bytes], per_second: float) -> None:
    first = next(frames)
    size = first.shape[1] + first.shape[1] % 2, first.shape[0] + first.shape[0] % 2
    writer = _ffmpeg().write_frames(
        str(path),
        size,
        fps=per_second,
        quality=QUALITY,
        macro_block_size=2,
        output_params=["-f", kind],
        ffmpeg_log_level="error",
    )
    writer.send(None)
    try:
        for frame in chain([first], frames):
            writer.send(_even(frame))
    except OSError as error:
        raise LobattoError(f"ffmpeg could not write {path}: {error}") from None
    finally:
        writer.close()


def _even(frame: Bytes) -> Bytes:
    """With a white row and column more where the number is odd: the coding wants even ones."""
    rows, columns = frame.shape[0] % 2, frame.shape[1] % 2
    return np.pad(frame, ((0, rows), (0, columns), (0, 0)), constant_values=255)


def _ffmpeg() -> Any:
    """The package, which brings a program along; IMAGEIO_FFMPEG_EXE names another."""
    ffmpeg = needed("imageio_ffmpeg", "a film as mp4 (a gif does not)")
    try:
        ffmpeg.get_ffmpeg_exe()
    except RuntimeError as error:
        raise LobattoError(f"imageio-ffmpeg has no ffmpeg: {error}") from None
    return ffmpeg
