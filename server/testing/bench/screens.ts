// Pages in a browser, as Lighthouse measures them for a phone: weight, paint and scores.
import fs from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { accountInMode, findAccount } from "#domain/accounts";
import { hasUnfilledYear } from "#seed";
import { awaitFulfilled, placeOverHttp } from "#testing/bench/matching";
import type { Line, Section } from "#testing/bench/report";
import { judgedLine, RUNS } from "#testing/bench/runs";
import { type Environment, type Server, startProduct } from "#testing/bench/servers";
import { BROWSER_ARGUMENTS, ensureBrowser } from "#testing/browser";
import { importFile, makeKey, systemContext } from "#testing/factories";
import { type Measured, withLighthouse } from "#testing/lighthouse";
import { makePerson, sessionCookie } from "#testing/people";

const MAX_SCRIPT_KB = 220;
const MAX_SCREEN_LCP_MS = 1200;
const MAX_PAGE_KB = 60;
const MAX_PAGE_LCP_MS = 1000;
const KILOBYTE = 1000;

const base = "/admin/demo/test";
const screens: Record<string, string> = {
  overview: base,
  orders: `${base}/orders`,
  "checkout sessions": `${base}/checkout`,
  "operator overview": "/admin/operator/test",
};

function browser() {
  const executablePath = ensureBrowser();
  return { ...(executablePath && { executablePath }), args: BROWSER_ARGUMENTS };
}

async function startDemo(environment: Environment): Promise<Server> {
  const server = await startProduct(environment, {
    worker: true,
    env: { CT_DEMO: "1", CT_DATA_DIR: environment.folder, CT_ADDRESS_LIMIT: "off" },
  });
  while (await hasUnfilledYear()) await sleep(500);
  return server;
}

async function demoAccount() {
  const account = await findAccount(systemContext(), "demo");
  if (!account) throw new Error("the demo account is missing");
  return account;
}

interface Measuring {
  cookie?: string;
  pages: Record<string, string>;
}

/** Measures each page in turn, several times, each once before for what the server loads. */
async function measureRuns({ cookie, pages }: Measuring) {
  const all = new Map<string, Measured[]>(Object.keys(pages).map((name) => [name, []]));
  await withLighthouse({ launch: browser(), cookie }, async (measure) => {
    for (let run = 0; run <= RUNS; run += 1) {
      for (const [name, url] of Object.entries(pages)) {
        const measured = await measure(url);
        if (run > 0) all.get(name)?.push(measured);
      }
    }
  });
  return all;
}

function screenLines(name: string, runs: Measured[]): Line[] {
  const queries = runs.map(({ urls }) => urls.filter((url) => url.includes("/trpc/")).length);
  return [
    judgedLine(
      `${name}: script, cold`,
      runs.map(({ scriptBytes }) => scriptBytes / KILOBYTE),
      { atMost: MAX_SCRIPT_KB },
      { unit: " kB" },
    ),
    judgedLine(`${name}: requests for data after the first HTML`, queries, { atMost: 0 }),
    judgedLine(
      `${name}: largest contentful paint`,
      runs.map(({ lcpMs }) => lcpMs),
      { atMost: MAX_SCREEN_LCP_MS },
      { unit: " ms" },
    ),
  ];
}

/** Measures screens of the demo account, which has sold for a year. */
export async function benchScreens(environment: Environment): Promise<Section[]> {
  const server = await startDemo(environment);
  const { id } = await demoAccount();
  const { email } = await makePerson({ accountId: id, isOperator: true });
  const cookie = await sessionCookie(email);
  const entries = Object.entries(screens).map(([name, path]) => [name, `${server.url}${path}`]);
  const all = await measureRuns({ cookie, pages: Object.fromEntries(entries) });
  await server.stop();
  const lines = [...all].flatMap(([name, runs]) => screenLines(name, runs));
  return [{ title: "Screens of the dashboard, cold, Lighthouse's mobile preset", lines }];
}

function pageLines(name: string, runs: Measured[]): Line[] {
  const lowest = runs.map(({ scores }) => Math.min(...Object.values(scores)));
  const problems = [...new Set(runs.flatMap((run) => run.problems))];
  return [
    judgedLine(
      `${name}: lowest of four scores`,
      lowest,
      { atLeast: 100 },
      { ...(Math.min(...lowest) < 100 && { note: problems.join(", ") }) },
    ),
    judgedLine(
      `${name}: largest contentful paint`,
      runs.map(({ lcpMs }) => lcpMs),
      { atMost: MAX_PAGE_LCP_MS },
      { unit: " ms" },
    ),
    judgedLine(
      `${name}: weight`,
      runs.map(({ bytes }) => bytes / KILOBYTE),
      { atMost: MAX_PAGE_KB },
      { unit: " kB" },
    ),
  ];
}

interface Shop {
  server: Server;
  /** Key of the demo's test account. */
  testKey: string;
  /** A fulfilled order of its live account. */
  orderId: string;
}

async function openSession({ server, testKey }: Shop): Promise<string> {
  const response = await fetch(`${server.url}/v1/checkout/sessions`, {
    method: "POST",
    headers: { authorization: `Bearer ${testKey}`, "content-type": "application/json" },
    body: JSON.stringify({
      amount_kg: 25,
      success_url: "https://shop.example/thanks",
      cancel_url: "https://shop.example/basket",
      description: "Your flight to Lisbon",
    }),
  });
  if (!response.ok) throw new Error(`opening a session returned ${response.status}`);
  return ((await response.json()) as { checkout_url: string }).checkout_url;
}

/** Starts the demo, and sells from the sandbox's projects, imported as live ones. */
async function openDemo(environment: Environment): Promise<Shop> {
  const server = await startDemo(environment);
  const account = await demoAccount();
  const catalogue = JSON.parse(fs.readFileSync("prisma/sandbox-catalogue.json", "utf8"));
  await importFile({ ...catalogue, mode: "live" });
  const { token } = await makeKey(account);
  const orderId = await placeOverHttp(server, { token, portfolioId: catalogue.portfolios[0].id });
  await awaitFulfilled(orderId);
  const test = await makeKey(await accountInMode(systemContext(), { account, mode: "test" }));
  return { server, testKey: test.token, orderId };
}

/** Measures a checkout, and the live certificate and impact page of a sale. */
export async function benchPublicPages(environment: Environment): Promise<Section[]> {
  const shop = await openDemo(environment);
  const { server, orderId } = shop;
  const pages = {
    checkout: await openSession(shop),
    certificate: `${server.url}/certificates/${orderId}`,
    impact: `${server.url}/impact/demo`,
  };
  const all = await measureRuns({ pages });
  await server.stop();
  const lines = [...all].flatMap(([name, runs]) => pageLines(name, runs));
  return [{ title: "Public pages, cold, Lighthouse's mobile preset", lines }];
}
