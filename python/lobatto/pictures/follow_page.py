"""A run in progress as one page, which a browser on this machine sees and loads again and again."""

from __future__ import annotations

import base64
import time
from collections.abc import Iterator
from contextlib import suppress
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock

from lobatto.errors import Damages, LobattoError
from lobatto.pictures.follow_view import headline
from lobatto.pictures.histories import draw_history
from lobatto.pictures.picture_folder import PictureFolder
from lobatto.pictures.sample_pictures import draw_samples
from lobatto.runs.follow import Follower, Moment

ADDRESS = "127.0.0.1"
HOSTS = (ADDRESS, "localhost")
"""What a browser here asks for; under another name it may be a page from elsewhere that asks."""
DRAWING_SHARE = 10
"""Pictures are drawn anew after so many times the time that it took to draw them."""
STYLE = (
    "body{font-family:system-ui,sans-serif;max-width:75rem;margin:2rem auto;padding:0 1rem}"
    "img{max-width:100%;display:block;margin:1rem 0}.state{font-weight:bold}.damage{color:#b00}"
)


class FollowPage:
    """The page of one run. Pictures are drawn when somebody asks for it, and only of a record that
    has changed."""

    def __init__(self, follower: Follower, seconds: float) -> None:
        self._follower = follower
        self._seconds = seconds
        self._pictures: list[str] = []
        self._damages = Damages()
        self._drawn: tuple[float, bool] | None = None
        self._next_drawing = 0.0
        self._lock = Lock()

    def html(self) -> str:
        """The page as it is now; of several who ask one after the other."""
        with self._lock:
            return self._html()

    def _html(self) -> str:
        try:
            moment = self._follower.look()
        except LobattoError as error:
            return _document("lobatto", self._seconds, [f'<p class="damage">{escape(str(error))}'])
        self._draw(moment)
        name, progress, state = headline(moment)
        damages = dict.fromkeys(moment.damages.messages + self._damages.messages)
        parts = [
            f"<h1>{escape(name)}</h1>",
            f'<p>{escape(progress)}</p><p class="state">{escape(state)}</p>',
            *(f'<p class="damage">{escape(text)}</p>' for text in damages),
            *self._pictures,
        ]
        return _document(name, None if moment.has_ended else self._seconds, parts)

    def _draw(self, moment: Moment) -> None:
        known = (moment.step, moment.has_ended)
        if known == self._drawn or (not moment.has_ended and time.monotonic() < self._next_drawing):
            return
        start = time.monotonic()
        self._damages = Damages()
        self._pictures = list(_pictures(moment, self._damages))
        self._drawn = known
        end = time.monotonic()
        self._next_drawing = end + DRAWING_SHARE * (end - start)


def _pictures(moment: Moment, damages: Damages) -> Iterator[str]:
    """Those of `lobatto plot` for the record, forces, monitors and probes, as elements of HTML."""
    with TemporaryDirectory(prefix="lobatto-follow-") as place:
        folder = PictureFolder(Path(place))
        with damages.noted():
            draw_history(moment.run, folder)
        for path in [*folder.taken(), *draw_samples(moment.run, folder, damages)]:
            data = base64.b64encode(path.read_bytes()).decode()
            yield f'<img alt="{escape(path.stem)}" src="data:image/png;base64,{data}">'


def _document(title: str, seconds: float | None, parts: list[str]) -> str:
    refresh = "" if seconds is None else f'<meta http-equiv="refresh" content="{seconds:g}">'
    return (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">{refresh}'
        f'<link rel="icon" href="data:,"><title>{escape(title)}</title><style>{STYLE}</style>'
        f"</head><body>{''.join(parts)}</body></html>"
    )


def page_server(page: FollowPage, port: int) -> ThreadingHTTPServer:
    """Serves the page to this machine alone; port 0 is any that is free. Each connection has a
    thread, since browsers open some on which they ask for nothing. Raises LobattoError."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.headers.get("Host", "").rpartition(":")[0] not in HOSTS:
                self.send_error(403)
            elif self.path != "/":
                self.send_error(404)
            else:
                with suppress(ConnectionError):  # a browser need not wait for the answer
                    self._send(page.html().encode())

        def _send(self, body: bytes) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Cache-Control", "no-store")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Says nothing: the terminal is the user's."""

    try:
        return ThreadingHTTPServer((ADDRESS, port), Handler)
    except (OSError, OverflowError) as error:
        raise LobattoError(
            f"port {port} of {ADDRESS} cannot be served: {error}; choose another one with --port, "
            "or none for one that is free"
        ) from None
