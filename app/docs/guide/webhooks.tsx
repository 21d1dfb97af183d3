// What the product calls back with, and how a receiver knows that it is genuine.
import { eventTypes } from "#domain/events";
import { openapiDocument } from "#rest/openapi";
import { CodeBlock } from "#ui/code-block";
import { InlineText } from "#ui/docs-page";
import { Delivery } from "./delivery";
import { receivers } from "./receivers";
import { secretSample } from "./samples";
import { Operation } from "./section";

const example = `{
  "id": "evt_01kx3v6d0tf9sv4m2c8j5a7b9e",
  "type": "order.fulfilled",
  "timestamp": "2026-11-21T12:00:01.250Z",
  "order": { "id": "ord_01kx3v6d0tf9sv4m2c8j5a7b9e", "state": "fulfilled", … }
}`;

/** The headers that sign a callback, as the API's document has them. */
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

function Receivers() {
  return (
    <>
      {receivers.map(({ language, code }, index) => (
        <details key={language} name="receiver" open={index === 0}>
          <summary className="cursor-pointer rounded py-1 font-medium">{language}</summary>
          <div className="mt-2">
            <CodeBlock label={`A receiver in ${language}`} code={code} />
          </div>
        </details>
      ))}
    </>
  );
}

function Verification() {
  return (
    <>
      <h3>Check the signature</h3>
      <p>
        Anybody can send to your URL. What is from here is signed as{" "}
        <a href="https://www.standardwebhooks.com" className="link" rel="noreferrer">
          Standard Webhooks
        </a>{" "}
        says, with the secret of the webhook endpoint, or for callback URLs with that of your
        account, which a key with the scope <code>write</code>{" "}
        <Operation id="listWebhookSecrets">reads</Operation>. The test account&apos;s is another
        than the live one&apos;s.
      </p>
      <CodeBlock label="The secrets that are valid, the current one first" code={secretSample()} />
      <p>
        The key is what follows <code>whsec_</code>, read as base64. Over the body&apos;s bytes as
        they came, with id and timestamp before them, it makes an HMAC-SHA256; one of the signatures
        in the header must be equal to it, compared in constant time. Refuse what was sent more than
        five minutes ago, so that nobody can send you yesterday&apos;s callback again. Each of these
        receivers is a whole program, which takes the secret as <code>WEBHOOK_SECRET</code>:
      </p>
      <Receivers />
      <p>
        Libraries do the same. In Node.js, with the npm package <code>standardwebhooks</code>:{" "}
        <code>new Webhook(secret).verify(body, headers)</code> throws unless all is well.
      </p>
    </>
  );
}

export function Webhooks() {
  return (
    <>
      <p>
        Events are sent to you as they happen, usually within a fraction of a second: a POST with
        JSON, and in it what the event is about, as the API shows it. There are two kinds of
        receivers:
      </p>
      <ul>
        <li>
          A <Operation id="createWebhookEndpoint">webhook endpoint</Operation> receives the
          account&apos;s events of the types that you choose, or those of one subaccount. It has a
          secret of its own, which is shown once, can be{" "}
          <Operation id="sendEndpointTest">tested</Operation>, and lists its{" "}
          <Operation id="listEndpointDeliveries">deliveries</Operation>.
        </li>
        <li>
          The <code>notification_config.url</code> of an order or a checkout session receives each
          change of that order&apos;s status; there is no event for the placing itself.
        </li>
      </ul>
      <p>
        The events are{" "}
        {eventTypes.map((type, index) => (
          <span key={type}>
            {index > 0 && ", "}
            <Operation id={type}>{type}</Operation>
          </span>
        ))}
        . More may be added: an endpoint receives only those that it names.
      </p>
      <CodeBlock label="A callback's body, shortened" code={example} />
      <p>
        The URL must be https and public: one that leads to a private, loopback or link-local
        address is refused when it is given, and again at every connection. Only with a test key,
        and where the installation runs on your machine, may it be <code>http://localhost</code> or{" "}
        <code>http://127.0.0.1</code>. These headers come with it:
      </p>
      <Headers />
      <Verification />
      <Delivery />
    </>
  );
}
