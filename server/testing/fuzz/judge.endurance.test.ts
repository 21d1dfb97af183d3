// The judge of drawn requests finds faults, and only faults.
import { describe, expect, it } from "vitest";
import { checkedServe, publishedContract } from "#testing/api";
import { fuzz } from "#testing/fuzz/fuzz";
import { responseFaults } from "#testing/fuzz/judge";
import { withLivePayments, withoutLog } from "#testing/settings";

/** Fixed, so that each run sends the same requests as long as the document is the same. */
const SEED = 20_261_121;

withLivePayments();
// The tests report each failure themselves.
withoutLog();

it("finds a planted fault and reports the smallest request that causes it", async () => {
  const handle = async (request: Request) => {
    const body = await request.clone().text();
    const isQuote = new URL(request.url).pathname.startsWith("/v1/quotes");
    const isHit = isQuote && /^\{[^\0]*"checkout"[^\0]*\}$/.test(body);
    return isHit ? new Response("lost", { status: 500 }) : checkedServe(request);
  };
  const { failures } = await fuzz({ requests: 500, maxFailures: 1, seed: SEED, handle });
  expect(failures[0]).toMatch(/^--seed \d+, request \d+:\n/);
  expect(failures[0]).toContain("the status is 500");
  expect(failures.join("\n")).toMatch(/\ncurl .* -X \w+ '\S*\/v1\/quotes\S*' .*\{.*checkout.*\}/s);
}, 600_000);

describe("a response is faulty", () => {
  const sent = (text: string, headers = {}) => ({
    method: "POST",
    pathname: "/v1/orders",
    query: new URLSearchParams("x=1"),
    headers: new Headers(headers),
    body: new TextEncoder().encode(text),
    mayWrite: true,
  });
  const got = (status: number, slug: string, errors?: object) => ({
    status,
    headers: new Headers(),
    body: new TextEncoder().encode(
      JSON.stringify({ type: `https://x.example/errors/${slug}`, errors }),
    ),
  });
  const refused = (field: string) => got(400, "invalid-parameters", { [field]: ["is wrong"] });
  const faults = async (text: string, handle: ReturnType<typeof got>, headers = {}) =>
    responseFaults((await publishedContract()).document, sent(text, headers), handle);

  it("if it is a 5xx", async () => {
    expect(await faults("{}", got(503, "unavailable"))).toEqual(["the status is 503"]);
    expect(await faults("{}", got(403, "forbidden"))).toEqual([]);
  });

  it("if it names a field that is neither documented nor sent", async () => {
    for (const field of ["amount_kg", "notification_config.url", "body", "x", "Idempotency-Key"]) {
      expect(await faults("{}", refused(field))).toEqual([]);
    }
    expect(await faults('{"a":{"b":1}}', refused("a.b"))).toEqual([]);
    for (const field of ["", "root", "a.b", "amountKg"]) {
      expect(await faults("{}", refused(field))).toEqual([
        expect.stringMatching(/neither documented/),
      ]);
    }
  });

  it("if it accepts a long idempotency key", async () => {
    const headers = { "idempotency-key": "k".repeat(513) };
    expect(await faults("{}", refused("amount_kg"), headers)).toHaveLength(1);
    expect(await faults("{}", got(400, "idempotency-key-too-long"), headers)).toEqual([]);
  });
});
