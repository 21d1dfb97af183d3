import { InlineText } from "#ui/docs-page";
import { GuideSample } from "./guide-sample";
import { Operation } from "./section";

const followers = [
  {
    what: "Checkout sessions",
    effect: "Open ones expire after 24 hours, with `checkout_session.expired`.",
  },
  { what: "Reservations and held credits", effect: "End at `expires_on`." },
  {
    what: "Cooling-off periods",
    effect: "End at `matchable_from`; then the order is matched and `fulfilled`.",
  },
  {
    what: "Back-orders",
    effect: "`credits_expected_by` is counted from the clock's day.",
  },
  {
    what: "Months",
    effect:
      "The statement of a month is complete when it is over. Its invoice is issued a day later, if " +
      "your test account has billing terms.",
  },
  {
    what: "Retirement limits",
    effect:
      "Part of a tonne falls due at the registry after the operator's number of days. A tonne that " +
      "several test accounts share follows the slowest of their clocks.",
  },
  { what: "Spending limits of API keys", effect: "Count by the clock's month." },
  {
    what: "Payments",
    effect:
      "Slow payments and refunds of test cards settle, disputes are decided, and bank transfers " +
      "that have not arrived in time fail.",
  },
  {
    what: "Times in responses, events and pages",
    effect: "Are the clock's. Ids still sort by real time, which is the same order.",
  },
];

const others = [
  "Deliveries of webhooks and their retries, `webhook-timestamp`, and mails.",
  "API keys, idempotency keys, rate limits, secrets and their overlap, shared report links.",
  "The sandbox registry: it confirms in seconds, and `registry_retired_on` is the real date.",
  "Reminders and notifications to team members, and the audit log.",
];

const failures = [
  {
    outcome: "A receiver of webhooks fails",
    how:
      "Create a webhook endpoint with the URL `http://localhost:1024/`. Nothing listens there, so each " +
      "attempt fails and is retried. Send the event again when your own receiver is ready.",
  },
  {
    outcome: "A checkout session expires",
    how: "Create it, then advance the test clock by `86400` seconds.",
  },
  {
    outcome: "A dispute is decided",
    how:
      "Pay with `4000 0000 0000 0259` (lost) or `4000 0000 0000 2685` (won), then advance the test " +
      "clock by a day.",
  },
  {
    outcome: "A consumer withdraws too late",
    how:
      "Sell to a consumer in the EU without consent to immediate performance, then advance the " +
      "test clock by 15 days.",
  },
];

function Table({ head, rows }: { head: [string, string]; rows: [string, string][] }) {
  return (
    <table className="w-full text-left text-[0.9375rem]">
      <thead className="text-sm text-quiet">
        <tr>
          <th className="py-2 pr-4 font-medium wrap-normal">{head[0]}</th>
          <th className="py-2 font-medium">{head[1]}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, text]) => (
          <tr key={name} className="border-t border-line align-top">
            <td className="py-2.5 pr-4 wrap-normal">{name}</td>
            <td className="py-2.5">
              <InlineText text={text} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function TestClock() {
  return (
    <>
      <p>
        Each test account has a clock. <Operation id="advanceTestClock">Advance it</Operation> to
        see what a day or a year brings to your account. Nothing changes for other accounts, or for
        your live account.
      </p>
      <GuideSample request="advanceDay" label="Advance the test clock by a day" />
      <p>
        Send <code>advance_seconds</code> or a time as <code>now</code>, at most two years later.
        The clock runs on from there and cannot go back. Its <code>state</code> is{" "}
        <code>advancing</code> until everything that fell due is done, about a second later: wait
        until <Operation id="getTestClock">the clock</Operation> is <code>ready</code>. Pass an{" "}
        <a href="#idempotency">Idempotency-Key</a>, so that a repeated request advances it once.
      </p>
      <h3>What follows the clock</h3>
      <Table head={["What", "Effect"]} rows={followers.map(({ what, effect }) => [what, effect])} />
      <h3>What stays in real time</h3>
      <ul>
        {others.map((text) => (
          <li key={text}>
            <InlineText text={text} />
          </li>
        ))}
      </ul>
      <h3 id="more-test-outcomes">More outcomes to force</h3>
      <p>
        See <a href="#test-outcomes">Test mode</a> for outcomes of orders, payments and registries.
      </p>
      <Table head={["Outcome", "How"]} rows={failures.map(({ outcome, how }) => [outcome, how])} />
    </>
  );
}
