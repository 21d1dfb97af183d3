// Fuzzes the API in this process: draws requests, sends them, judges the responses, shrinks
// failures.
import fc from "fast-check";
import { checkLedger } from "#domain/diagnostics";
import { exchange, publishedContract } from "#testing/api";
import type { Contract } from "#testing/contract/contract";
import type { Operation } from "#testing/contract/document";
import { matchAll, systemContext } from "#testing/factories";
import { curlLine } from "#testing/fuzz/curl";
import { responseFaults } from "#testing/fuzz/judge";
import { anyRequest, type FuzzRequest, RESET } from "#testing/fuzz/requests";
import { makeWorld, type World } from "#testing/fuzz/world";
import { inParallel } from "#testing/in-parallel";
import { fingerprint } from "#testing/tables";

const ORIGIN = "http://localhost:3000";
/** Requests drawn together, under one seed. */
const CHUNK = 500;
const SHRINKING_MS = 20_000;
const MAX_FAILURES = 5;

export interface FuzzOutcome {
  sent: number;
  byStatus: Map<number, number>;
  /** Operations whose requests were all accepted, or all rejected. */
  untried: string[];
  failures: string[];
}

type Handler = (request: Request) => Promise<Response>;

interface Verdict {
  status: number;
  faults: string[];
  line: string;
}

function bytesOf(world: World, body: FuzzRequest["body"]): Uint8Array<ArrayBuffer> | null {
  if (body === "@{picture}") return world.picture;
  return typeof body === "string" ? new TextEncoder().encode(world.resolve(body)) : body;
}

/** The request as sent, with ids and a key filled in. */
function outgoing(world: World, drawn: FuzzRequest) {
  const key = world.keys[drawn.key];
  const headers = drawn.headers.map(([name, value]): [string, string] => [
    name,
    world.resolve(value),
  ]);
  const isKeyed = headers.some(([name]) => name === "authorization");
  if (key !== null && !isKeyed) headers.push(["authorization", `Bearer ${key}`]);
  const url = `${ORIGIN}/v1${world.resolve(drawn.target)}`;
  const body = bytesOf(world, drawn.body);
  const mayWrite = drawn.key === "write" && !isKeyed;
  return { method: drawn.method, url, headers, body, mayWrite };
}

type Outgoing = ReturnType<typeof outgoing>;

/** Sends the request; a 503 is retried once. */
async function sendWithRetry({ method, url, headers, body }: Outgoing, handle?: Handler) {
  const once = () => exchange(new Request(url, { method, headers, body }), handle);
  const first = await once();
  return first.status === 503 ? once() : first;
}

interface Field {
  contract: Contract;
  world: World;
  handle: Handler | undefined;
}

/** Sends the request and returns what is wrong with the response. */
async function send({ contract, world, handle }: Field, drawn: FuzzRequest): Promise<Verdict> {
  const out = outgoing(world, drawn);
  const line = curlLine(out);
  try {
    const got = await sendWithRetry(out, handle);
    const { searchParams: query } = new URL(out.url);
    const sent = { ...out, pathname: got.pathname, query, headers: new Headers(out.headers) };
    const faults = [...contract.faultsOf(got), ...responseFaults(contract.document, sent, got)];
    const location = got.headers.get("location");
    if (got.status === 201 && location && drawn.key === "write") world.addObject(location);
    const text = new TextDecoder().decode(got.body).slice(0, 1000);
    const reported = faults.length === 0 ? [] : [...faults, `response: ${got.status} ${text}`];
    return { status: got.status, faults: reported, line };
  } catch (error) {
    const threw = error instanceof Error ? error.stack : error;
    return { status: 0, faults: [`the handler threw ${threw}`], line };
  }
}

/** Returns the smallest request that fails by itself; null if the failure needs others. */
async function shrink(
  arbitrary: fc.Arbitrary<FuzzRequest>,
  at: { seed: number; place: number },
  judge: (drawn: FuzzRequest) => Promise<Verdict>,
): Promise<Verdict | null> {
  let last: Verdict | null = null;
  const property = fc.asyncProperty(arbitrary, async (drawn) => {
    const verdict = await judge(drawn);
    if (verdict.faults.length > 0) last = verdict;
    return verdict.faults.length === 0;
  });
  await fc.check(property, {
    seed: at.seed,
    path: String(at.place),
    numRuns: 1,
    interruptAfterTimeLimit: SHRINKING_MS,
  });
  return last;
}

/** Returns true for operations that need the network: no address in a run can be reached. */
function needsNetwork({ name }: Operation): boolean {
  return name === "POST /subaccounts/{id}/logo" || name === "POST /webhook-test";
}

class Tally {
  readonly byStatus = new Map<number, number>();
  readonly #outcomes = new Map<string, { done: boolean; refused: boolean }>();

  count({ operation, method }: FuzzRequest, { status }: Verdict): void {
    this.byStatus.set(status, (this.byStatus.get(status) ?? 0) + 1);
    if (!operation.startsWith(`${method} `)) return;
    const outcome = this.#outcomes.get(operation) ?? { done: false, refused: false };
    if (status >= 200 && status < 300) outcome.done = true;
    if (status >= 400) outcome.refused = true;
    this.#outcomes.set(operation, outcome);
  }

  untried(operations: readonly Operation[]): string[] {
    return operations
      .filter((operation) => operation.name !== RESET && !needsNetwork(operation))
      .map(({ name }) => ({
        name,
        ...(this.#outcomes.get(name) ?? { done: false, refused: false }),
      }))
      .filter(({ done, refused }) => !done || !refused)
      .map(({ name, done }) => `${name} never ${done ? "failed" : "succeeded"}`);
  }
}

/**
 * Checks the whole database after the run: other accounts are unchanged and the books are
 * consistent.
 */
async function auditFaults(world: World, before: object): Promise<string[]> {
  const ledger = await checkLedger(systemContext());
  const after = await fingerprint(world.bystanders);
  const touched = Object.entries(after).filter(([table, sum]) => before[table as never] !== sum);
  return [
    ...ledger.map((fault) => `the ledger is inconsistent: ${JSON.stringify(fault)}`),
    ...touched.map(([table]) => `another account's rows changed in ${table}`),
  ];
}

/**
 * Sends requests drawn from the seed to this process's API. A failure is shrunk and reported with
 * its seed.
 */
export async function fuzz(options: {
  requests: number;
  seed: number;
  maxFailures?: number;
  /** Replaces the API, to test the fuzz itself. */
  handle?: Handler;
}): Promise<FuzzOutcome> {
  const { maxFailures = MAX_FAILURES } = options;
  const contract = await publishedContract();
  const world = await makeWorld();
  const before = await fingerprint(world.bystanders);
  const arbitrary = anyRequest(contract.document);
  const judge = (drawn: FuzzRequest) => send({ contract, world, handle: options.handle }, drawn);
  const tally = new Tally();
  const failures: string[] = [];
  const unhandled = (error: unknown) => failures.push(`unhandled rejection: ${error}`);
  process.on("unhandledRejection", unhandled);
  let sent = 0;
  while (sent < options.requests && failures.length < maxFailures) {
    const seed = options.seed + sent / CHUNK;
    const drawn = fc.sample(arbitrary, { seed, numRuns: Math.min(CHUNK, options.requests - sent) });
    await inParallel(drawn, async (one, place) => {
      const verdict = await judge(one);
      tally.count(one, verdict);
      if (verdict.faults.length === 0 || failures.length >= maxFailures) return;
      const least = await shrink(arbitrary, { seed, place }, judge);
      const reported = least ? least : { ...verdict, faults: ["(not alone)", ...verdict.faults] };
      failures.push(
        [`--seed ${seed}, request ${place}:`, ...reported.faults, reported.line].join("\n"),
      );
    });
    sent += drawn.length;
    await matchAll();
  }
  process.off("unhandledRejection", unhandled);
  failures.push(...(await auditFaults(world, before)));
  return {
    sent,
    byStatus: tally.byStatus,
    untried: tally.untried(contract.document.operations),
    failures,
  };
}
