// A worker that neither works nor dies (a paused machine, a cut network) must not hold up the others.
import { setTimeout as sleep } from "node:timers/promises";
import { makeAccount } from "#testing/factories";
import { auditDatabase, countStuck } from "#testing/torture/audit";
import { newTold, postOnce, type Send } from "#testing/torture/clients";
import { freezeAt, startWorkerProcess } from "#testing/torture/killing";
import { openMarket } from "#testing/torture/market";
import type { Outcome } from "#testing/torture/matching";

/** How long it may hold them up. */
const PATIENCE_MS = 30_000;
const AWAKES_WITHIN_MS = 3000;
const ORDERS_AT_ONCE = 100;
const MOST_ORDERS = 5000;

/** Freezes a worker in the middle of a batch, has another go on, and wakes the first again. */
export async function frozenWorker(send: Send, place: { folder: string }): Promise<Outcome> {
  const market = await openMarket();
  await market.writeLots(Array.from({ length: 9 }, () => MOST_ORDERS));
  const { token } = await makeAccount();
  const told = newTold();
  const body = { amount_kg: 1000, portfolio_id: market.portfolioIds[0] };
  const first = await startWorkerProcess("torture-frozen", place);
  let placed = 0;
  let isFrozen = false;
  const placing = async () => {
    while (!isFrozen && placed < MOST_ORDERS) {
      placed += ORDERS_AT_ONCE;
      const orders = Array.from({ length: ORDERS_AT_ONCE }, () =>
        postOnce(send, told, { path: "/orders", key: token, body }),
      );
      await Promise.all(orders);
    }
  };
  const freezing = freezeAt(first, "settled").then((frozen) => {
    isFrozen = true;
    return frozen;
  });
  const [wasHit] = await Promise.all([freezing, placing()]);
  const second = await startWorkerProcess("torture-second", place);
  const started = Date.now();
  while ((await countStuck()) > 0 && Date.now() - started < PATIENCE_MS) await sleep(50);
  const seconds = Math.round((Date.now() - started) / 1000);
  const stuck = await countStuck();
  process.kill(first.program.pid, "SIGCONT");
  await sleep(AWAKES_WITHIN_MS);

  const faults: string[] = [];
  if (!wasHit) faults.push("the worker was never found in the middle of a batch");
  if (stuck > 0) faults.push(`${stuck} orders were held up for ${seconds} s by a frozen worker`);
  if (first.program.hasEnded()) faults.push(`once awake, ${first.program.lastWords()}`);
  else await first.program.stop();
  await second.program.stop();
  faults.push(...(await auditDatabase()));
  return {
    did: `${placed} orders, a worker frozen over a batch, another after ${seconds} s`,
    faults,
  };
}
