"""Requests over the standard library: addresses, attempts, waits, and errors from envelopes."""

from __future__ import annotations

import datetime
import email.utils
import gzip
import http.client
import json
import random
import socket
import time
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass
from typing import Any, Callable, Dict, Mapping, Optional, Tuple

from ._errors import BarographError
from ._operations import Route

#: Statuses that another attempt may turn into an answer.
PASSING = frozenset({408, 429, 500, 502, 503, 504})
BROKEN = (urllib.error.URLError, http.client.HTTPException, OSError, EOFError)


@dataclass(frozen=True)
class Patience:
    """Waits of a client, seconds. The defaults are those of the TypeScript client."""

    retries: int = 2
    timeout: float = 15.0
    first_wait: float = 0.5
    longest_wait: float = 60.0
    silent: float = 45.0
    sleep: Callable[[float], None] = time.sleep

    def backoff(self, attempt: int, first: Optional[float] = None) -> float:
        """Wait before attempt ``attempt`` + 1: exponential, half of it up to chance."""
        start = self.first_wait if first is None else first
        most = min(self.longest_wait, start * 2 ** min(attempt - 1, 30))
        return most * (0.5 + random.random() / 2)


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """The key goes to the service that it was given for, and to no other address."""

    def redirect_request(self, *_: Any) -> None:
        return None


_OPENER = urllib.request.build_opener(_NoRedirects)


def text_of(name: str, value: Any) -> str:
    """A value as it stands in an address. Lists are joined by commas, moments are ISO-8601 in UTC."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (str, int, float)):
        return str(value)
    if isinstance(value, datetime.datetime):
        if value.tzinfo is None:
            raise TypeError(f'"{name}" expected a datetime with a time zone, got {value!r}')
        return value.astimezone(datetime.timezone.utc).isoformat().replace("+00:00", "Z")
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, (list, tuple, set, frozenset)):
        return ",".join(text_of(name, one) for one in (sorted(value) if isinstance(value, (set, frozenset)) else value))
    raise TypeError(f'"{name}" expected a text, a number, a boolean, a moment or a list of them, got {value!r}')


def request_of(
    base: str, route: Route, given: Mapping[str, Any], headers: Mapping[str, str]
) -> urllib.request.Request:
    """The request of a call. Parameters that are None are left out."""
    path = route.path
    for name in route.places:
        text = text_of(name, given[name]) if given.get(name) is not None else ""
        if text == "":
            raise TypeError(f'"{name}" expected in the path, got {given.get(name)!r}')
        path = path.replace("{" + name + "}", urllib.parse.quote(text, safe=""))
    query = {name: text_of(name, given[name]) for name in route.query if given.get(name) is not None}
    body = {name: given[name] for name in route.body if given.get(name) is not None}
    address = base + path + (f"?{urllib.parse.urlencode(query, quote_via=urllib.parse.quote)}" if query else "")
    data = json.dumps(body).encode() if route.body else None
    own = {"accept-encoding": "gzip", **({"content-type": "application/json"} if route.body else {}), **headers}
    return urllib.request.Request(address, data=data, headers=own, method=route.method)


def open_once(request: urllib.request.Request, timeout: float) -> Any:
    """One attempt. Returns the response of a 2xx.

    Raises:
        BarographError: any other status, or nothing that answers.
    """
    try:
        return _OPENER.open(request, timeout=timeout)
    except urllib.error.HTTPError as refused:
        with refused:
            raise refusal_of(refused.code, headers_of(refused), body_of(refused)) from None
    except BROKEN as error:
        raise unanswered(request, error) from error


def unanswered(request: urllib.request.Request, error: BaseException) -> BarographError:
    """The error of a call that nothing answered, or whose answer broke off."""
    reason = getattr(error, "reason", error)
    if isinstance(reason, (socket.timeout, TimeoutError)):
        return BarographError("timeout", f"{request.full_url} gave no answer in time.")
    return BarographError("unreachable", f"{request.full_url} cannot be reached: {reason}")


def headers_of(response: Any) -> Dict[str, str]:
    """Headers by their name in lower case."""
    return {name.lower(): value for name, value in response.headers.items()}


def body_of(response: Any) -> bytes:
    """The whole body, unpacked."""
    data: bytes = response.read()
    return gzip.decompress(data) if response.headers.get("content-encoding") == "gzip" else data


def retry_after_of(headers: Mapping[str, str], now: Optional[float] = None) -> Optional[float]:
    """Seconds of a Retry-After header, which holds seconds or a date (RFC 9110, section 10.2.3)."""
    text = headers.get("retry-after", "").strip()
    if text.isdigit():
        return float(text)
    try:
        moment = email.utils.parsedate_to_datetime(text)
    except (TypeError, ValueError, IndexError):
        return None
    return max(0.0, moment.timestamp() - (time.time() if now is None else now))


def refusal_of(status: int, headers: Mapping[str, str], body: bytes) -> BarographError:
    """The error of a refusal, from its envelope."""
    try:
        detail = json.loads(body)["detail"]
    except (ValueError, KeyError, TypeError):
        detail = None
    known: Dict[str, Any] = {
        "status": status,
        "retry_after": retry_after_of(headers),
        "request_id": headers.get("x-request-id"),
    }
    if isinstance(detail, list):
        faults = [one for one in detail if isinstance(one, dict) and "loc" in one and "msg" in one]
        message = "; ".join(f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in faults)
        return BarographError("invalid_parameters", message, faults=faults, **known)
    if not isinstance(detail, dict) or not isinstance(detail.get("error"), str):
        return BarographError("unknown_error", f"The service answered {status}.", **known)
    rest = {name: value for name, value in detail.items() if name not in ("error", "message")}
    return BarographError(detail["error"], str(detail.get("message", detail["error"])), detail=rest, **known)


def may_pass(error: BarographError) -> bool:
    """Whether the same call may be answered later."""
    return error.code in ("unreachable", "timeout") if error.status is None else error.status in PASSING


def perform(
    request: urllib.request.Request, patience: Patience, timeout: float
) -> Tuple[int, Dict[str, str], bytes, int]:
    """Status, headers, body and number of attempts of a call.

    GET and HEAD are repeated when the failure may pass, after Retry-After or growing waits. A wait beyond the longest one
    raises the error as it is. What changes something is sent once.
    """
    most = patience.retries + 1 if request.get_method() in ("GET", "HEAD") else 1
    attempt = 1
    while True:
        try:
            with open_once(request, timeout) as response:
                try:
                    return response.status, headers_of(response), body_of(response), attempt
                except BROKEN as error:
                    raise unanswered(request, error) from error
        except BarographError as error:
            error.attempts = attempt
            seconds = patience.backoff(attempt) if error.retry_after is None else error.retry_after
            if attempt >= most or not may_pass(error) or seconds > patience.longest_wait:
                raise
        patience.sleep(seconds)
        attempt += 1
