"""The client: every operation by its name, and the event stream."""

from __future__ import annotations

import difflib
import json
from typing import Any, Callable, Dict, Iterator, Mapping, Optional

from ._errors import BarographError
from ._frame import frame
from ._operations import ROUTES, Operations, Route
from ._reply import Meta, Reply
from ._stream import Message, follow
from ._study import study
from ._transport import Patience, perform, request_of


class Client(Operations):
    """A client of one service, with one key.

    An operation is a method: ``quant.market`` is ``client.quant.market()``, ``auth.keys.create`` is
    ``client.auth.keys_create()``. What goes wrong raises :class:`barograph.BarographError`.

    Args:
        url: address of the service, such as ``http://127.0.0.1:8787``.
        key: sent as ``X-API-Key``; some operations need none.
        headers: headers of every call.
        retries: further attempts of a GET when the failure may pass.
        timeout: seconds without a byte before an attempt ends; an operation that may take longer gets its own time.
        longest_wait: longest wait between attempts, seconds. A Retry-After beyond it raises at once.
        sleep: waits between attempts; another one in tests.

    >>> client = Client("http://127.0.0.1:8787", key="bg_live_...")
    >>> client.quant.market(horizon="4h")["regime"]["label"]  # doctest: +SKIP
    'range_low_vol'
    """

    def __init__(
        self,
        url: str,
        key: Optional[str] = None,
        *,
        headers: Optional[Mapping[str, str]] = None,
        retries: int = 2,
        timeout: float = 15.0,
        longest_wait: float = 60.0,
        sleep: Optional[Callable[[float], None]] = None,
    ) -> None:
        if not url.startswith(("http://", "https://")):
            raise ValueError(f'"url" expected http:// or https://, got {url!r}')
        waits: Dict[str, Any] = {} if sleep is None else {"sleep": sleep}
        self._base = url.rstrip("/")
        self._headers = {**({} if key is None else {"X-API-Key": key}), **(headers or {})}
        self._patience = Patience(retries=retries, timeout=timeout, longest_wait=longest_wait, **waits)
        super().__init__(self)

    def call(self, operation: str, **parameters: Any) -> Any:
        """Calls an operation whose id is known at run time only.

        Args:
            operation: id as in the index of the service, such as ``quant.market``.
            parameters: those of path, query and body by name; ``from_`` is ``from``. None is left out.

        Returns:
            a :class:`Reply`; a text or bytes when another format was asked for; None without a body.

        Raises:
            TypeError: the operation or a parameter is unknown, or one of the path is missing.
            BarographError: the call has no answer.
        """
        route = _known("operation", operation, ROUTES)
        if route.kind == "stream":
            raise TypeError(f'"operation" expected one that ends, got {operation}: iterate over client.stream()')
        request = request_of(self._base, route, _named(route, parameters), self._headers)
        timeout = max(self._patience.timeout, route.seconds)
        status, headers, body, attempts = perform(request, self._patience, timeout)
        return _read(body, Meta(operation, status, headers, attempts))

    def _follow(self, operation: str, **parameters: Any) -> Iterator[Message]:
        route = _known("operation", operation, ROUTES)
        given = _named(route, parameters)
        since_id = given.pop("since_id", None)
        request = request_of(self._base, route, given, self._headers)
        return follow(request, since_id, self._patience)

    frame = staticmethod(frame)
    study = staticmethod(study)


def _known(what: str, name: str, table: Mapping[str, Any]) -> Any:
    if name in table:
        return table[name]
    near = difflib.get_close_matches(name, table, 3, 0.5)
    hint = f": did you mean {', '.join(near)}?" if near else ""
    raise TypeError(f'"{what}" expected one that this version knows, got {name!r}{hint}')


def _named(route: Route, parameters: Mapping[str, Any]) -> Dict[str, Any]:
    """Parameters by their name on the wire."""
    table = dict.fromkeys([*route.places, *route.query, *route.body], True)
    named = {name[:-1] if name.endswith("_") else name: value for name, value in parameters.items()}
    for name in named:
        _known("parameter", name, table)
    return named


def _read(body: bytes, meta: Meta) -> Any:
    """The body by its media type."""
    kind = meta.headers.get("content-type", "").split(";")[0].strip()
    if not body:
        return None
    if kind == "application/json" or kind.endswith("+json"):
        try:
            value = json.loads(body)
        except ValueError as error:
            raise BarographError("malformed", f"The answer is not JSON: {error}", status=meta.status) from error
        return Reply(value, meta) if isinstance(value, dict) else value
    return body.decode("utf-8") if kind.startswith("text/") or kind == "application/x-ndjson" else body
