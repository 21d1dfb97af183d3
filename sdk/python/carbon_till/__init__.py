"""Client for Carbon Till: order and sell carbon credits by the kilogram."""

from ._client import CarbonTill
from ._errors import (
    ApiError,
    CarbonTillError,
    ConnectionError,
    TimeoutError,
    WebhookVerificationError,
)
from ._http import List
from ._webhooks import verify_webhook

__all__ = [
    "ApiError",
    "CarbonTill",
    "CarbonTillError",
    "ConnectionError",
    "List",
    "TimeoutError",
    "WebhookVerificationError",
    "verify_webhook",
]
