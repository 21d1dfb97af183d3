// The worker: matches orders whenever there are some, tells of it, and tidies up. Any number may
// run at once.
import type { Context } from "#core/context";
import { database } from "#core/db";
import { newContext } from "#core/new-context";
import { onWork } from "#core/signal";
import { forgetWorkers } from "#core/workers";
import { reconcilePayments } from "#domain/checkout";
import { matchOrders } from "#domain/orders";
import { forgetOldAttempts } from "#domain/people";
import { startDeliveries } from "./deliver-events";
import { dropOldIdempotencyKeys } from "./drop-old-idempotency-keys";
import { expireCheckoutSessions } from "./expire-checkout-sessions";
import { type Heartbeat, startHeartbeat } from "./heartbeat";
import { startLoop } from "./loop";
import { mailLinks } from "./mail-links";
import { reportPaymentKeys } from "./report-payment-keys";
import { runTasks } from "./run-tasks";
import { sendMails } from "./send-mails";

/** What is done now and then, and how often. */
const choresOf = ({ watch }: Heartbeat) => [
  { everyMs: 60_000, run: watch("expiry", expireCheckoutSessions) },
  { everyMs: 3_600_000, run: watch("idempotency", dropOldIdempotencyKeys) },
  { everyMs: 24 * 3_600_000, run: forgetWorkers },
  { everyMs: 3_600_000, run: (ctx: Context) => forgetOldAttempts(ctx) },
];

function systemContext(): Context {
  return newContext({ type: "system", name: "worker" });
}

/** Starts the process's worker; `stop` lets the batch and the callbacks in hand finish. */
export function startWorker(): { stop(): Promise<void> } {
  const heartbeat = startHeartbeat();
  const { watch } = heartbeat;
  void reportPaymentKeys();
  const deliveries = startDeliveries((turn) => watch("deliveries", turn));
  const chores = choresOf(heartbeat);
  const doneAt = new Map<object, number>();
  const match = watch("matching", async (stopped: () => boolean) => {
    const { matched } = await matchOrders(systemContext(), { database: database(), stopped });
    if (matched > 0) deliveries.wake();
    return matched;
  });
  const matching = startLoop(async (stopped) => {
    await match(stopped);
    for (const chore of chores) {
      if (Date.now() - (doneAt.get(chore) ?? 0) < chore.everyMs) continue;
      doneAt.set(chore, Date.now());
      await chore.run(systemContext());
    }
  });
  const asking = startLoop(
    watch("payments", (stopped: () => boolean) =>
      reconcilePayments(systemContext(), { database: database(), stopped }),
    ),
  );
  const mail = watch("mails", (stopped: () => boolean) => sendMails(systemContext(), stopped));
  const mailToPeople = watch("links", () => mailLinks(systemContext()));
  const mailing = startLoop(async (stopped) => {
    await mail(stopped);
    await mailToPeople();
  });
  const tasks = startLoop(watch("tasks", (stopped: () => boolean) => runTasks(stopped)));
  // Orders come by the thousand a second; what pays for them and tells of them waits for its sweep.
  const endSignals = onWork(matching.wake);
  return {
    async stop() {
      endSignals();
      await Promise.all([matching, asking, mailing, tasks, deliveries].map((loop) => loop.stop()));
      await heartbeat.stop();
    },
  };
}
