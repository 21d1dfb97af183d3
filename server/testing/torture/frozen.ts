// A worker that hangs (a paused machine, a cut network) must not hold up the others.
import { setTimeout as sleep } from "node:timers/promises";
import { makeAccount } from "#testing/factories";
import { auditDatabase, countStuck } from "#testing/torture/audit";
import { newClientRecord, postOnce, type Send } from "#testing/torture/clients";
import { freezeAt, startWorkerProcess } from "#testing/torture/killing";
import { openMarket } from "#testing/torture/market";
import type { Outcome } from "#testing/torture/matching";

const MAX_DELAY_MS = 30_000;
const RESUME_MS = 3000;
const ORDERS_AT_ONCE = 100;
const MAX_ORDERS = 5000;

/** Freezes a worker in the middle of a batch, lets another one continue, and resumes the first. */
export async function frozenWorker(send: Send, place: { folder: string }): Promise<Outcome> {
  const market = await openMarket();
  await market.writeLots(Array.from({ length: 9 }, () => MAX_ORDERS));
  const { token } = await makeAccount();
  const record = newClientRecord();
  const body = { amount_kg: 1000, portfolio_id: market.portfolioIds[0] };
  const first = await startWorkerProcess("torture-frozen", place);
  let placed = 0;
  let isFrozen = false;
  const placing = async () => {
    while (!isFrozen && placed < MAX_ORDERS) {
      placed += ORDERS_AT_ONCE;
      const orders = Array.from({ length: ORDERS_AT_ONCE }, () =>
        postOnce(send, record, { path: "/orders", key: token, body }),
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
  while ((await countStuck()) > 0 && Date.now() - started < MAX_DELAY_MS) await sleep(50);
  const seconds = Math.round((Date.now() - started) / 1000);
  const stuck = await countStuck();
  process.kill(first.program.pid, "SIGCONT");
  await sleep(RESUME_MS);

  const faults: string[] = [];
  if (!wasHit) faults.push("the worker was never frozen in the middle of a batch");
  if (stuck > 0) faults.push(`${stuck} orders were held up for ${seconds} s by a frozen worker`);
  if (first.program.hasEnded()) faults.push(`once resumed, ${first.program.exitReport()}`);
  else await first.program.stop();
  await second.program.stop();
  faults.push(...(await auditDatabase()));
  return {
    summary: `${placed} orders, a worker frozen in a batch; another finished them in ${seconds} s`,
    faults,
  };
}
