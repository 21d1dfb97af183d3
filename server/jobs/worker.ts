// The worker: matches orders whenever there are some, tells of it, and tidies up. Any number may
// run at once.
import type { Context } from "#core/context";
import { database } from "#core/db";
import { newContext } from "#core/new-context";
import { onWork } from "#core/signal";
import { reconcilePayments } from "#domain/checkout";
import { matchOrders } from "#domain/orders";
import { startDeliveries } from "./deliver-events";
import { dropOldIdempotencyKeys } from "./drop-old-idempotency-keys";
import { expireCheckoutSessions } from "./expire-checkout-sessions";
import { startLoop } from "./loop";
import { mailLinks } from "./mail-links";
import { runTasks } from "./run-tasks";
import { sendMails } from "./send-mails";

/** What is done now and then, and how often. */
const chores = [
  { everyMs: 60_000, run: expireCheckoutSessions },
  { everyMs: 3_600_000, run: dropOldIdempotencyKeys },
];

function systemContext(): Context {
  return newContext({ type: "system", name: "worker" });
}

/** Starts the process's worker; `stop` lets the batch and the callbacks in hand finish. */
export function startWorker(): { stop(): Promise<void> } {
  const deliveries = startDeliveries();
  const doneAt = new Map<object, number>();
  const matching = startLoop(async (stopped) => {
    const { matched } = await matchOrders(systemContext(), { database: database(), stopped });
    if (matched > 0) deliveries.wake();
    for (const chore of chores) {
      if (Date.now() - (doneAt.get(chore) ?? 0) < chore.everyMs) continue;
      doneAt.set(chore, Date.now());
      await chore.run(systemContext());
    }
  });
  const asking = startLoop(async (stopped) => {
    await reconcilePayments(systemContext(), { database: database(), stopped });
  });
  const mailing = startLoop(async (stopped) => {
    await sendMails(systemContext(), stopped);
    await mailLinks(systemContext());
  });
  const tasks = startLoop(async (stopped) => {
    await runTasks(stopped);
  });
  // Orders come by the thousand a second; what pays for them and tells of them waits for its sweep.
  const endSignals = onWork(matching.wake);
  return {
    async stop() {
      endSignals();
      await Promise.all([matching, asking, mailing, tasks, deliveries].map((loop) => loop.stop()));
    },
  };
}
