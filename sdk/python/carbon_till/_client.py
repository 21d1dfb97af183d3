# Generated from the OpenAPI document by npm run sdk.
from typing import Any, Optional
from urllib.parse import quote

from ._http import HttpClient, Json, List, Upload


def _path(value: str) -> str:
    return quote(value, safe="")


class CarbonTill(HttpClient):
    """The API: a method for each operation, with the name of the API reference in snake case."""

    def place_order(
        self,
        body: Json,
        *,
        subaccount_id: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> Json:
        """Place an order."""
        return self._request(
            "POST",
            "/orders",
            body=body,
            subaccount_id=subaccount_id,
            idempotency_key=idempotency_key,
            is_keyed=True,
        )

    def list_orders(
        self,
        *,
        limit: Any = None,
        starting_after: Any = None,
        ending_before: Any = None,
        state: Any = None,
        checkout_session_id: Any = None,
        metadata: Any = None,
        type: Any = None,
        created_from: Any = None,
        created_to: Any = None,
        subaccount_id: Optional[str] = None,
    ) -> List:
        """List orders, newest first."""
        return self._list(
            "/orders",
            {
                "limit": limit,
                "starting_after": starting_after,
                "ending_before": ending_before,
                "state": state,
                "checkout_session_id": checkout_session_id,
                "metadata": metadata,
                "type": type,
                "created_from": created_from,
                "created_to": created_to,
            },
            subaccount_id=subaccount_id,
        )

    def get_order(self, id: str) -> Json:
        """Get an order."""
        return self._request("GET", f"/orders/{_path(id)}")

    def cancel_order(self, id: str, *, idempotency_key: Optional[str] = None) -> Json:
        """Cancel a placed order."""
        return self._request(
            "POST",
            f"/orders/{_path(id)}/cancel",
            idempotency_key=idempotency_key,
            is_keyed=True,
        )

    def place_ride_order(
        self,
        body: Json,
        *,
        subaccount_id: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> Json:
        """Place an order for a vehicle ride. Deprecated."""
        return self._request(
            "POST",
            "/orders/ride",
            body=body,
            subaccount_id=subaccount_id,
            idempotency_key=idempotency_key,
            is_keyed=True,
        )

    def quote_mass(self, body: Json, *, subaccount_id: Optional[str] = None) -> Json:
        """Quote by emissions mass."""
        return self._request("POST", "/quotes", body=body, subaccount_id=subaccount_id)

    def quote_train(self, body: Json, *, subaccount_id: Optional[str] = None) -> Json:
        """Quote by train distance."""
        return self._request("POST", "/quotes/train", body=body, subaccount_id=subaccount_id)

    def quote_flight(self, body: Json, *, subaccount_id: Optional[str] = None) -> Json:
        """Quote by flight distance."""
        return self._request("POST", "/quotes/flight", body=body, subaccount_id=subaccount_id)

    def quote_air_freight(self, body: Json, *, subaccount_id: Optional[str] = None) -> Json:
        """Quote by mass and distance of air freight."""
        return self._request("POST", "/quotes/air-freight", body=body, subaccount_id=subaccount_id)

    def quote_ground_freight(self, body: Json, *, subaccount_id: Optional[str] = None) -> Json:
        """Quote by mass and distance of road freight."""
        return self._request(
            "POST",
            "/quotes/ground-freight",
            body=body,
            subaccount_id=subaccount_id,
        )

    def quote_ground_transport(self, body: Json, *, subaccount_id: Optional[str] = None) -> Json:
        """Quote by type of vehicle and distance."""
        return self._request(
            "POST",
            "/quotes/ground-transport",
            body=body,
            subaccount_id=subaccount_id,
        )

    def quote_office_space(self, body: Json, *, subaccount_id: Optional[str] = None) -> Json:
        """Quote by floor area of an office, for a year."""
        return self._request("POST", "/quotes/office-space", body=body, subaccount_id=subaccount_id)

    def quote_ride(self, body: Json, *, subaccount_id: Optional[str] = None) -> Json:
        """Quote by distance of a vehicle ride. Deprecated."""
        return self._request("POST", "/quotes/ride", body=body, subaccount_id=subaccount_id)

    def list_emission_factors(self) -> List:
        """List the emission factors in force."""
        return self._list("/emission-factors", {})

    def create_reservation(
        self,
        body: Json,
        *,
        subaccount_id: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> Json:
        """Reserve credits."""
        return self._request(
            "POST",
            "/reservations",
            body=body,
            subaccount_id=subaccount_id,
            idempotency_key=idempotency_key,
            is_keyed=True,
        )

    def list_reservations(
        self,
        *,
        limit: Any = None,
        starting_after: Any = None,
        ending_before: Any = None,
    ) -> List:
        """List reservations, newest first."""
        return self._list(
            "/reservations",
            {"limit": limit, "starting_after": starting_after, "ending_before": ending_before},
        )

    def get_reservation(self, id: str) -> Json:
        """Get a reservation."""
        return self._request("GET", f"/reservations/{_path(id)}")

    def release_reservation(self, id: str, *, idempotency_key: Optional[str] = None) -> Json:
        """Release a reservation."""
        return self._request(
            "POST",
            f"/reservations/{_path(id)}/release",
            idempotency_key=idempotency_key,
            is_keyed=True,
        )

    def create_checkout_session(
        self,
        body: Json,
        *,
        subaccount_id: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> Json:
        """Create a checkout session."""
        return self._request(
            "POST",
            "/checkout/sessions",
            body=body,
            subaccount_id=subaccount_id,
            idempotency_key=idempotency_key,
            is_keyed=True,
        )

    def list_checkout_sessions(
        self,
        *,
        limit: Any = None,
        starting_after: Any = None,
        ending_before: Any = None,
        state: Any = None,
        checkout_session_id: Any = None,
        metadata: Any = None,
        created_from: Any = None,
        created_to: Any = None,
        subaccount_id: Optional[str] = None,
    ) -> List:
        """List checkout sessions, newest first."""
        return self._list(
            "/checkout/sessions",
            {
                "limit": limit,
                "starting_after": starting_after,
                "ending_before": ending_before,
                "state": state,
                "checkout_session_id": checkout_session_id,
                "metadata": metadata,
                "created_from": created_from,
                "created_to": created_to,
            },
            subaccount_id=subaccount_id,
        )

    def get_checkout_session(self, id: str) -> Json:
        """Get a checkout session."""
        return self._request("GET", f"/checkout/sessions/{_path(id)}")

    def expire_checkout_session(self, id: str, *, idempotency_key: Optional[str] = None) -> Json:
        """Expire an open checkout session."""
        return self._request(
            "POST",
            f"/checkout/sessions/{_path(id)}/expire",
            idempotency_key=idempotency_key,
            is_keyed=True,
        )

    def create_refund(self, id: str, body: Json, *, idempotency_key: Optional[str] = None) -> Json:
        """Refund a checkout session's payment."""
        return self._request(
            "POST",
            f"/checkout/sessions/{_path(id)}/refunds",
            body=body,
            idempotency_key=idempotency_key,
            is_keyed=True,
        )

    def list_refunds(self, id: str) -> List:
        """List refunds of a checkout session's payment, newest first."""
        return self._list(f"/checkout/sessions/{_path(id)}/refunds", {})

    def create_order_checkout_session(
        self,
        body: Json,
        *,
        subaccount_id: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> Json:
        """Create a checkout session (older clients). Deprecated."""
        return self._request(
            "POST",
            "/orders/checkout-session",
            body=body,
            subaccount_id=subaccount_id,
            idempotency_key=idempotency_key,
            is_keyed=True,
        )

    def get_order_checkout_session(self, id: str) -> Json:
        """Get a checkout session (older clients). Deprecated."""
        return self._request("GET", f"/orders/checkout-session/{_path(id)}")

    def create_payment_link(self, body: Json, *, idempotency_key: Optional[str] = None) -> Json:
        """Create a payment link."""
        return self._request(
            "POST",
            "/payment-links",
            body=body,
            idempotency_key=idempotency_key,
            is_keyed=True,
        )

    def list_payment_links(
        self,
        *,
        limit: Any = None,
        starting_after: Any = None,
        ending_before: Any = None,
    ) -> List:
        """List payment links, newest first."""
        return self._list(
            "/payment-links",
            {"limit": limit, "starting_after": starting_after, "ending_before": ending_before},
        )

    def get_payment_link(self, id: str) -> Json:
        """Get a payment link."""
        return self._request("GET", f"/payment-links/{_path(id)}")

    def update_payment_link(self, id: str, body: Json) -> Json:
        """Update, pause or resume a payment link."""
        return self._request("PUT", f"/payment-links/{_path(id)}", body=body)

    def create_subaccount(self, body: Json, *, idempotency_key: Optional[str] = None) -> Json:
        """Create a subaccount."""
        return self._request(
            "POST",
            "/subaccounts",
            body=body,
            idempotency_key=idempotency_key,
            is_keyed=True,
        )

    def list_subaccounts(
        self,
        *,
        limit: Any = None,
        starting_after: Any = None,
        ending_before: Any = None,
        reference: Any = None,
    ) -> List:
        """List subaccounts, newest first."""
        return self._list(
            "/subaccounts",
            {
                "limit": limit,
                "starting_after": starting_after,
                "ending_before": ending_before,
                "reference": reference,
            },
        )

    def get_subaccount(self, id: str) -> Json:
        """Get a subaccount."""
        return self._request("GET", f"/subaccounts/{_path(id)}")

    def update_subaccount(self, id: str, body: Json) -> Json:
        """Update a subaccount."""
        return self._request("PUT", f"/subaccounts/{_path(id)}", body=body)

    def delete_subaccount(self, id: str) -> None:
        """Delete a subaccount."""
        self._request("DELETE", f"/subaccounts/{_path(id)}")

    def upload_subaccount_logo(self, id: str, content: bytes, content_type: str) -> Json:
        """Upload a subaccount's logo."""
        return self._request(
            "PUT",
            f"/subaccounts/{_path(id)}/logo",
            body=Upload(content, content_type),
        )

    def download_subaccount_logo(
        self,
        id: str,
        body: Json,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Json:
        """Set a subaccount's logo from a URL."""
        return self._request(
            "POST",
            f"/subaccounts/{_path(id)}/logo",
            body=body,
            idempotency_key=idempotency_key,
            is_keyed=True,
        )

    def remove_subaccount_logo(self, id: str) -> Json:
        """Remove a subaccount's logo."""
        return self._request("DELETE", f"/subaccounts/{_path(id)}/logo")

    def list_portfolios(self) -> List:
        """List portfolios."""
        return self._list("/portfolios", {})

    def get_portfolio(self, id: str) -> Json:
        """Get a portfolio."""
        return self._request("GET", f"/portfolios/{_path(id)}")

    def list_project_categories(self) -> List:
        """List project categories."""
        return self._list("/project-categories", {})

    def get_project_category(self, id: str) -> Json:
        """Get a project category."""
        return self._request("GET", f"/project-categories/{_path(id)}")

    def list_projects(self) -> List:
        """List projects."""
        return self._list("/projects", {})

    def get_project(self, id: str) -> Json:
        """Get a project with its credit issuances."""
        return self._request("GET", f"/projects/{_path(id)}")

    def list_retirements(
        self,
        *,
        limit: Any = None,
        starting_after: Any = None,
        ending_before: Any = None,
        from_: Any = None,
        to: Any = None,
        subaccount_id: Any = None,
        registry: Any = None,
        registry_status: Any = None,
    ) -> List:
        """List retirements, newest first."""
        return self._list(
            "/retirements",
            {
                "limit": limit,
                "starting_after": starting_after,
                "ending_before": ending_before,
                "from": from_,
                "to": to,
                "subaccount_id": subaccount_id,
                "registry": registry,
                "registry_status": registry_status,
            },
        )

    def get_balance(self) -> Json:
        """Get your balance and what it still covers."""
        return self._request("GET", "/balance")

    def list_invoices(
        self,
        *,
        limit: Any = None,
        starting_after: Any = None,
        ending_before: Any = None,
    ) -> List:
        """List invoices and credit notes, newest first."""
        return self._list(
            "/invoices",
            {"limit": limit, "starting_after": starting_after, "ending_before": ending_before},
        )

    def get_invoice(self, id: str) -> Json:
        """Get an invoice or credit note."""
        return self._request("GET", f"/invoices/{_path(id)}")

    def get_statement(self, month: str, *, subaccount_id: Any = None) -> Json:
        """Get a month's statement."""
        return self._request(
            "GET",
            f"/statements/{_path(month)}",
            query={"subaccount_id": subaccount_id},
        )

    def list_statement_lines(
        self,
        month: str,
        *,
        limit: Any = None,
        starting_after: Any = None,
        subaccount_id: Any = None,
    ) -> List:
        """List the lines of a month's statement, oldest first."""
        return self._list(
            f"/statements/{_path(month)}/lines",
            {"limit": limit, "starting_after": starting_after, "subaccount_id": subaccount_id},
        )

    def get_impact_data(
        self,
        *,
        from_: Any = None,
        to: Any = None,
        subaccount_id: Optional[str] = None,
    ) -> Json:
        """Get climate impact data."""
        return self._request(
            "GET",
            "/impact/data",
            query={"from": from_, "to": to},
            subaccount_id=subaccount_id,
        )

    def get_impact_hosted_page_config(self, *, subaccount_id: Optional[str] = None) -> Json:
        """Get hosted impact page configuration."""
        return self._request("GET", "/impact/hosted-page-config", subaccount_id=subaccount_id)

    def set_impact_hosted_page_config(
        self,
        body: Json,
        *,
        subaccount_id: Optional[str] = None,
    ) -> Json:
        """Configure the hosted impact page."""
        return self._request(
            "PUT",
            "/impact/hosted-page-config",
            body=body,
            subaccount_id=subaccount_id,
        )

    def verify(
        self,
        *,
        serial: Any = None,
        order_number: Any = None,
        certificate_url: Any = None,
        revision: Any = None,
    ) -> Json:
        """Verify a certificate or a serial number."""
        return self._request(
            "GET",
            "/verify",
            query={
                "serial": serial,
                "order_number": order_number,
                "certificate_url": certificate_url,
                "revision": revision,
            },
        )

    def list_events(
        self,
        *,
        limit: Any = None,
        starting_after: Any = None,
        ending_before: Any = None,
        type: Any = None,
        order_id: Any = None,
        subject_type: Any = None,
        delivery_state: Any = None,
    ) -> List:
        """List events, newest first."""
        return self._list(
            "/events",
            {
                "limit": limit,
                "starting_after": starting_after,
                "ending_before": ending_before,
                "type": type,
                "order_id": order_id,
                "subject_type": subject_type,
                "delivery_state": delivery_state,
            },
        )

    def get_event(self, id: str) -> Json:
        """Get an event with its delivery attempts."""
        return self._request("GET", f"/events/{_path(id)}")

    def redeliver_event(self, id: str, *, idempotency_key: Optional[str] = None) -> Json:
        """Send an event again."""
        return self._request(
            "POST",
            f"/events/{_path(id)}/redeliver",
            idempotency_key=idempotency_key,
            is_keyed=True,
        )

    def redeliver_events(self, body: Json, *, idempotency_key: Optional[str] = None) -> Json:
        """Send the events of a time range again."""
        return self._request(
            "POST",
            "/events/redeliver",
            body=body,
            idempotency_key=idempotency_key,
            is_keyed=True,
        )

    def send_test_callback(self, body: Json, *, idempotency_key: Optional[str] = None) -> Json:
        """Send a test callback."""
        return self._request(
            "POST",
            "/webhook-test",
            body=body,
            idempotency_key=idempotency_key,
            is_keyed=True,
        )

    def list_webhook_secrets(self) -> List:
        """List valid webhook secrets."""
        return self._list("/webhook-secrets", {})

    def rotate_webhook_secret(self, body: Json, *, idempotency_key: Optional[str] = None) -> Json:
        """Create a new webhook secret."""
        return self._request(
            "POST",
            "/webhook-secrets",
            body=body,
            idempotency_key=idempotency_key,
            is_keyed=True,
        )

    def create_webhook_endpoint(self, body: Json, *, idempotency_key: Optional[str] = None) -> Json:
        """Create a webhook endpoint."""
        return self._request(
            "POST",
            "/webhook-endpoints",
            body=body,
            idempotency_key=idempotency_key,
            is_keyed=True,
        )

    def list_webhook_endpoints(
        self,
        *,
        limit: Any = None,
        starting_after: Any = None,
        ending_before: Any = None,
    ) -> List:
        """List webhook endpoints, newest first."""
        return self._list(
            "/webhook-endpoints",
            {"limit": limit, "starting_after": starting_after, "ending_before": ending_before},
        )

    def get_webhook_endpoint(self, id: str) -> Json:
        """Get a webhook endpoint."""
        return self._request("GET", f"/webhook-endpoints/{_path(id)}")

    def update_webhook_endpoint(self, id: str, body: Json) -> Json:
        """Update a webhook endpoint."""
        return self._request("PUT", f"/webhook-endpoints/{_path(id)}", body=body)

    def delete_webhook_endpoint(self, id: str) -> None:
        """Delete a webhook endpoint."""
        self._request("DELETE", f"/webhook-endpoints/{_path(id)}")

    def rotate_endpoint_secret(
        self,
        id: str,
        body: Json,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Json:
        """Rotate a webhook endpoint's secret."""
        return self._request(
            "POST",
            f"/webhook-endpoints/{_path(id)}/secret",
            body=body,
            idempotency_key=idempotency_key,
            is_keyed=True,
        )

    def send_endpoint_test(
        self,
        id: str,
        body: Json,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Json:
        """Send a test event to a webhook endpoint."""
        return self._request(
            "POST",
            f"/webhook-endpoints/{_path(id)}/test",
            body=body,
            idempotency_key=idempotency_key,
            is_keyed=True,
        )

    def list_endpoint_deliveries(
        self,
        id: str,
        *,
        limit: Any = None,
        starting_after: Any = None,
        ending_before: Any = None,
        delivery_state: Any = None,
    ) -> List:
        """List a webhook endpoint's deliveries, newest event first."""
        return self._list(
            f"/webhook-endpoints/{_path(id)}/deliveries",
            {
                "limit": limit,
                "starting_after": starting_after,
                "ending_before": ending_before,
                "delivery_state": delivery_state,
            },
        )

    def redeliver_to_endpoint(
        self,
        id: str,
        body: Json,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Json:
        """Send an event to a webhook endpoint."""
        return self._request(
            "POST",
            f"/webhook-endpoints/{_path(id)}/redeliver",
            body=body,
            idempotency_key=idempotency_key,
            is_keyed=True,
        )

    def create_listener(self, body: Json, *, idempotency_key: Optional[str] = None) -> Json:
        """Create a listener."""
        return self._request(
            "POST",
            "/listeners",
            body=body,
            idempotency_key=idempotency_key,
            is_keyed=True,
        )

    def poll_listener(self, id: str, body: Json) -> Json:
        """Poll a listener's deliveries."""
        return self._request("POST", f"/listeners/{_path(id)}/poll", body=body)

    def reset_test_account(self) -> None:
        """Delete the test account's data."""
        self._request("POST", "/test/reset")

    def get_openapi_document(self) -> Json:
        """Get this document."""
        return self._request("GET", "/openapi.json")
