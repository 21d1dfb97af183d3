import { env, rateLimitsOf } from "#core/env";
import { dashboardProblems, type ProblemCode, problems } from "#core/errors";
import { problemDescriptions } from "#core/problem-descriptions";
import { JsonBlock } from "#ui/code-block";
import { InlineText } from "#ui/docs-page";
import { GuideSample } from "./guide-sample";
import { Operation } from "./section";

export function Idempotency() {
  return (
    <>
      <p>
        If a connection fails, you cannot tell whether the request succeeded. To retry without
        placing a second order, send an <code>Idempotency-Key</code> header with every POST request
        that changes something. Use any text of up to 512 characters that is unique to the
        operation, such as your own order number. A blank key returns 400.
      </p>
      <ul>
        <li>
          Same key, same request: returns the first response again, byte for byte, with the header{" "}
          <code>X-Idempotent-Replay: true</code>.
        </li>
        <li>
          Same key, different body, path, or subaccount: returns 422{" "}
          <a href="/v1/errors/idempotency-changed-payload">idempotency-changed-payload</a>.
        </li>
        <li>
          Same key while the first request is still running: returns 409{" "}
          <a href="/v1/errors/idempotency-concurrent-requests">idempotency-concurrent-requests</a>.
        </li>
        <li>A failed request does not use up its key. Correct the request and send it again.</li>
      </ul>
      <p>
        The key is committed in the same transaction as the order, so neither exists without the
        other. Keys belong to the account and are stored for 30 days. GET, PUT, and DELETE requests
        need no key because they are safe to repeat.
      </p>
    </>
  );
}

export function Pagination() {
  return (
    <>
      <p>
        Lists of objects return <code>{"{data, has_more}"}</code>, newest first, with 20 entries by
        default. Set <code>limit</code> to a number from 1 to 100. Pages are anchored to IDs rather
        than page numbers, so new objects cause no gaps or repeats.
      </p>
      <ul>
        <li>
          Next page (older objects): set <code>?starting_after=</code> to the last ID of this page
          while <code>has_more</code> is true.
        </li>
        <li>
          Previous page (newer objects): set <code>?ending_before=</code> to the first ID of this
          page.
        </li>
        <li>
          Both parameters at once, or an unknown ID, return 400{" "}
          <a href="/v1/errors/invalid-parameters">invalid-parameters</a>.
        </li>
      </ul>
      <GuideSample request="nextPage" label="Two orders after a given order" />
      <p>Catalogue lists, such as portfolios, are not paginated.</p>
    </>
  );
}

const sample = {
  type: "https://till.example/v1/errors/invalid-parameters",
  title: problems["invalid-parameters"].title,
  status: problems["invalid-parameters"].status,
  code: "invalid-parameters",
  errors: { amount_kg: ["must be at least 1"], color: ["is not a known field"] },
  error_codes: { amount_kg: "too-small", color: "unknown-field" },
  instance: "7f3c0f1e-2b1d-4a77-9a51-0d6f5f6f2c11",
};

export function Errors() {
  return (
    <>
      <p>
        Every error is a problem document (RFC 9457) with the content type{" "}
        <code>application/problem+json</code>. Use <code>code</code> in programs: it never changes.{" "}
        <code>title</code> and <code>detail</code> are for people. A 400 lists every invalid field
        in <code>errors</code>, with a code for each in <code>error_codes</code>.{" "}
        <code>instance</code> is the request ID, which every response also has in its{" "}
        <code>X-Request-Id</code> header. A 401 contains only a title and a status.
      </p>
      <JsonBlock label="Example of a problem" value={sample} />
      <table className="w-full text-left text-[0.9375rem]">
        <thead className="text-sm text-quiet">
          <tr>
            <th className="py-2 pr-4 font-medium">Status</th>
            <th className="py-2 font-medium">Problem</th>
          </tr>
        </thead>
        <tbody>
          {(Object.keys(problems) as ProblemCode[])
            .filter((code) => !dashboardProblems.has(code))
            .map((code) => (
              <tr key={code} className="border-t border-line align-top">
                <td className="py-2.5 pr-4 tabular-nums">{problems[code].status}</td>
                <td className="py-2.5">
                  <a href={`/v1/errors/${code}`} className="link font-mono text-sm">
                    {code}
                  </a>
                  <span className="mt-0.5 block">
                    <InlineText text={problemDescriptions[code].meaning} />
                  </span>
                </td>
              </tr>
            ))}
        </tbody>
      </table>
      <p>
        An unknown path below <code>/v1</code> returns 404. A method that a path does not support
        returns 405 with the supported methods in the <code>Allow</code> header; OPTIONS returns the
        same header. Unknown fields are errors and never ignored, so that a misspelled field cannot
        go unnoticed.
      </p>
    </>
  );
}

function limitsText(): string {
  const limits = rateLimitsOf(env.CT_RATE_LIMIT);
  if (limits === null) return "This installation has no rate limit.";
  const { reads, writes, lookups } = limits;
  return (
    `Each key can make ${reads} reads and ${writes} writes per second. Each IP address can make ` +
    `${lookups} verifications per second, which need no key.`
  );
}

export function RateLimits() {
  return (
    <>
      <p>
        {limitsText()} Quotes count as reads. Response headers show how many requests are left:{" "}
        <code>RateLimit: &quot;read&quot;;r=99;t=1</code> means 99 more requests, with a reset in
        one second. <code>RateLimit-Policy</code> contains the limit itself. If several servers
        respond, each can allow up to a tenth of the limit more.
      </p>
      <p>
        A request over the limit returns 429 <a href="/v1/errors/rate-limited">rate-limited</a> and
        has no effect. Wait for the number of seconds in <code>Retry-After</code>, then retry. To
        stay below the limit, spread your requests out and read up to 100{" "}
        <Operation id="listOrders">orders</Operation> at once.
      </p>
    </>
  );
}
