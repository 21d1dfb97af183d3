// What all requests have in common: repeating, paging, failing, and how many there may be.
import { env, rateLimitsOf } from "#core/env";
import { dashboardProblems, type ProblemCode, problems } from "#core/errors";
import { problemDescriptions } from "#core/problem-texts";
import { CodeBlock, JsonBlock } from "#ui/code-block";
import { InlineText } from "#ui/docs-page";
import { Operation } from "./section";

export function Idempotency() {
  return (
    <>
      <p>
        A request whose answer was lost may have done its work, or not. So that it can be sent again
        without a second order, every POST that changes something takes an{" "}
        <code>Idempotency-Key</code> header: any text of up to 512 characters that is new for each
        thing that you want to happen, such as the number of your own order. A blank one is a 400.
      </p>
      <ul>
        <li>
          Same key, same request: the first answer again, byte by byte, with the header{" "}
          <code>X-Idempotent-Replay: true</code>.
        </li>
        <li>
          Same key, another body, path or subaccount: 422{" "}
          <a href="/v1/errors/idempotency-changed-payload">idempotency-changed-payload</a>.
        </li>
        <li>
          Same key while the first request is running: 409{" "}
          <a href="/v1/errors/idempotency-concurrent-requests">idempotency-concurrent-requests</a>.
        </li>
        <li>A request that failed leaves its key unused: correct it and send it again.</li>
      </ul>
      <p>
        The key is committed in the same transaction as the order: there is no moment in which one
        exists without the other. Keys belong to the account and are kept for 30 days. GET, PUT and
        DELETE need none: they can be repeated as they are.
      </p>
    </>
  );
}

export function Pagination() {
  return (
    <>
      <p>
        Lists of what you made are <code>{"{data, has_more}"}</code>, newest first, of 20 entries
        unless <code>limit</code> says another number from 1 to 100. Pages are found by ids, not by
        numbers, so that they neither skip nor repeat what arrives in between.
      </p>
      <ul>
        <li>
          Next page, of older ones: <code>?starting_after=</code> the last id of this page, while{" "}
          <code>has_more</code> is true.
        </li>
        <li>
          Previous page, of newer ones: <code>?ending_before=</code> the first id of this page.
        </li>
        <li>
          Both at once, or an id that is not there: 400{" "}
          <a href="/v1/errors/invalid-parameters">invalid-parameters</a>.
        </li>
      </ul>
      <CodeBlock
        label="Two orders after a known one"
        code={"GET /v1/orders?limit=2&starting_after=ord_01kx3v6d0tf9sv4m2c8j5a7b9e"}
      />
      <p>Lists of the catalogue, such as portfolios, are always whole.</p>
    </>
  );
}

const sample = {
  type: "https://till.example/v1/errors/invalid-parameters",
  title: problems["invalid-parameters"].title,
  status: problems["invalid-parameters"].status,
  code: "invalid-parameters",
  errors: { amount_kg: ["must be at least 1"], colour: ["is not a known field"] },
  error_codes: { amount_kg: "too-small", colour: "unknown-field" },
  instance: "7f3c0f1e-2b1d-4a77-9a51-0d6f5f6f2c11",
};

export function Errors() {
  return (
    <>
      <p>
        Every error is a problem in the form of RFC 9457, with the content type{" "}
        <code>application/problem+json</code>. Programs read <code>code</code>, which never changes;
        people read <code>title</code> and <code>detail</code>. A 400 names every bad field in{" "}
        <code>errors</code>, and <code>error_codes</code> has a code for each. <code>instance</code>{" "}
        is the request&apos;s id, which is also in the header <code>X-Request-Id</code> of every
        answer. A 401 has its title and status alone.
      </p>
      <JsonBlock label="A problem" value={sample} />
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
        A path below <code>/v1</code> that does not exist is a 404. A method that a path does not
        have is a 405, and its <code>Allow</code> header lists those that it has; OPTIONS answers
        with the same header. An unknown field is an error, never ignored: a misspelt one would
        otherwise do something else than you meant.
      </p>
    </>
  );
}

/** What this installation allows a key, in words. */
function allowance(): string {
  const limits = rateLimitsOf(env.CT_RATE_LIMIT);
  if (limits === null) return "This installation sets no limit.";
  const { reads, writes, lookups } = limits;
  return (
    `This installation allows each key ${reads} reads and ${writes} writes a second, and each ` +
    `address ${lookups} checks of retirements, which need no key.`
  );
}

export function RateLimits() {
  return (
    <>
      <p>
        {allowance()} Quotes count as reads. Answers tell how many are left:{" "}
        <code>RateLimit: &quot;read&quot;;r=99;t=1</code> means 99 more, all of them again in a
        second; <code>RateLimit-Policy</code> names the limit itself.
      </p>
      <p>
        What is too much is a 429 <a href="/v1/errors/rate-limited">rate-limited</a> and had no
        effect. Wait as many seconds as <code>Retry-After</code> says and send it again. A queue
        that spaces its requests out serves better than retries: a page of{" "}
        <Operation id="listOrders">orders</Operation> has up to 100 of them in one request.
      </p>
    </>
  );
}
