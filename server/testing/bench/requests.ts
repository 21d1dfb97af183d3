// Orders and quotes over HTTP: the product, compared with a bare server that sends the same SQL.
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { env } from "#core/env";
import { call } from "#testing/api";
import type { BarePlan } from "#testing/bench/bare-server";
import { type Figures, lineOf, loadInRuns, type Target } from "#testing/bench/load";
import { type Recorded, recordStatements, type Step, stepsOf } from "#testing/bench/record";
import { formatNumber, type Line, type Section } from "#testing/bench/report";
import { type Goal, judgedLine, medianOf, RUNS } from "#testing/bench/runs";
import { type Environment, type Server, startBare, startProduct } from "#testing/bench/servers";

const SIZE = { runs: RUNS, rounds: 2, seconds: 1 };
const MAX_ROUND_TRIPS = 3;
const MAX_CPU_MICROSECONDS = 350;
const MIN_PLACE_RATIO = 0.85;
const MIN_RATIO = 0.8;
const MANY_CONNECTIONS = 64;
const MIN_GROUPED_BARE_RATIO = 1.2;
/** Authentication statements, which the bare server omits. */
const AUTHENTICATION = /^accounts-/;

export interface Customer {
  token: string;
  portfolioId: string;
}

interface Request {
  name: string;
  method: "GET" | "POST";
  /** Without the prefix of the API. */
  path: string;
  body?: Record<string, unknown>;
  status: 200 | 201;
  minRatio: number;
}

interface Recording {
  request: Request;
  steps: Step[];
  /** The response, if the bare server does not make it of rows. */
  template: string | null;
  roundTrips: number;
}

const isPlacement = ({ status }: Request) => status === 201;

/** Records the statements of a request; each placement has its own idempotency key. */
async function recordRequest(customer: Customer, request: Request): Promise<Recording> {
  const { method, path: url, body } = request;
  const key = randomUUID();
  let text = "";
  let statements: Recorded[] = [];
  // The first run is a warm-up: it records the key's use and prepares the statements.
  for (const idempotencyKey of [randomUUID(), key]) {
    const headers = isPlacement(request) ? { "idempotency-key": idempotencyKey } : {};
    statements = await recordStatements(async () => {
      const response = await call(method, url, { key: customer.token, body, headers });
      if (response.status >= 300) throw new Error(`${request.name}: ${response.text}`);
      text = response.text;
    });
  }
  const id = isPlacement(request) ? String(JSON.parse(text).id) : "{id}";
  const steps = stepsOf(statements, { id, key });
  const template = method === "POST" ? text.replaceAll(id, "{id}") : null;
  return { request, steps, template, roundTrips: statements.length };
}

function withoutAuthentication(steps: Step[]): Step[] {
  return steps.filter((step) => !AUTHENTICATION.test(step.name));
}

function targetOf(server: Server, request: Request, customer: Customer, suffix = ""): Target {
  const { method, body } = request;
  return {
    name: `${request.name}, ${server.name}${suffix}`,
    url: `${server.url}/v1${request.path}${suffix}`,
    pid: server.pid,
    method,
    headers: {
      authorization: `Bearer ${customer.token}`,
      ...(body && { "content-type": "application/json" }),
      ...(isPlacement(request) && { "idempotency-key": "[<id>]" }),
    },
    ...(body && { body: JSON.stringify(body) }),
  };
}

/** The run with the median throughput. */
function middle(runs: readonly Figures[]): Figures {
  const perSecond = medianOf(runs.map((run) => run.perSecond));
  const match = runs.find((run) => run.perSecond === perSecond);
  if (!match) throw new Error("there was no run");
  return match;
}

type Pair = { part: Figures; whole: Figures };

function ratioLine(label: string, pairs: Pair[], goal: Goal): Line {
  const ratios = pairs.map(({ part, whole }) => part.perSecond / whole.perSecond);
  return judgedLine(label, ratios, goal);
}

export interface Bench extends Environment {
  customer: Customer;
}

function planOf(bench: Bench, recordings: Recording[]): BarePlan {
  const routes = recordings.flatMap(({ request, steps, template }) => {
    const { method, path: url, status } = request;
    return [
      [`${method} /v1${url}`, { status, template, steps: withoutAuthentication(steps) }],
      [`${method} /v1${url}/with-key`, { status, template, steps }],
    ] as const;
  });
  return { url: bench.url, poolSize: env.CT_DATABASE_POOL, routes: Object.fromEntries(routes) };
}

function cpuLine(runs: readonly Figures[]): Line {
  const figures = runs.flatMap(({ cpuMicroseconds }) => cpuMicroseconds ?? []);
  const goal = { atMost: MAX_CPU_MICROSECONDS };
  return judgedLine("product's CPU per request", figures, goal, { unit: " µs" });
}

async function benchOne(
  bench: Bench,
  { request, steps, roundTrips }: Recording,
  { product, bare }: { product: Server; bare: Server },
): Promise<Section> {
  const target = (server: Server, suffix?: string) =>
    targetOf(server, request, bench.customer, suffix);
  const runs = await loadInRuns(
    [target(product), target(bare), target(bare, "/with-key")] as const,
    SIZE,
  );
  const ofBare = runs.map(([part, whole]) => ({ part, whole }));
  const withKey = runs.map(([part, , whole]) => part.perSecond / whole.perSecond);
  return {
    title: `${request.name} (16 connections, worker off)`,
    lines: [
      lineOf("the product, as npm start serves it", middle(runs.map(([own]) => own))),
      lineOf("bare node:http and pg", middle(runs.map(([, whole]) => whole))),
      lineOf("bare, with authentication", middle(runs.map(([, , whole]) => whole))),
      ratioLine("product : bare", ofBare, { atLeast: request.minRatio }),
      { label: "product : bare with authentication", figure: formatNumber(medianOf(withKey)) },
      ...(isPlacement(request) ? [cpuLine(runs.map(([own]) => own))] : []),
      {
        label: "SQL round trips",
        figure: String(roundTrips),
        note: steps.map((step) => step.name).join(", "),
        goal: { text: `≤ ${MAX_ROUND_TRIPS}`, isMet: roundTrips <= MAX_ROUND_TRIPS },
      },
    ],
  };
}

function placement({ portfolioId }: Customer): Request {
  return {
    name: "POST /v1/orders",
    method: "POST",
    path: "/orders",
    body: { amount_kg: 25, portfolio_id: portfolioId },
    status: 201,
    minRatio: MIN_PLACE_RATIO,
  };
}

async function requestsOf(customer: Customer): Promise<Request[]> {
  const place = placement(customer);
  const headers = { "idempotency-key": randomUUID() };
  const placed = await call("POST", place.path, { key: customer.token, body: place.body, headers });
  const read = { method: "GET", status: 200, minRatio: MIN_RATIO } as const;
  return [
    place,
    { ...read, name: "GET /v1/orders", path: "/orders" },
    { ...read, name: "GET /v1/orders/{id}", path: `/orders/${placed.json.id}` },
    { ...place, name: "POST /v1/quotes", path: "/quotes", status: 200, minRatio: MIN_RATIO },
  ];
}

async function startBareWith(bench: Bench, recordings: Recording[]): Promise<Server> {
  const planFile = path.join(bench.folder, "bare-plan.json");
  fs.writeFileSync(planFile, JSON.stringify(planOf(bench, recordings)));
  return startBare(bench, planFile);
}

/** Measures each request on the product and the bare server. */
export async function benchRequests(bench: Bench): Promise<Section[]> {
  const recordings: Recording[] = [];
  for (const request of await requestsOf(bench.customer)) {
    recordings.push(await recordRequest(bench.customer, request));
  }
  const servers = {
    product: await startProduct(bench, { worker: false }),
    bare: await startBareWith(bench, recordings),
  };
  const sections: Section[] = [];
  for (const recording of recordings) sections.push(await benchOne(bench, recording, servers));
  await Promise.all(Object.values(servers).map((server) => server.stop()));
  return sections;
}

/** Measures placement by many clients, which the product groups. */
export async function benchGroups(bench: Bench): Promise<Section[]> {
  const recording = await recordRequest(bench.customer, placement(bench.customer));
  const product = await startProduct(bench, { worker: false });
  const bare = await startBareWith(bench, [recording]);
  const target = (server: Server) => targetOf(server, recording.request, bench.customer);
  const runs = await loadInRuns([target(product), target(bare)] as const, {
    ...SIZE,
    connections: MANY_CONNECTIONS,
  });
  await Promise.all([product.stop(), bare.stop()]);
  const pairs = runs.map(([part, whole]) => ({ part, whole }));
  return [
    {
      title: `POST /v1/orders (${MANY_CONNECTIONS} connections, worker off)`,
      lines: [
        lineOf("the product", middle(runs.map(([own]) => own))),
        lineOf("bare node:http and pg", middle(runs.map(([, whole]) => whole))),
        ratioLine("grouped : bare", pairs, { atLeast: MIN_GROUPED_BARE_RATIO }),
      ],
    },
  ];
}
