"""The event stream: messages as they happen, resumed after the last id."""

from __future__ import annotations

import json
import urllib.request
from dataclasses import dataclass, field
from typing import Any, Iterator, List, Mapping, Optional

from ._errors import BarographError
from ._transport import BROKEN, Patience, may_pass, open_once, unanswered


@dataclass(frozen=True)
class Message:
    """One message of the stream.

    Attributes:
        kind: ``open`` (connected), ``event``, ``gap`` (events from ``after_id`` to ``resumed_after_id`` are kept no longer:
            lost), ``lagged`` (this reader was too slow; nothing is lost), ``provenance`` (sources of events), ``closed``
            (the connection ended; the next one is opened after ``retry_in`` seconds).
        id: id of an event; None for the others.
        data: the event, or the fields of another message.
    """

    kind: str
    id: Optional[int] = None
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass
class _Place:
    """The state that connections share."""

    last_id: Optional[int]
    retry: Optional[float] = None
    failures: int = 0


@dataclass(frozen=True)
class Frame:
    """One server-sent event."""

    event: str
    data: str
    id: Optional[str]


def frames_of(lines: Iterator[bytes], place: _Place) -> Iterator[Frame]:
    """Frames of a stream that is read line by line (WHATWG HTML, section 9.2.6)."""
    event, data, last = "", [], None  # type: str, List[str], Optional[str]
    for line in lines:
        text = line.decode("utf-8", "replace").rstrip("\r\n")
        if text == "":
            if data:
                yield Frame(event or "message", "\n".join(data), last)
            event, data = "", []
            continue
        name, _, value = text.partition(":")
        value = value[1:] if value.startswith(" ") else value
        if name == "event":
            event = value
        elif name == "data":
            data.append(value)
        elif name == "id" and "\0" not in value:
            last = value
        elif name == "retry" and value.isdigit():
            place.retry = int(value) / 1000


def follow(request: urllib.request.Request, since_id: Optional[int], patience: Patience) -> Iterator[Message]:
    """Messages until the reader stops.

    Raises:
        BarographError: the service refuses this reader, or asks for a wait beyond the longest one.
    """
    place = _Place(since_id)
    while True:
        try:
            yield from _connection(request, place, patience)
            error = BarographError("unreachable", "The service ended the stream.")
        except BarographError as refused:
            error = refused
        if not may_pass(error):
            raise error
        place.failures += 1
        seconds = patience.backoff(place.failures, place.retry) if error.retry_after is None else error.retry_after
        if seconds > patience.longest_wait:
            raise error
        yield Message("closed", None, {"error": error, "retry_in": seconds})
        patience.sleep(seconds)


def _connection(request: urllib.request.Request, place: _Place, patience: Patience) -> Iterator[Message]:
    """Messages of one connection, no event twice. The service writes every 15 s: silence ends it."""
    own = urllib.request.Request(request.full_url, headers=dict(request.header_items()))
    own.add_header("Accept", "text/event-stream")
    own.add_header("Accept-Encoding", "identity")
    if place.last_id is not None:
        own.add_header("Last-Event-ID", str(place.last_id))
    with open_once(own, patience.silent) as response:
        yield Message("open")
        frames = frames_of(iter(response), place)
        while True:
            try:
                one = next(frames, None)
            except BROKEN as error:
                raise unanswered(own, error) from error
            if one is None:
                return
            message = _message_of(one, place)
            if message is not None:
                place.failures = 0
                yield message


def _message_of(one: Frame, place: _Place) -> Optional[Message]:
    """The message of a frame; None for one that came before, or that this version does not know."""
    if one.event == "message":
        if one.id is None or not one.id.isdigit() or (place.last_id is not None and int(one.id) <= place.last_id):
            return None
        place.last_id = int(one.id)
        return Message("event", place.last_id, json.loads(one.data))
    if one.event not in ("gap", "lagged", "provenance"):
        return None
    data = json.loads(one.data)
    if one.event == "gap":
        place.last_id = data["resumed_after_id"]
    return Message(one.event, None, data)
