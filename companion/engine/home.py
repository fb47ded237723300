"""Where Companion keeps what it saves, and how it writes a file so that a crash loses nothing."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import platformdirs


def home() -> Path:
    """Return the folder for tables and card lists: `COMPANION_HOME`, or the user data folder of the system."""
    chosen = os.environ.get("COMPANION_HOME")
    return Path(chosen).expanduser() if chosen else Path(platformdirs.user_data_dir("companion", appauthor=False))


def write_atomically(path: Path, data: bytes) -> None:
    """Put `data` at `path`: whoever looks finds the old file or the whole new one, whatever happens in between.

    Args:
        path: where to; missing folders are made.
        data: the whole content.

    Raises:
        OSError: no space, or not allowed; the old file is untouched.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(draft).replace(path)
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Make the renaming itself durable, where the system lets a folder be opened."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
