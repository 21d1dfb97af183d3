// Placing and listing orders: the product, compared with its API on Next alone, and with a bare
// server and pgbench that send the same SQL.
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { env } from "#core/env";
import { call } from "#testing/api";
import type { BarePlan } from "#testing/bench/bare-server";
import { type Figures, lineOf, loadInTurn, type Target } from "#testing/bench/load";
import { hasPgbench, runPgbench } from "#testing/bench/pgbench";
import { type Recorded, recordStatements, type Step, stepsOf } from "#testing/bench/record";
import { formatNumber, type Line, type Section } from "#testing/bench/report";
import {
  type Environment,
  type Server,
  startBare,
  startNext,
  startProduct,
} from "#testing/bench/servers";

const ROUNDS = 4;
const ROUND_SECONDS = 1.5;
const PGBENCH_SECONDS = 4;
const MAX_ROUND_TRIPS = 3;
const MIN_RATIO = 0.2;
/** Authentication statements, which the bare server omits. */
const AUTHENTICATION = /^accounts-/;

export interface Customer {
  token: string;
  portfolioId: string;
}

interface Request {
  name: string;
  method: "GET" | "POST";
  path: string;
  body?: Record<string, unknown>;
}

/** Records the statements of a request; each POST has its own idempotency key. */
async function recordRequest(customer: Customer, request: Request) {
  const { method, path: url, body } = request;
  const key = randomUUID();
  const headers = method === "POST" ? { "idempotency-key": key } : {};
  let text = "";
  let statements: Recorded[] = [];
  // The first run is a warm-up: it records the key's use and prepares the statements.
  for (const idempotencyKey of [randomUUID(), key]) {
    const own = method === "POST" ? { ...headers, "idempotency-key": idempotencyKey } : headers;
    statements = await recordStatements(async () => {
      const response = await call(method, url, { key: customer.token, body, headers: own });
      if (response.status >= 300) throw new Error(`${request.name}: ${response.text}`);
      text = response.text;
    });
  }
  const id = method === "POST" ? String(JSON.parse(text).id) : "{id}";
  const steps = stepsOf(statements, { id, key });
  const template = method === "POST" ? text.replaceAll(id, "{id}") : null;
  return { steps, template, roundTrips: statements.length };
}

function withoutAuthentication(steps: Step[]): Step[] {
  return steps.filter((step) => !AUTHENTICATION.test(step.name));
}

function targetOf(server: Server, request: Request, customer: Customer, url: string): Target {
  const { method, body } = request;
  return {
    name: `${request.name}, ${server.name}`,
    url: `${server.url}${url}`,
    pid: server.pid,
    method,
    headers: {
      authorization: `Bearer ${customer.token}`,
      ...(method === "POST" && {
        "content-type": "application/json",
        "idempotency-key": "[<id>]",
      }),
    },
    ...(body && { body: JSON.stringify(body) }),
  };
}

function ratioLine(label: string, part: Figures, whole: Figures, goal?: number): Line {
  const ratio = part.perSecond / whole.perSecond;
  const line = { label, figure: formatNumber(ratio), note: "of requests per second" };
  return goal ? { ...line, goal: { text: `≥ ${goal}`, isMet: ratio >= goal } } : line;
}

async function pgbenchLines(steps: Step[], product: Figures, options: Environment) {
  if (!(await hasPgbench())) {
    return [{ label: "pgbench -M prepared", figure: "skipped", note: "pgbench is not installed" }];
  }
  const perSecond = await runPgbench(steps, { ...options, seconds: PGBENCH_SECONDS });
  return [
    {
      label: "pgbench -M prepared",
      figure: `${formatNumber(perSecond)}/s`,
      note: "the same statements, each in its own transaction, without a server",
    },
    { label: "product : pgbench", figure: formatNumber(product.perSecond / perSecond) },
  ];
}

interface Bench extends Environment {
  customer: Customer;
}

type Recording = Awaited<ReturnType<typeof recordRequest>>;

function planOf(bench: Bench, requests: [Request, Recording][]): BarePlan {
  const routes = requests.flatMap(([{ method, path: url }, { steps, template }]) => {
    const status = method === "POST" ? 201 : 200;
    return [
      [`${method} ${url}`, { status, template, steps: withoutAuthentication(steps) }],
      [`${method} ${url}/with-key`, { status, template, steps }],
    ] as const;
  });
  return { url: bench.url, poolSize: env.CT_DATABASE_POOL, routes: Object.fromEntries(routes) };
}

async function benchOne(
  bench: Bench,
  request: Request,
  recording: Recording,
  servers: { product: Server; next: Server; bare: Server },
): Promise<Section> {
  const { product, next, bare } = servers;
  const target = (server: Server, url: string) => targetOf(server, request, bench.customer, url);
  const targets = [
    target(product, request.path),
    target(next, request.path),
    target(bare, request.path),
    target(bare, `${request.path}/with-key`),
  ];
  const figures = await loadInTurn(targets, { rounds: ROUNDS, seconds: ROUND_SECONDS });
  const [byProduct, byNext, byBare, byBareWithKey] = figures;
  if (!byProduct || !byNext || !byBare || !byBareWithKey)
    throw new Error("a target was not loaded");
  const { roundTrips, steps } = recording;
  return {
    title: `${request.name} (16 connections, worker off)`,
    lines: [
      lineOf("the product, as npm start serves it", byProduct),
      lineOf("its API on Next alone", byNext),
      lineOf("bare node:http and pg", byBare),
      lineOf("bare, with authentication", byBareWithKey),
      ratioLine("product : bare", byProduct, byBare, MIN_RATIO),
      ratioLine("product : bare with authentication", byProduct, byBareWithKey),
      ratioLine("Next alone : bare", byNext, byBare),
      ...(await pgbenchLines(withoutAuthentication(steps), byProduct, bench)),
      {
        label: "SQL round trips",
        figure: String(roundTrips),
        note: steps.map((step) => step.name).join(", "),
        goal: { text: `≤ ${MAX_ROUND_TRIPS}`, isMet: roundTrips <= MAX_ROUND_TRIPS },
      },
    ],
  };
}

/** Measures both requests on all servers. */
export async function benchRequests(bench: Bench): Promise<Section[]> {
  const { customer, folder } = bench;
  const place: Request = {
    name: "POST /v1/orders",
    method: "POST",
    path: "/v1/orders",
    body: { amount_kg: 25, portfolio_id: customer.portfolioId },
  };
  const list: Request = { name: "GET /v1/orders", method: "GET", path: "/v1/orders" };
  const recorded: [Request, Recording][] = [];
  for (const request of [place, list]) {
    const inside = { ...request, path: request.path.slice("/v1".length) };
    recorded.push([request, await recordRequest(customer, inside)]);
  }
  const planFile = path.join(folder, "bare-plan.json");
  fs.writeFileSync(planFile, JSON.stringify(planOf(bench, recorded)));
  // The product starts first, because it builds the pages that Next alone serves.
  const servers = {
    product: await startProduct(bench, { worker: false }),
    next: await startNext(bench),
    bare: await startBare(bench, planFile),
  };
  const sections: Section[] = [];
  for (const [request, recording] of recorded) {
    sections.push(await benchOne(bench, request, recording, servers));
  }
  await Promise.all(Object.values(servers).map((server) => server.stop()));
  return sections;
}
