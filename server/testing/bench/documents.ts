// A certificate's PDF, which is rendered on the first request and then stored.
import { setTimeout as sleep } from "node:timers/promises";
import { awaitFulfilled, type Buyer, placeOverHttp } from "#testing/bench/matching";
import type { Section } from "#testing/bench/report";
import { judgedLine, medianOf, RUNS } from "#testing/bench/runs";
import { openShop } from "#testing/bench/seed";
import { type Environment, startProduct } from "#testing/bench/servers";
import { makeAccount } from "#testing/factories";

const CERTIFICATES = 15;
/** Certificates whose page is opened before their PDF. */
const READ = 5;
/** From the page to the click. */
const READING_MS = 1000;
const MAX_START_MS = 400;
const MAX_FIRST_MS = 15;
const MAX_STORED_MS = 5;

async function fetchMs(url: string): Promise<number> {
  const started = performance.now();
  const response = await fetch(url);
  const bytes = Buffer.from(await response.arrayBuffer());
  const ms = performance.now() - started;
  if (response.status !== 200 || bytes.subarray(0, 5).toString() !== "%PDF-") {
    throw new Error(`${url} returned ${response.status} and is not a PDF`);
  }
  return ms;
}

interface Times {
  /** The server's first, which also loads fonts and code. */
  start: number;
  first: number;
  /** After the certificate's page. */
  read: number;
  stored: number;
}

/** Requests certificates of a server that has just started, each twice. */
async function timesOfServer(environment: Environment, buyer: Buyer): Promise<Times> {
  const server = await startProduct(environment, { worker: true, isBundled: true });
  const first: number[] = [];
  const stored: number[] = [];
  while (first.length <= CERTIFICATES) {
    const id = await placeOverHttp(server, buyer);
    await awaitFulfilled(id);
    const url = `${server.url}/certificates/${id}/pdf`;
    first.push(await fetchMs(url));
    stored.push(await fetchMs(url));
  }
  const read: number[] = [];
  while (read.length < READ) {
    const id = await placeOverHttp(server, buyer);
    await awaitFulfilled(id);
    const url = `${server.url}/certificates/${id}`;
    await (await fetch(url)).text();
    await sleep(READING_MS);
    read.push(await fetchMs(`${url}/pdf`));
  }
  await server.stop();
  const [start = Number.NaN, ...others] = first;
  return {
    start,
    first: medianOf(others),
    read: medianOf(read),
    stored: medianOf(stored.slice(1)),
  };
}

/** Measures the first and the second request of each certificate, over HTTP. */
export async function benchCertificates(environment: Environment): Promise<Section[]> {
  const { wideId } = await openShop(1000);
  const { token } = await makeAccount();
  const runs: Times[] = [];
  while (runs.length < RUNS) {
    runs.push(await timesOfServer(environment, { token, portfolioId: wideId }));
  }
  const line = (label: string, name: keyof Times, atMost: number, note: string) => {
    const figures = runs.map((run) => run[name]);
    return judgedLine(label, figures, { atMost }, { unit: " ms", note });
  };
  return [
    {
      title: "A certificate's PDF, over 8 projects",
      lines: [
        line("the first after the start", "start", MAX_START_MS, "loads fonts and code"),
        line("first request of each other", "first", MAX_FIRST_MS, "medians; rendered"),
        line("a second after its page", "read", MAX_FIRST_MS, "medians; prepared meanwhile"),
        line("every other request", "stored", MAX_STORED_MS, "medians; stored"),
      ],
    },
  ];
}
