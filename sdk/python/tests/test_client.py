"""Tests against a running installation: CARBON_TILL_URL and CARBON_TILL_KEY."""

import base64
import hashlib
import hmac
import os
import time
import unittest
import uuid
from http.client import RemoteDisconnected

from carbon_till import (
    ApiError,
    CarbonTill,
    ConnectionError,
    WebhookVerificationError,
    verify_webhook,
)

URL = os.environ["CARBON_TILL_URL"]
KEY = os.environ["CARBON_TILL_KEY"]
PORTFOLIO = os.environ["CARBON_TILL_PORTFOLIO"]


class Losing(CarbonTill):
    """Loses the responses of its first requests."""

    lost = 0
    keys = ()

    def _send(self, request):
        reply = super()._send(request)
        self.keys = (*self.keys, request.get_header("Idempotency-key"))
        if self.lost == 0:
            return reply
        self.lost -= 1
        raise RemoteDisconnected("the response was lost")


def order(**more):
    return {"amount_kg": 2, "portfolio_id": PORTFOLIO, **more}


class Client(unittest.TestCase):
    def setUp(self):
        self.till = CarbonTill(URL, KEY)

    def test_an_order_costs_what_was_quoted_and_is_found(self):
        quote = self.till.quote_mass({"amount_kg": 2, "portfolio_id": PORTFOLIO})
        placed = self.till.place_order(order())
        self.assertEqual(placed["price_usd_cents"], quote["price_usd_cents"])
        self.assertEqual(self.till.get_order(placed["id"])["id"], placed["id"])

    def test_an_order_whose_response_is_lost_is_placed_once(self):
        till = Losing(URL, KEY)
        till.lost = 2
        reference = str(uuid.uuid4())
        placed = till.place_order(order(metadata=reference))
        self.assertEqual(len(set(till.keys)), 1)
        self.assertEqual(len(till.keys), 3)
        same = [it["id"] for it in self.till.list_orders(limit=3) if it["id"] == placed["id"]]
        self.assertEqual(same, [placed["id"]])

    def test_a_call_without_any_response_can_be_repeated_with_its_key(self):
        till = Losing(URL, KEY, max_retries=0)
        till.lost = 1
        with self.assertRaises(ConnectionError) as caught:
            till.place_order(order())
        key = caught.exception.idempotency_key
        first = self.till.place_order(order(), idempotency_key=key)
        self.assertEqual(self.till.place_order(order(), idempotency_key=key), first)

    def test_a_list_goes_through_all_pages_in_both_directions(self):
        ids = [self.till.create_subaccount({"name": str(n)})["id"] for n in range(5)]
        listed = [it["id"] for it in self.till.list_subaccounts(limit=2)]
        self.assertEqual(listed[:5], ids[::-1])
        newer = [it["id"] for it in self.till.list_subaccounts(limit=2, ending_before=ids[0])]
        self.assertEqual(set(newer), set(ids[1:]))
        self.assertTrue(self.till.list_subaccounts(limit=1).page()["has_more"])

    def test_a_deleted_object_whose_response_is_lost_is_deleted(self):
        till = Losing(URL, KEY)
        created = till.create_subaccount({"name": "Short"})
        till.lost = 1
        self.assertIsNone(till.delete_subaccount(created["id"]))
        with self.assertRaises(ApiError) as caught:
            till.get_subaccount(created["id"])
        self.assertEqual(caught.exception.code, "not-found")

    def test_an_error_has_its_code_and_fields(self):
        with self.assertRaises(ApiError) as caught:
            self.till.place_order(order(amount_kg=0))
        error = caught.exception
        self.assertEqual((error.status, error.code), (400, "invalid-parameters"))
        self.assertEqual(error.error_codes, {"amount_kg": "too-small"})
        self.assertTrue(error.request_id)
        with self.assertRaises(ApiError) as caught:
            CarbonTill(URL, "ct_test_wrong").list_portfolios().page()
        self.assertEqual((caught.exception.status, caught.exception.code), (401, "unauthorized"))

    def test_an_address_with_a_path_and_one_that_nothing_listens_at(self):
        self.assertTrue(CarbonTill(f"{URL}/v1/", KEY).list_portfolios().page()["data"])
        with self.assertRaises(ConnectionError):
            CarbonTill("http://127.0.0.1:9", KEY, max_retries=0).get_balance()
        with self.assertRaises(ValueError):
            CarbonTill("till.example", KEY)


class Webhooks(unittest.TestCase):
    key = b"secret of this test"
    secret = "whsec_" + base64.b64encode(key).decode()
    body = b'{"id": "evt_1", "type": "order.fulfilled"}'

    def headers(self, sent_at=None):
        at = str(int(time.time() if sent_at is None else sent_at))
        digest = hmac.digest(self.key, f"evt_1.{at}.".encode() + self.body, hashlib.sha256)
        signature = f"v1,bm9uZQ== v1,{base64.b64encode(digest).decode()}"
        return {"Webhook-Id": "evt_1", "webhook-timestamp": at, "WEBHOOK-SIGNATURE": signature}

    def test_a_signed_event_is_returned(self):
        for secret in (self.secret, ["whsec_AAAA", self.secret]):
            self.assertEqual(verify_webhook(self.body, self.headers(), secret)["id"], "evt_1")

    def test_a_changed_old_or_unsigned_request_is_refused(self):
        late = self.headers(time.time() - 400)
        for body, headers, secret in (
            (self.body + b" ", self.headers(), self.secret),
            (self.body, late, self.secret),
            (self.body, {}, self.secret),
            (self.body, self.headers(), "whsec_AAAA"),
        ):
            with self.assertRaises(WebhookVerificationError):
                verify_webhook(body, headers, secret)


if __name__ == "__main__":
    unittest.main()
