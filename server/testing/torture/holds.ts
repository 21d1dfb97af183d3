// Buyers of nearly empty stock, while servers and workers are killed and stock comes and goes.
import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { database, type Statement } from "#core/db";
import { moveHeldStock } from "#domain/checkout";
import { stopLot } from "#domain/inventory";
import { importFile, makeAccount, makeStock, systemContext } from "#testing/factories";
import { checkBooks } from "#testing/torture/audit";
import { newClientRecord } from "#testing/torture/clients";
import {
  auditRunning,
  auditSettled,
  countHolds,
  listUnconfirmed,
  listUnsettled,
} from "#testing/torture/holds-audit";
import { buyAll, confirm, type HoldsShop } from "#testing/torture/holds-buyers";
import {
  cutConnections,
  freezeAfterCharge,
  killWorkerAt,
  type Moment,
  startWorkers,
  stopWorkers,
  type Worker,
} from "#testing/torture/killing";
import type { Outcome } from "#testing/torture/matching";
import { type ApiServers, startApiServers } from "#testing/torture/servers";

export interface HoldsSize {
  /** Buyers' attempts, most of which find too little stock. */
  attempts: number;
  servers: number;
  workers: number;
  /** Number of servers, and of workers, to kill. */
  kills: number;
  /** Number of database connections to cut. */
  cuts: number;
  /** Number of concurrent buyers. */
  clients: number;
  /** Folder for log files. */
  folder: string;
}

const CENTS_PER_KG = 60;
const SETTLE_TIMEOUT_MS = 180_000;
const moments: readonly Moment[] = ["paying", "random", "settled"];

interface Progress {
  kills: number;
  serverHits: number;
  cuts: number;
  lots: number;
  stops: number;
  admitted: number;
  over: boolean;
  audits: number;
  faults: Set<string>;
}

// Reservations last a minute at least; here many end at once.
const EXPIRE_SOME: Statement = {
  name: "torture-holds-expire",
  text: `
    UPDATE stock_holds SET expires_at = now(), reserved_until = now()
    WHERE (account_id, id) IN (
      SELECT account_id, id FROM stock_holds
      WHERE kind = 'reservation' AND state = 'held' AND order_id IS NULL AND expires_at > now()
      ORDER BY random() LIMIT 3 FOR UPDATE SKIP LOCKED
    ) RETURNING id`,
};

const POLL_NOW: Statement = {
  name: "torture-holds-poll",
  text: `
    UPDATE payments SET next_poll_at = now()
    WHERE next_poll_at > now() AND updated_at < now() - interval '2 seconds' RETURNING id`,
};

/** Any connection may be cut, also this process's own. */
const ignoringCuts = (work: Promise<unknown>) => work.then(() => true).catch(() => false);

type Market = Awaited<ReturnType<typeof openMarket>>;

/** Two portfolios that share a project, with little stock. */
async function openMarket() {
  const { account, token } = await makeAccount();
  const data = { holdSharePercent: 100 };
  await database().prisma.account.update({ where: { id: account.id }, data });
  const { file, portfolioId, tag } = await makeStock({
    tonnes: 1,
    projects: ["a", "b", "c"],
    apiCents: CENTS_PER_KG,
  });
  const [category] = file.project_categories;
  const [portfolio] = file.portfolios;
  const second = {
    ...category,
    id: `cat_${tag}_2`,
    projects: [{ project_id: `prj_${tag}_a`, weight: 1 }],
  };
  const other = {
    ...portfolio,
    id: `pf_${tag}_2`,
    category_allocations: [{ category_id: `cat_${tag}_2`, allocated_fraction: 1 }],
  };
  await importFile({
    mode: "test",
    project_categories: [...file.project_categories, second],
    portfolios: [...file.portfolios, other],
  });
  return { token, file, tag, portfolioIds: [portfolioId, other.id] };
}

const SELLABLE: Statement = {
  name: "torture-holds-sellable",
  text: `
    SELECT coalesce(sum(quantity_kg - retired_kg), 0)::int AS kg FROM credit_lots
    WHERE state = 'on_sale'`,
};

/** Little enough that many attempts find too little, since most of it is held. */
const FEW_KG = 300;

async function isNearlyEmpty(): Promise<boolean> {
  const [stock] = await database().query<{ kg: number }>(SELLABLE, []);
  return stock !== undefined && stock.kg < FEW_KG;
}

async function deliverLot({ file }: Market, nth: number): Promise<void> {
  const lot = file.credit_lots[nth % file.credit_lots.length];
  const id = `${lot?.id}_${nth}`;
  const more = { ...lot, id, serial_number_range: `${id}-more-1-1` };
  await importFile({ ...file, credit_lots: [more] });
}

/** Takes an open lot from sale, and moves what is held of it, as an operator's click does. */
async function stopOneLot(): Promise<void> {
  const ctx = systemContext();
  const lots = await database().prisma.creditLot.findMany({
    where: { mode: "test", state: "on_sale" },
    orderBy: { id: "desc" },
    take: 6,
  });
  const lot = lots[randomInt(lots.length || 1)];
  if (!lot) return;
  await database().transaction(async (db) => {
    await stopLot({ ...ctx, db }, { mode: "test", id: lot.id, reason: "torture" });
    await moveHeldStock({ ...ctx, db }, "test");
  });
}

/** Delivers and removes stock, ends reservations, and audits, until the run is over. */
async function disturb(market: Market, progress: Progress): Promise<void> {
  for (let round = 0; !progress.over; round += 1) {
    await sleep(randomInt(1000, 3000));
    const isDue = await isNearlyEmpty().catch(() => false);
    if (isDue && (await ignoringCuts(deliverLot(market, progress.lots)))) progress.lots += 1;
    await ignoringCuts(database().query(EXPIRE_SOME, []));
    if (round % 6 === 5 && (await ignoringCuts(stopOneLot()))) progress.stops += 1;
    const faults = await auditRunning().catch(() => null);
    if (faults) progress.audits += 1;
    for (const fault of faults ?? []) progress.faults.add(fault);
  }
}

async function killAll(
  programs: { api: ApiServers; workers: Worker[] },
  size: HoldsSize,
  progress: Progress,
): Promise<void> {
  const faults: string[] = [];
  while (progress.kills < size.kills) {
    progress.admitted = Math.ceil((size.attempts * (progress.kills + 1)) / (size.kills + 1));
    const moment = moments[progress.kills % moments.length] ?? "random";
    const isRandom = progress.kills % 3 === 2;
    const [wasHit] = await Promise.all([
      programs.api.killOne(isRandom ? undefined : freezeAfterCharge),
      killWorkerAt(programs.workers, moment, faults),
    ]);
    if (wasHit) progress.serverHits += 1;
    progress.kills += 1;
  }
  for (const fault of faults) progress.faults.add(fault);
  progress.admitted = size.attempts;
}

/** Lets the customers who left confirm, and waits until payments, holds and orders have settled. */
async function settle(shop: HoldsShop): Promise<string[]> {
  const until = Date.now() + SETTLE_TIMEOUT_MS;
  for (;;) {
    const unsettled = await listUnsettled();
    if (unsettled.length === 0 || Date.now() > until) return unsettled;
    for (const id of await listUnconfirmed()) await confirm(shop, id);
    await database().query(POLL_NOW, []);
    await sleep(300);
  }
}

async function report(shop: HoldsShop, size: HoldsSize, progress: Progress): Promise<string> {
  const { kills, serverHits, cuts, lots, stops, audits } = progress;
  const { holds, used, released, expired, voided, charges } = await countHolds();
  return [
    `${size.attempts} attempts (${Object.entries(shop.tally)
      .map(([what, times]) => `${times} ${what}`)
      .join(", ")})`,
    `${holds} holds: ${used} used, ${released} released, ${expired} expired, ${voided} void`,
    `${charges} charges; ${lots} lots delivered, ${stops} stopped; ${audits} audits while running`,
    `servers and workers killed ${kills} times, ${serverHits} of them after a charge; ${cuts} connections cut`,
  ].join("; ");
}

/** Buyers compete for nearly empty stock. No payment may start without stock behind it. */
export async function nearlyEmptyStock(size: HoldsSize): Promise<Outcome> {
  const market = await openMarket();
  const progress: Progress = {
    ...{ kills: 0, serverHits: 0, cuts: 0, lots: 0, stops: 0, admitted: 0, audits: 0 },
    ...{ over: false, faults: new Set<string>() },
  };
  const [api, workers] = await Promise.all([startApiServers(size), startWorkers(size)]);
  const shop: HoldsShop = {
    ...{ origin: api.origin, send: api.send, key: market.token, record: newClientRecord() },
    ...{ portfolioIds: market.portfolioIds, reservations: [], tally: {} },
  };
  const disturbing = disturb(market, progress);
  const cutting = cutConnections(size, progress);
  await Promise.all([
    buyAll(shop, size, (nth) => nth < progress.admitted),
    killAll({ api, workers }, size, progress),
  ]);
  progress.over = true;
  await Promise.all([cutting, disturbing]);
  const faults = await settle(shop);
  await api.stop();
  faults.push(...(await stopWorkers(workers)), ...shop.record.faults.slice(0, 20));
  faults.push(...progress.faults, ...(await auditSettled()), ...(await checkBooks()).findings);
  return { summary: await report(shop, size, progress), faults };
}
