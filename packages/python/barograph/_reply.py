"""The answer of a call: its JSON, and the facts that came with it."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Dict, Mapping, Optional

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True)
class Allowance:
    """Calls that the key has left in the window with fewer of them."""

    window: str
    limit: int
    remaining: int
    reset_at: datetime.datetime


@dataclass(frozen=True)
class Meta:
    """Facts of an answer beside its body."""

    operation: str
    status: int
    headers: Mapping[str, str]
    attempts: int

    @property
    def request_id(self) -> Optional[str]:
        """The service's name of the call."""
        return self.headers.get("x-request-id")

    @property
    def allowance(self) -> Optional[Allowance]:
        """None when the call was not counted."""
        try:
            limit, remaining, reset = (int(self.headers[f"x-ratelimit-{name}"]) for name in NUMBERS)
        except (KeyError, ValueError):
            return None
        moment = datetime.datetime.fromtimestamp(reset, datetime.timezone.utc)
        return Allowance(self.headers.get("x-ratelimit-window", ""), limit, remaining, moment)


NUMBERS = ("limit", "remaining", "reset")


class Reply(Dict[str, Any]):
    """JSON of an answer, a dict as the service sent it, with ``meta`` and ``frame``."""

    meta: Meta

    def __init__(self, body: Mapping[str, Any], meta: Meta) -> None:
        super().__init__(body)
        self.meta = meta

    def frame(self, field: Optional[str] = None) -> "pandas.DataFrame":
        """Rows of a list as a DataFrame, see :func:`barograph.frame`. Needs pandas."""
        from ._frame import frame

        return frame(self, field)
