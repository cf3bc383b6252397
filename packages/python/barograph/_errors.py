"""Errors of calls and of the local command."""

from __future__ import annotations

from typing import Any, List, Mapping, Optional, Sequence


class BarographError(Exception):
    """A call without an answer.

    Attributes:
        code: the service's code (``unknown_symbol``, ``tier_too_low``, ...), or ``invalid_parameters`` (422, see
            ``faults``), ``unknown_error`` (no envelope, as proxies answer), ``unreachable``, ``timeout``, ``malformed``.
        message: a sentence for people.
        status: HTTP status; None when nothing answered.
        faults: a record with ``loc`` and ``msg`` for each refused parameter.
        retry_after: wait that the service asked for, seconds; None without one.
        detail: the rest of the envelope, such as ``required_tier`` or ``suggestions``.
        request_id: the service's name of the call.
        attempts: attempts that were made.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: Optional[int] = None,
        faults: Sequence[Mapping[str, Any]] = (),
        retry_after: Optional[float] = None,
        detail: Optional[Mapping[str, Any]] = None,
        request_id: Optional[str] = None,
        attempts: int = 1,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.status = status
        self.faults = list(faults)
        self.retry_after = retry_after
        self.detail = dict(detail or {})
        self.request_id = request_id
        self.attempts = attempts

    @property
    def hints(self) -> List[str]:
        """What to try next, from the envelope; empty when the service says nothing of it."""
        found = []
        for name, text in HINTS.items():
            value = self.detail.get(name)
            if value in (None, [], ""):
                continue
            shown = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
            found.append(f"{text} {shown}")
        if self.retry_after is not None:
            found.append(f"retry after {self.retry_after:g} s")
        return found

    def __str__(self) -> str:
        status = "" if self.status is None else f" ({self.status})"
        return "; ".join([f"{self.code}{status}: {self.message}", *self.hints])


HINTS = {
    "suggestions": "did you mean:",
    "accepted": "accepted:",
    "required_tier": "needs a key of tier",
    "mint_url": "keys are created at",
    "pricing_url": "prices:",
}


class CommandError(Exception):
    """The local command failed.

    Attributes:
        code: exit code of the command; None when it was not started.
        message: what it wrote on standard error.
    """

    def __init__(self, message: str, code: Optional[int] = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
