import { eventTypes } from "#domain/events";
import { openapiDocument } from "#rest/openapi";
import { CodeBlock } from "#ui/code-block";
import { InlineText } from "#ui/docs-page";
import { SampleTabs } from "#ui/sample-tabs";
import { GuideSample } from "./guide-sample";
import { receivers } from "./receivers";
import { Operation } from "./section";

const example = `{
  "id": "evt_01kx3v6d0tf9sv4m2c8j5a7b9e",
  "type": "order.fulfilled",
  "timestamp": "2026-11-21T12:00:01.250Z",
  "order": { "id": "ord_01kx3v6d0tf9sv4m2c8j5a7b9e", "state": "fulfilled", … }
}`;

/** Signature headers, read from the OpenAPI document. */
function signingHeaders() {
  const { post } = openapiDocument().webhooks?.["order.fulfilled"] ?? {};
  return (post?.parameters ?? []).flatMap((it) =>
    "name" in it ? [{ name: it.name, description: it.description ?? "" }] : [],
  );
}

function Headers() {
  return (
    <table className="w-full text-left text-[0.9375rem]">
      <thead className="text-sm text-quiet">
        <tr>
          <th className="py-2 font-medium">Header</th>
        </tr>
      </thead>
      <tbody>
        {signingHeaders().map(({ name, description }) => (
          <tr key={name} className="border-t border-line align-top">
            <td className="py-2.5">
              <code>{name}</code>
              <span className="mt-0.5 block">
                <InlineText text={description} />
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Verification() {
  return (
    <>
      <h3>Verify signatures</h3>
      <p>
        Anyone can send requests to your URL, so verify the signature of every event. Events are
        signed according to{" "}
        <a href="https://www.standardwebhooks.com" className="link" rel="noreferrer">
          Standard Webhooks
        </a>
        , with the secret of the webhook endpoint or, for callback URLs, with the secret of your
        account. <Operation id="listWebhookSecrets">Read the account secret</Operation> with a key
        that has the scope <code>write</code>. Live and test accounts have different secrets.
      </p>
      <GuideSample request="secrets" label="List the current secrets, newest first" />
      <p>
        Decode the part of the secret after <code>whsec_</code> from base64 to get the key. Compute
        the HMAC-SHA256 of the ID, the timestamp, and the raw body, and compare it in constant time
        with the signatures in the header. One of them must match. Reject events that were sent more
        than five minutes ago to prevent replay attacks. Note an event as handled after your work,
        not before, or a crash in between loses it. Each of these receivers is a complete program
        that reads the secret from <code>WEBHOOK_SECRET</code>:
      </p>
      <SampleTabs id="receiver" label="Webhook receiver" tabs={receivers} />
      <p>
        You can also use a library. With the npm package <code>standardwebhooks</code>,{" "}
        <code>new Webhook(secret).verify(body, headers)</code> throws if the signature is invalid.
      </p>
    </>
  );
}

export function Webhooks() {
  return (
    <>
      <p>
        Webhooks notify you of events as they happen, usually within a fraction of a second. Each
        event is a POST request with a JSON body that contains the object as the API returns it, in
        the field that the type starts with: <code>order</code>, <code>checkout_session</code>,{" "}
        <code>payment</code>, <code>invoice</code>, or <code>subaccount</code>. You can receive
        events in two ways:
      </p>
      <ul>
        <li>
          A <Operation id="createWebhookEndpoint">webhook endpoint</Operation> receives the events
          of the account, or of one subaccount, of the types that you choose. It has its own secret,
          which is displayed once. You can{" "}
          <Operation id="sendEndpointTest">send a test event</Operation> and{" "}
          <Operation id="listEndpointDeliveries">list its deliveries</Operation>.
        </li>
        <li>
          The <code>notification_config.url</code> of an order or a checkout session receives every
          status change of that order. Placing the order sends no event.
        </li>
      </ul>
      <p>
        The event types are{" "}
        {eventTypes.map((type, index) => (
          <span key={type}>
            {index > 0 && ", "}
            <Operation id={type}>{type}</Operation>
          </span>
        ))}
        . We may add more types. An endpoint receives only the types that it lists.
      </p>
      <CodeBlock label="Event body (shortened)" code={example} />
      <p>
        The URL must use https and be public. URLs that resolve to a private, loopback, or
        link-local address are rejected when you set them and again at each connection. As an
        exception, test accounts of an installation on your own machine can use{" "}
        <code>http://localhost</code> or <code>http://127.0.0.1</code>. Every event has these
        headers:
      </p>
      <Headers />
      <Verification />
      <p>
        Next: <a href="/docs/deliveries">retries, duplicates, and tests</a>.
      </p>
    </>
  );
}
