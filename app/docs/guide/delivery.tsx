// How callbacks are delivered: again, in order, under a changing secret; and how to test and to do
// without them.
import { retryDelaysMs } from "#domain/events";
import { CodeBlock } from "#ui/code-block";
import { redeliverySample, rotationSample, webhookTestSample } from "./samples";
import { Operation } from "./section";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** "2 h 35 min": the two largest units. */
function duration(ms: number): string {
  const parts = [
    [Math.floor(ms / HOUR), "h"],
    [Math.floor((ms % HOUR) / MINUTE), "min"],
    [Math.floor((ms % MINUTE) / SECOND), "s"],
  ] as const;
  const told = parts.filter(([count]) => count > 0).slice(0, 2);
  return told.map(([count, unit]) => `${count} ${unit}`).join(" ");
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
          <th className="py-2 pr-4 text-right font-medium">After the one before</th>
          <th className="py-2 text-right font-medium">After the first</th>
        </tr>
      </thead>
      <tbody>
        <tr className="border-t border-line">
          <td className="py-1.5 pr-4">1</td>
          <td className="py-1.5 pr-4 text-right">at once</td>
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

function Answers() {
  return (
    <>
      <h3>Answer quickly</h3>
      <ul>
        <li>
          Any 2xx within 15 seconds is success. Store the event, answer, and do your work
          afterwards.
        </li>
        <li>
          Anything else is sent again: another status, a redirect (none is followed), a connection
          that fails, no whole answer within 15 seconds. The waits, each up to a tenth longer by
          chance:
        </li>
      </ul>
      <Schedule />
      <ul>
        <li>
          After the last attempt the event is <code>failed</code>, and is sent no more unless you{" "}
          <a href="#webhooks-again">ask for it</a>.
        </li>
        <li>
          A 410 says that you want this event no more: it is <code>failed</code> at once. Others
          still come.
        </li>
        <li>
          A host that fails, or lets us wait, is sent fewer callbacks at a time, and is left alone
          for a while. Events of other hosts do not wait for it.
        </li>
      </ul>
      <h3>Expect repeats, and order within an order</h3>
      <ul>
        <li>
          An event comes at least once, and may come again: where your answer was lost, we cannot
          know that you have it. It has the same <code>webhook-id</code> each time, which is also
          the body&apos;s <code>id</code>: keep those that you handled, and answer repeats with a
          2xx. Timestamp and signature are new each time.
        </li>
        <li>
          To one receiver, the events of one order, session or subaccount come in their order: the
          next is sent when the one before it was received, or failed. Others come in any order.
        </li>
      </ul>
    </>
  );
}

function Rotation() {
  return (
    <>
      <h3>Change the secret</h3>
      <p>
        <Operation id="rotateWebhookSecret">Rotate</Operation> it from time to time, and when
        somebody who knew it leaves. For 24 hours, or for as many as you say, callbacks have two
        signatures, one of the new secret and one of the old: put the new one into your receiver
        within that time, and nothing is refused meanwhile.
      </p>
      <CodeBlock label="A new secret, beside the old one for a day" code={rotationSample()} />
      <p>
        If a secret has leaked, say <code>{'{"overlap_hours": 0}'}</code>: it ends at once. What
        your receiver refuses until it has the new one is sent again, as above. Whoever runs the
        installation can do the same with{" "}
        <code>npm run till -- webhook-secret rotate --account …</code>.
      </p>
    </>
  );
}

function Tests() {
  return (
    <>
      <h3>Test a receiver</h3>
      <p>
        <Operation id="sendTestCallback">A test callback</Operation> is sent while you wait, signed
        as real ones are, with an example order and an id that begins with <code>evt_test</code>.
        The answer says what your receiver said: <code>delivered</code>,{" "}
        <code>response_status</code>, <code>response_body</code>, or in <code>error</code> why none
        came.
      </p>
      <CodeBlock label="A test callback" code={webhookTestSample()} />
    </>
  );
}

function Redelivery() {
  return (
    <>
      <h3 id="webhooks-again">Have events sent again</h3>
      <p>
        <Operation id="listEvents">Events</Operation> can be read by <code>type</code>,{" "}
        <code>order_id</code> and <code>delivery_state</code>, and{" "}
        <Operation id="getEvent">each of them</Operation> with every attempt: when, how long, what
        was answered. One is sent again by <Operation id="redeliverEvent">its id</Operation>; after
        an outage of your own, all that failed in a stretch of time of at most 31 days:
      </p>
      <CodeBlock label="All that failed in a morning" code={redeliverySample()} />
      <p>
        The answer is <code>{"{redelivered, has_more}"}</code>. They are due at once, each with its
        whole schedule again, the oldest 10,000 at a time: ask again while <code>has_more</code> is
        true. With <code>delivery_state</code> it takes instead those that were{" "}
        <code>delivered</code>, if you lost what you had, or those <code>pending</code> that wait
        for a retry.
      </p>
      <h3>Read events instead of receiving them</h3>
      <p>
        Without a public URL, read them: each is recorded, whether or not there is a receiver. Lists
        hold the events of orders; <code>subject_type=all</code> shows every event. Ask for those
        newer than one that you know:
      </p>
      <CodeBlock
        label="What has happened since"
        code="GET /v1/events?limit=100&ending_before=evt_01kx3v6d0tf9sv4m2c8j5a7b9e"
      />
      <p>
        Begin at an event that is at least a minute old, and leave out by their ids those that you
        had: two events that happen at the same moment may become visible in either order.
      </p>
    </>
  );
}

export function Delivery() {
  return (
    <>
      <Answers />
      <Rotation />
      <Tests />
      <Redelivery />
    </>
  );
}
