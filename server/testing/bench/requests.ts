// Placing and listing orders: the product, beside its API by Next alone, and beside a bare server
// and pgbench that send the same SQL.
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { env } from "#core/env";
import { call } from "#testing/api";
import type { BarePlan } from "#testing/bench/bare-server";
import { type Figures, lineOf, loadInTurn, type Target } from "#testing/bench/load";
import { hasPgbench, runPgbench } from "#testing/bench/pgbench";
import { type Recorded, recordStatements, type Step, stepsOf } from "#testing/bench/record";
import { type Line, type Section, told } from "#testing/bench/report";
import { type Server, startBare, startNext, startProduct } from "#testing/bench/servers";

const ROUNDS = 4;
const ROUND_SECONDS = 1.5;
const PGBENCH_SECONDS = 4;
const MOST_ROUND_TRIPS = 3;
const LEAST_RATIO = 0.2;
/** What the bare server leaves out: who is asking. */
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

/** The same request again and again; each POST under a key of its own. */
async function recordRequest(customer: Customer, request: Request) {
  const { method, path: url, body } = request;
  const key = randomUUID();
  const headers = method === "POST" ? { "idempotency-key": key } : {};
  let text = "";
  let statements: Recorded[] = [];
  // The first only warms up: it notes the key's last use and prepares the statements.
  for (const idempotencyKey of [randomUUID(), key]) {
    const own = method === "POST" ? { ...headers, "idempotency-key": idempotencyKey } : headers;
    statements = await recordStatements(async () => {
      const answer = await call(method, url, { key: customer.token, body, headers: own });
      if (answer.status >= 300) throw new Error(`${request.name}: ${answer.text}`);
      text = answer.text;
    });
  }
  const id = method === "POST" ? String(JSON.parse(text).id) : "{id}";
  const steps = stepsOf(statements, { id, key });
  const answer = method === "POST" ? text.replaceAll(id, "{id}") : null;
  return { steps, answer, roundTrips: statements.length };
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

function ratioLine(what: string, part: Figures, whole: Figures, goal?: number): Line {
  const ratio = part.perSecond / whole.perSecond;
  const line = { what, figure: told(ratio), note: "of requests per second" };
  return goal ? { ...line, goal: { words: `≥ ${goal}`, isMet: ratio >= goal } } : line;
}

async function pgbenchLines(
  steps: Step[],
  product: Figures,
  options: { url: string; folder: string },
) {
  if (!(await hasPgbench())) {
    return [{ what: "pgbench -M prepared", figure: "skipped", note: "it is not installed" }];
  }
  const perSecond = await runPgbench(steps, { ...options, seconds: PGBENCH_SECONDS });
  return [
    {
      what: "pgbench -M prepared",
      figure: `${told(perSecond)}/s`,
      note: "the same statements, each a transaction, no server at all",
    },
    { what: "product : pgbench", figure: told(product.perSecond / perSecond) },
  ];
}

interface Bench {
  url: string;
  folder: string;
  customer: Customer;
}

type Recording = Awaited<ReturnType<typeof recordRequest>>;

function planOf(bench: Bench, requests: [Request, Recording][]): BarePlan {
  const routes = requests.flatMap(([{ method, path: url }, { steps, answer }]) => {
    const status = method === "POST" ? 201 : 200;
    return [
      [`${method} ${url}`, { status, answer, steps: withoutAuthentication(steps) }],
      [`${method} ${url}/with-key`, { status, answer, steps }],
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
    title: `${request.name} (16 connections; the worker is off, so that this alone is measured)`,
    lines: [
      lineOf("the product, as npm start serves it", byProduct),
      lineOf("its API by Next alone", byNext),
      lineOf("bare node:http and pg", byBare),
      lineOf("bare, with the key's look-up", byBareWithKey),
      ratioLine("product : bare", byProduct, byBare, LEAST_RATIO),
      ratioLine("product : bare with the key's look-up", byProduct, byBareWithKey),
      ratioLine("Next alone : bare", byNext, byBare),
      ...(await pgbenchLines(withoutAuthentication(steps), byProduct, bench)),
      {
        what: "SQL round trips",
        figure: String(roundTrips),
        note: steps.map((step) => step.name).join(", "),
        goal: { words: `≤ ${MOST_ROUND_TRIPS}`, isMet: roundTrips <= MOST_ROUND_TRIPS },
      },
    ],
  };
}

/** Both requests, on all servers. */
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
  // The product first: it builds the pages, which Next alone then finds.
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
