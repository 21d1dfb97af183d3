from typing import Any, Dict, List, Optional


class CarbonTillError(Exception):
    """Every error that this package raises by itself."""


def _message_of(status: int, problem: Dict[str, Any]) -> str:
    title = problem.get("title") or f"HTTP {status}"
    fields = [f"{name} {', '.join(texts)}" for name, texts in problem.get("errors", {}).items()]
    detail = problem.get("detail") or ""
    rest = "; ".join([*filter(None, [detail]), *(text for text in fields if text not in detail)])
    return f"{title}: {rest}" if rest else title


class ApiError(CarbonTillError):
    """The API rejected the request, and it had no effect."""

    def __init__(
        self,
        status: int,
        problem: Optional[Dict[str, Any]],
        request_id: Optional[str],
        idempotency_key: Optional[str],
    ) -> None:
        body = problem or {}
        super().__init__(_message_of(status, body))
        self.status = status
        #: None if the response came from something else, such as a proxy.
        self.code: Optional[str] = body.get("code", "unauthorized" if status == 401 else None)
        self.title: Optional[str] = body.get("title")
        self.detail: Optional[str] = body.get("detail")
        #: The messages of each invalid field.
        self.errors: Dict[str, List[str]] = body.get("errors", {})
        #: The code of each field in `errors`.
        self.error_codes: Dict[str, str] = body.get("error_codes", {})
        #: For `insufficient-stock`: kg that can be bought now.
        self.available_kg: Optional[int] = body.get("available_kg")
        #: Include it when you ask the installation's operator for help.
        self.request_id = request_id
        self.idempotency_key = idempotency_key
        #: The whole response body.
        self.problem = problem


class ConnectionError(CarbonTillError):
    """There was no complete response, even after retries, so the effect is unknown.

    Repeat the call with the same `idempotency_key`: the effect happens only once.
    """

    def __init__(self, message: str, idempotency_key: Optional[str]) -> None:
        super().__init__(message)
        self.idempotency_key = idempotency_key


class TimeoutError(ConnectionError):
    """The last attempt took longer than `timeout`."""


class WebhookVerificationError(CarbonTillError):
    """The request to your webhook receiver does not come from Carbon Till. Respond with 400."""
