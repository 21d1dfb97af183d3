import { GuideSample } from "./guide-sample";
import { Operation } from "./section";

/** From a session to its order, in four requests. */
export function CheckoutStart() {
  return (
    <>
      <p>
        To have your customers pay for their own credits, send them to a hosted checkout page. It
        takes a page that starts the checkout, a page to come back to, and a webhook.
      </p>
      <h3>1. Create a session</h3>
      <p>
        Create it on your server when your customer chooses an amount, and redirect to its{" "}
        <code>checkout_url</code>. Use your own number of the purchase as the idempotency key, so
        that a second click opens the same session, and as <code>metadata</code>, which the order
        gets too.
      </p>
      <GuideSample request="newSession" label="Create a checkout session" />
      <p>
        In test mode, pay with <code>4242 4242 4242 4242</code>, any future expiration date, and any
        three digits. <a href="/docs/go-live#test-outcomes">More test cards</a>.
      </p>
      <h3>2. Show the result</h3>
      <p>
        After payment, your customer comes to <code>success_url</code>, where{" "}
        <code>{"{CHECKOUT_SESSION_ID}"}</code> is replaced with the ID of the session. Anyone can
        open that address, so ask for the session before you say thank you: it is paid when its{" "}
        <code>state</code> is <code>complete</code>.
      </p>
      <GuideSample request="returnedSession" label="Retrieve the session" />
      <h3>3. Find the order</h3>
      <p>
        A complete session has the ID of its order in <code>order_id</code>. The order has the
        certificate: show your customer <code>certificate_public_url</code>.
      </p>
      <GuideSample request="readOrder" label="Retrieve the order" />
      <p>Or find it by your own number:</p>
      <GuideSample request="ordersOfCart" label="Find orders by metadata" />
      <h3>4. Receive a webhook</h3>
      <p>
        Customers close tabs. Do not depend on their return: subscribe to completed sessions and
        fulfilled orders. The response has the <code>secret</code> that{" "}
        <a href="/docs/webhooks">verifies</a> them; it is displayed once. A payment can take days,
        for example by bank transfer; its order is <code>fulfilled</code> when the money is there.
      </p>
      <GuideSample request="orderEvents" label="Create a webhook endpoint" />
      <p>
        See <a href="#checkout">checkout sessions</a> for refunds, disputes, and languages, and{" "}
        <Operation id="createCheckoutSession">Create a checkout session</Operation> for every field.
        To sell without code, use a <a href="/docs/selling#payment-links">payment link</a>.
      </p>
    </>
  );
}
