import base64
import binascii
import hashlib
import hmac
import json
import time
from typing import Any, Dict, Iterable, Mapping, Optional, Union

from ._errors import WebhookVerificationError

TOLERANCE_SECONDS = 300


def _key_of(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret[6:] if secret.startswith("whsec_") else secret, validate=True)
    except binascii.Error:
        key = b""
    if not key:
        raise TypeError("secret is not a webhook secret")
    return key


def verify_webhook(
    body: Union[str, bytes],
    headers: Mapping[str, str],
    secret: Union[str, Iterable[str]],
    *,
    tolerance_seconds: float = TOLERANCE_SECONDS,
    now: Optional[float] = None,
) -> Dict[str, Any]:
    """Returns the event of a request that Carbon Till has signed.

    `body` is the raw body: parsing and serializing it again may change it. `secret` is `whsec_…`,
    or several of them. The same event may arrive more than once: store its `id`.
    Raises WebhookVerificationError if the signature is wrong or too old.
    """
    given = {name.lower(): value for name, value in headers.items()}
    event_id = given.get("webhook-id", "")
    sent_at = given.get("webhook-timestamp", "")
    signatures = given.get("webhook-signature", "")
    if not event_id or not (sent_at.isascii() and sent_at.isdigit()) or not signatures:
        raise WebhookVerificationError("the signature headers are missing")
    if abs((time.time() if now is None else now) - int(sent_at)) > tolerance_seconds:
        raise WebhookVerificationError("the timestamp is too far from the current time")
    raw = body.encode() if isinstance(body, str) else bytes(body)
    signed = f"{event_id}.{sent_at}.".encode() + raw
    secrets = [secret] if isinstance(secret, str) else list(secret)
    own = [base64.b64encode(hmac.digest(_key_of(it), signed, hashlib.sha256)) for it in secrets]
    for signature in signatures.split():
        version, _, value = signature.partition(",")
        if version == "v1" and any(hmac.compare_digest(value.encode(), it) for it in own):
            event: Dict[str, Any] = json.loads(raw)
            return event
    raise WebhookVerificationError("no signature matches")
