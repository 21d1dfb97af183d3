import { retryDelaysMs } from "#domain/events";
import { CodeBlock } from "#ui/code-block";
import { GuideSample } from "./guide-sample";
import { listenSample } from "./samples";
import { Operation } from "./section";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** "2 h 35 min", the two largest units. */
function duration(ms: number): string {
  const parts = [
    [Math.floor(ms / HOUR), "h"],
    [Math.floor((ms % HOUR) / MINUTE), "min"],
    [Math.floor((ms % MINUTE) / SECOND), "s"],
  ] as const;
  const largest = parts.filter(([count]) => count > 0).slice(0, 2);
  return largest.map(([count, unit]) => `${count} ${unit}`).join(" ");
}

function Schedule() {
  let passed = 0;
  const rows = retryDelaysMs.map((delay, index) => {
    passed += delay;
    return { attempt: index + 2, delay: duration(delay), passed: duration(passed) };
  });
  return (
    <table className="w-full text-left text-[0.9375rem] tabular-nums">
      <thead className="text-sm text-quiet">
        <tr>
          <th className="py-2 pr-4 font-medium">Attempt</th>
          <th className="py-2 pr-4 text-right font-medium">Delay</th>
          <th className="py-2 text-right font-medium">Time since the first attempt</th>
        </tr>
      </thead>
      <tbody>
        <tr className="border-t border-line">
          <td className="py-1.5 pr-4">1</td>
          <td className="py-1.5 pr-4 text-right">immediately</td>
          <td />
        </tr>
        {rows.map((row) => (
          <tr key={row.attempt} className="border-t border-line">
            <td className="py-1.5 pr-4">{row.attempt}</td>
            <td className="py-1.5 pr-4 text-right whitespace-nowrap">{row.delay}</td>
            <td className="py-1.5 text-right whitespace-nowrap">{row.passed}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Responses() {
  return (
    <>
      <h3>Respond quickly</h3>
      <ul>
        <li>
          Any 2xx status within 15 seconds is a success: the event is not sent again. If your work
          takes longer, store the event first and process it after your response.
        </li>
        <li>
          Anything else is retried: another status, a redirect (redirects are not followed), a
          failed connection, or an incomplete response after 15 seconds. Each delay is up to 10%
          longer at random:
        </li>
      </ul>
      <Schedule />
      <ul>
        <li>
          After the last attempt, the event is <code>failed</code> and is not sent again unless you{" "}
          <a href="#webhooks-again">resend it</a>.
        </li>
        <li>
          Respond with 410 to reject an event: it is <code>failed</code> immediately. Other events
          are still sent.
        </li>
        <li>
          A host that fails or responds slowly receives fewer events at a time, with pauses. Events
          for other hosts are not delayed.
        </li>
      </ul>
      <h3>Expect duplicates and partial ordering</h3>
      <ul>
        <li>
          Events are delivered at least once. If your response is lost, the event is sent again with
          the same <code>webhook-id</code>, which is also the body&apos;s <code>id</code>. Store the
          IDs of the events that you processed and respond to duplicates with a 2xx status. The
          timestamp and the signature differ each time, and the body shows the order as it is at
          that moment.
        </li>
        <li>
          Each receiver gets the events of one order, session, or subaccount in order: the next
          event is sent after the previous one was delivered or has failed. Other events can arrive
          in any order.
        </li>
      </ul>
    </>
  );
}

function Rotation() {
  return (
    <>
      <h3>Rotate the secret</h3>
      <p>
        <Operation id="rotateWebhookSecret">Rotate the secret</Operation> regularly, and when
        someone who knew it leaves. For 24 hours, or for the time that you choose, events carry two
        signatures, one for each secret. Update your receiver within that time and no event is
        rejected.
      </p>
      <GuideSample request="newSecret" label="Rotate the secret with an overlap of one day" />
      <p>
        If a secret has leaked, send <code>{'{"overlap_hours": 0}'}</code> to revoke it immediately.
        Events that your receiver rejects before you update it are retried as described above. The
        operator can also rotate the secret with{" "}
        <code>npm run till -- webhook-secret rotate --account …</code>.
      </p>
    </>
  );
}

function Tests() {
  return (
    <>
      <h3>Test your receiver</h3>
      <p>
        Send a <Operation id="sendTestCallback">test event</Operation> and wait for the result. It
        is signed like a real event and has an example order and an ID that starts with{" "}
        <code>evt_test</code>. The response contains <code>delivered</code>,{" "}
        <code>response_status</code>, and <code>response_body</code>, or the reason of the failure
        in <code>error</code>.
      </p>
      <GuideSample request="testEvent" label="Send a test event" />
      <p>
        On your machine, behind a firewall and in CI, the <a href="/docs#sdk">SDK</a> forwards all
        events of your test account to a local receiver, from any installation. It prints each event
        with the status of your receiver, and the secret that signs them.
      </p>
      <CodeBlock label="Forward events to a local receiver" code={listenSample()} />
    </>
  );
}

function Redelivery() {
  return (
    <>
      <h3 id="webhooks-again">Resend events</h3>
      <p>
        List <Operation id="listEvents">events</Operation> by <code>type</code>,{" "}
        <code>order_id</code>, and <code>delivery_state</code>.{" "}
        <Operation id="getEvent">Retrieve an event</Operation> to see the time, duration, and
        response of every attempt. <Operation id="redeliverEvent">Resend a single event</Operation>,
        or after an outage, all failed events of a period of up to 31 days:
      </p>
      <GuideSample request="resentEvents" label="Resend all failed events of a morning" />
      <p>
        The response is <code>{"{redelivered, has_more}"}</code>. The events are sent immediately,
        with a new retry schedule, the oldest 10,000 at a time. Repeat the request while{" "}
        <code>has_more</code> is true. Set <code>delivery_state</code> to <code>delivered</code> to
        resend events that you lost, or to <code>pending</code> to resend events that wait for a
        retry.
      </p>
      <h3>Poll for events</h3>
      <p>
        If you have no public URL, poll for events. Every event is recorded, even without a
        receiver. Lists contain the events of orders; set <code>subject_type=all</code> to list all
        events. Request the events that are newer than one that you know:
      </p>
      <GuideSample request="newEvents" label="List new events" />
      <p>
        Start from an event that is at least one minute old and skip the IDs that you already have:
        events of the same moment can appear in either order.
      </p>
    </>
  );
}

export function Delivery() {
  return (
    <>
      <Responses />
      <Rotation />
      <Tests />
      <Redelivery />
    </>
  );
}
