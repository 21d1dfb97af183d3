import email.utils
import http.client
import json
import random
import socket
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import Any, Callable, Dict, Iterator, Mapping, NamedTuple, Optional, Union

from ._errors import ApiError, ConnectionError, TimeoutError

Json = Dict[str, Any]

FIRST_PAUSE = 0.5
MAX_PAUSE = 8.0
#: A call does not wait longer than this, whatever the server asks for.
MAX_RETRY_AFTER = 60.0
RETRIED = {429, 500, 502, 503, 504}


class Upload(NamedTuple):
    content: bytes
    content_type: str


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect would repeat the request elsewhere, and without its body."""

    def redirect_request(self, *_args: Any, **_kwargs: Any) -> None:
        return None


class _Reply(NamedTuple):
    status: int
    headers: Mapping[str, str]
    body: bytes


def _should_retry(status: int, code: Optional[str]) -> bool:
    if status == 409:
        return code == "idempotency-concurrent-requests"
    return status in RETRIED


def _retry_after(text: str) -> Optional[float]:
    if text.isascii() and text.isdigit():
        return float(text)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(text).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


def _pause(attempt: int, retry_after: Optional[str]) -> Optional[float]:
    """None if the server asks for more than a call waits."""
    longest = min(MAX_PAUSE, FIRST_PAUSE * 2**attempt)
    # Spreads clients that failed together.
    own = longest * (0.5 + random.random() / 2)
    requested = None if retry_after is None else _retry_after(retry_after)
    if requested is None:
        return own
    return None if requested > MAX_RETRY_AFTER else max(requested, own)


def _json_of(body: bytes) -> Any:
    try:
        return json.loads(body)
    except ValueError:
        return None


class List:
    """A list. Iterating goes through the items of all pages, and requests each when needed."""

    def __init__(self, get: Callable[[Json], Json], query: Json) -> None:
        self._get = get
        self._query = query

    def page(self) -> Json:
        """The first page: `data` and `has_more`."""
        return self._get(self._query)

    def pages(self) -> Iterator[Json]:
        """The pages. With `ending_before`, each next page has newer items."""
        upwards = "ending_before" in self._query
        rest = {
            name: value
            for name, value in self._query.items()
            if name not in ("starting_after", "ending_before")
        }
        page = self.page()
        while True:
            yield page
            data = page["data"]
            if not page["has_more"] or not data or "id" not in data[0]:
                return
            end = data[0] if upwards else data[-1]
            cursor = "ending_before" if upwards else "starting_after"
            page = self._get({**rest, cursor: end["id"]})

    def __iter__(self) -> Iterator[Json]:
        for page in self.pages():
            yield from page["data"]


class HttpClient:
    """Sends requests, and repeats them as far as that is safe."""

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        timeout: float = 30.0,
        max_retries: int = 4,
    ) -> None:
        """`timeout` is the longest time of one attempt, in seconds."""
        if not api_key:
            raise ValueError("api_key is missing")
        parts = urllib.parse.urlsplit(base_url)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise ValueError("base_url is not the address of an installation")
        path = parts.path.rstrip("/")
        root = path[: -len("/v1")] if path.endswith("/v1") else path
        self._root = urllib.parse.urlunsplit((parts.scheme, parts.netloc, root, "", ""))
        self._api_key = api_key
        self._timeout = timeout
        self._max_retries = max_retries
        self._opener = urllib.request.build_opener(_NoRedirect)

    def _send(self, request: urllib.request.Request) -> _Reply:
        """One attempt. A test replaces it."""
        try:
            with self._opener.open(request, timeout=self._timeout) as response:
                return _Reply(response.status, response.headers, response.read())
        except urllib.error.HTTPError as error:
            with error:
                return _Reply(error.code, error.headers, error.read())

    def _attempt(self, request: urllib.request.Request, key: Optional[str]) -> _Reply:
        try:
            reply = self._send(request)
        except (OSError, http.client.HTTPException) as error:
            reason = getattr(error, "reason", error)
            if isinstance(reason, (socket.timeout, OSError)) and "timed out" in str(reason):
                raise TimeoutError(f"no response within {self._timeout} s", key) from error
            raise ConnectionError(f"no response: {reason}", key) from error
        if 200 <= reply.status < 300 and reply.body and _json_of(reply.body) is None:
            raise ConnectionError("no response: it is not JSON", key)
        return reply

    def _request_for(
        self,
        method: str,
        path: str,
        query: Optional[Json],
        body: Union[Json, Upload, None],
        headers: Dict[str, str],
    ) -> urllib.request.Request:
        sent = {name: value for name, value in (query or {}).items() if value is not None}
        values = {
            name: str(value).lower() if isinstance(value, bool) else str(value)
            for name, value in sent.items()
        }
        search = f"?{urllib.parse.urlencode(values)}" if values else ""
        data: Optional[bytes] = None
        if isinstance(body, Upload):
            data, headers["Content-Type"] = body
        elif body is not None:
            data, headers["Content-Type"] = json.dumps(body).encode(), "application/json"
        url = f"{self._root}/v1{path}{search}"
        return urllib.request.Request(url, data=data, headers=headers, method=method)

    def _request(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Json] = None,
        body: Union[Json, Upload, None] = None,
        subaccount_id: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        is_keyed: bool = False,
    ) -> Any:
        """Calls the API. Retries always have the same idempotency key."""
        headers = {"Authorization": f"Bearer {self._api_key}", "Accept": "application/json"}
        key = (idempotency_key or str(uuid.uuid4())) if is_keyed else None
        if key is not None:
            headers["Idempotency-Key"] = key
        if subaccount_id is not None:
            headers["X-Subaccount-Id"] = subaccount_id
        request = self._request_for(method, path, query, body, headers)
        may_have_happened = False
        attempt = 0
        while True:
            is_last = attempt >= self._max_retries
            try:
                reply = self._attempt(request, key)
            except ConnectionError:
                if is_last:
                    raise
                may_have_happened = True
                time.sleep(_pause(attempt, None) or 0)
                attempt += 1
                continue
            if 200 <= reply.status < 300:
                return json.loads(reply.body) if reply.body else None
            # An earlier attempt deleted it, and its response was lost.
            if method == "DELETE" and reply.status == 404 and may_have_happened:
                return None
            problem = _json_of(reply.body)
            problem = problem if isinstance(problem, dict) and "title" in problem else None
            wait = _pause(attempt, reply.headers.get("Retry-After"))
            code = problem.get("code") if problem else None
            if is_last or wait is None or not _should_retry(reply.status, code):
                raise ApiError(reply.status, problem, reply.headers.get("X-Request-Id"), key)
            may_have_happened = may_have_happened or reply.status >= 500
            time.sleep(wait)
            attempt += 1

    def _list(
        self, path: str, query: Json, *, subaccount_id: Optional[str] = None
    ) -> List:
        given = {name: value for name, value in query.items() if value is not None}
        return List(
            lambda cursor: self._request("GET", path, query=cursor, subaccount_id=subaccount_id),
            given,
        )
