// How the product calls back: which events, how they are signed, and how often they are tried.
import { eventTypes, retryDelaysMs } from "#domain/events";
import { CodeBlock } from "#ui/code-block";
import { verificationSample } from "./samples";
import { Operation } from "./section";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

function duration(ms: number): string {
  if (ms >= HOUR) return `${ms / HOUR} h`;
  return ms >= MINUTE ? `${ms / MINUTE} min` : `${ms / 1000} s`;
}

export function Webhooks() {
  const delays = retryDelaysMs.map(duration);
  const days = Math.round(retryDelaysMs.reduce((sum, ms) => sum + ms, 0) / (24 * HOUR));
  return (
    <>
      <p>
        Give an order or a checkout session a <code>notification_config.url</code>, and each change
        of the order&apos;s status is sent there: a POST with JSON,{" "}
        <code>{"{id, type, timestamp, order}"}</code>, with the order as the API shows it. The
        events are{" "}
        {eventTypes.map((type, index) => (
          <span key={type}>
            {index > 0 && " and "}
            <Operation id={type}>{type}</Operation>
          </span>
        ))}
        ; there is none for the placing itself.
      </p>
      <p>
        The URL must be https and public: one that leads to a private, loopback or link-local
        address is refused when the order is placed, and again at every connection.
      </p>
      <h3>Check the signature</h3>
      <p>
        Callbacks are signed as{" "}
        <a href="https://www.standardwebhooks.com" className="link" rel="noreferrer">
          Standard Webhooks
        </a>{" "}
        says, and its libraries verify them. The secret <code>whsec_…</code> is the account&apos;s;
        whoever runs the installation shows it with{" "}
        <code>npm run till -- webhook-secret show --account …</code>. While a secret is being
        replaced, two are valid for 24 hours and the header has two signatures: one that fits is
        enough.
      </p>
      <CodeBlock label="A callback's signature, checked with Node.js" code={verificationSample()} />
      <h3>Answer quickly, and expect repeats</h3>
      <ul>
        <li>
          Any 2xx within 15 seconds is success. Redirects are not followed. Store the event, answer,
          and work afterwards.
        </li>
        <li>
          Otherwise it is sent again after {delays.join(", ")}, each with a little chance added:
          about {days} days in all. A 410 ends it at once.
        </li>
        <li>
          An event may come more than once, always with the same <code>webhook-id</code>: remember
          those that you handled. The events of one order come in their order.
        </li>
        <li>
          <Operation id="listEvents">Events</Operation> can be read, each with the attempts to
          deliver it, and <Operation id="redeliverEvent">sent again</Operation>.
        </li>
      </ul>
    </>
  );
}
