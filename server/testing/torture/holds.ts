// Buyers of nearly empty stock, while servers and workers are killed and stock comes and goes.
import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { database } from "#core/db";
import { importFile, makeAccount, makeStock } from "#testing/factories";
import { pollNow } from "#testing/torture/checkout-audit";
import {
  auditRunning,
  auditSettled,
  countHolds,
  listUnsettled,
} from "#testing/torture/holds-audit";
import { attempt, confirm, type HoldsShop } from "#testing/torture/holds-buyers";
import { catalogueFile, MODE } from "#testing/world/catalogue";
import { newClientRecord } from "#testing/world/clients";
import { Installation, type InstallationSize } from "#testing/world/installation";
import { checkBooks } from "#testing/world/judge";
import { afterCharge, inTransaction } from "#testing/world/killing";
import { stopLotNow } from "#testing/world/operator";
import { formatCounts, type Outcome, repeatUntil, runConcurrently } from "#testing/world/run";
import { select, selectIds, selectOne } from "#testing/world/sql";

export interface HoldsSize extends InstallationSize {
  /** Buyers' attempts, most of which find too little stock. */
  attempts: number;
  /** Number of concurrent buyers. */
  clients: number;
}

const PRICE_PER_KG = 60;
const SETTLE_TIMEOUT_MS = 180_000;
const moments = [
  { worker: inTransaction("paying"), server: afterCharge },
  { server: afterCharge },
  { worker: inTransaction("settled") },
] as const;

// Reservations last a minute at least; here many end at once.
const EXPIRE_SOME = `
  UPDATE stock_holds SET expires_at = now(), reserved_until = now()
  WHERE (account_id, id) IN (
    SELECT account_id, id FROM stock_holds
    WHERE kind = 'reservation' AND state = 'held' AND order_id IS NULL AND expires_at > now()
    ORDER BY random() LIMIT 3 FOR UPDATE SKIP LOCKED
  ) RETURNING id`;

/** Any connection may be cut, also this process's own. */
const ignoringCuts = (work: Promise<unknown>) => work.then(() => true).catch(() => false);

type Market = Awaited<ReturnType<typeof openMarket>>;

/** Two portfolios that share a project, with little stock. */
async function openMarket() {
  const { account, token } = await makeAccount();
  const data = { holdSharePercent: 100 };
  await database().prisma.account.update({ where: { id: account.id }, data });
  const stock = { tonnes: 1, projects: ["a", "b", "c"], apiPrice: PRICE_PER_KG };
  const { file, portfolioId, tag } = await makeStock(stock);
  const [id, second] = [`cat_${tag}_2`, `pf_${tag}_2`];
  const prices = { apiPrice: PRICE_PER_KG * 1000, checkoutPrice: (PRICE_PER_KG + 1) * 1000 };
  const other = catalogueFile({
    categories: [{ id, ...prices, projects: { [`prj_${tag}_a`]: 1 } }],
    portfolios: { [second]: { [id]: 1 } },
  });
  await importFile({
    mode: MODE,
    project_categories: [...file.project_categories, ...other.project_categories],
    portfolios: [...file.portfolios, ...other.portfolios],
  });
  return { token, file, portfolioIds: [portfolioId, second] };
}

const SELLABLE = `
  SELECT coalesce(sum(quantity_kg - retired_kg), 0)::int AS kg FROM credit_lots
  WHERE state = 'on_sale'`;

/** Little enough that many attempts find too little, since most of it is held. */
const FEW_KG = 300;

async function deliverLot({ file }: Market, nth: number): Promise<void> {
  const lot = file.credit_lots[nth % file.credit_lots.length];
  const id = `${lot?.id}_${nth}`;
  const more = { ...lot, id, serial_number_range: `${id}-more-1-1` };
  await importFile({ ...file, credit_lots: [more] });
}

/** Takes an open lot from sale. */
async function stopOneLot(): Promise<void> {
  const lots = await database().prisma.creditLot.findMany({
    where: { mode: MODE, state: "on_sale" },
    orderBy: { id: "desc" },
    take: 6,
  });
  const lot = lots[randomInt(lots.length || 1)];
  if (lot) await stopLotNow(lot.id);
}

/** Delivers and removes stock, ends reservations, and audits. */
class Disturbance {
  readonly counts = { lots: 0, stops: 0, audits: 0 };
  readonly faults = new Set<string>();

  async disturb(market: Market, round: number): Promise<void> {
    const { counts } = this;
    const { kg } = await selectOne<{ kg: number }>(SELLABLE).catch(() => ({ kg: FEW_KG }));
    if (kg < FEW_KG && (await ignoringCuts(deliverLot(market, counts.lots)))) counts.lots += 1;
    await ignoringCuts(select(EXPIRE_SOME));
    if (round % 6 === 5 && (await ignoringCuts(stopOneLot()))) counts.stops += 1;
    const faults = await auditRunning().catch(() => null);
    if (faults) counts.audits += 1;
    for (const fault of faults ?? []) this.faults.add(fault);
  }
}

/** Sessions that wait for their customer: without one, for a quarter of an hour. */
const UNCONFIRMED =
  "SELECT checkout_session_id AS id FROM payments WHERE state = 'requires_action'";

/** Lets the customers who left confirm, and waits until payments, holds and orders have settled. */
async function settle(shop: HoldsShop): Promise<string[]> {
  const until = Date.now() + SETTLE_TIMEOUT_MS;
  for (;;) {
    const unsettled = await listUnsettled();
    if (unsettled.length === 0 || Date.now() > until) return unsettled;
    for (const id of await selectIds(UNCONFIRMED)) await confirm(shop, id);
    await pollNow();
    await sleep(300);
  }
}

/** Buyers compete for nearly empty stock. No payment may start without stock behind it. */
export async function nearlyEmptyStock(size: HoldsSize): Promise<Outcome> {
  const market = await openMarket();
  const till = await Installation.start(size);
  const shop: HoldsShop = {
    ...{ origin: till.origin, send: till.send, key: market.token, record: newClientRecord() },
    ...{ portfolioIds: market.portfolioIds, reservations: [], tally: {} },
  };
  const disturbance = new Disturbance();
  const disturbing = repeatUntil(
    () => till.isOver,
    () => randomInt(1000, 3000),
    (round) => disturbance.disturb(market, round),
  );
  const cutting = till.cutConnections();
  const buying = runConcurrently(
    size.attempts,
    async (nth) => {
      await till.admit(nth);
      await attempt(shop);
    },
    size.clients,
  );
  const killing = till.killAll(size.attempts, (round) => moments[round % moments.length] ?? {});
  await Promise.all([buying, killing]);
  till.isOver = true;
  await Promise.all([cutting, disturbing]);
  const faults = [...(await settle(shop)), ...(await till.stop())];
  faults.push(...shop.record.faults.slice(0, 20), ...disturbance.faults);
  faults.push(...(await auditSettled()), ...(await checkBooks()).findings);
  const { kills, serverHits, cuts } = till.counts;
  const { lots, stops, audits } = disturbance.counts;
  const { holds, used, released, expired, voided, charges } = await countHolds();
  const summary = [
    `${size.attempts} attempts (${formatCounts(shop.tally)})`,
    `${holds} holds: ${used} used, ${released} released, ${expired} expired, ${voided} void`,
    `${charges} charges; ${lots} lots delivered, ${stops} stopped; ${audits} audits while running`,
    `servers and workers killed ${kills} times, ${serverHits} of them after a charge; ${cuts} connections cut`,
  ].join("; ");
  return { summary, faults };
}
