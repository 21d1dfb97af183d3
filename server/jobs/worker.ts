// The worker: matches orders whenever there are some, tells of it, and tidies up. Any number may
// run at once.
import type { Context } from "#core/context";
import { database } from "#core/db";
import { log } from "#core/log";
import { newContext } from "#core/new-context";
import { onWork } from "#core/signal";
import { forgetWorkers } from "#core/workers";
import { reconcilePayments } from "#domain/checkout";
import { matchOrders } from "#domain/matching";
import { forgetOldAttempts } from "#domain/people";
import { startDeliveries } from "./deliver-events";
import { dropOldIdempotencyKeys } from "./drop-old-idempotency-keys";
import { expireCheckoutSessions } from "./expire-checkout-sessions";
import { type Heartbeat, startHeartbeat } from "./heartbeat";
import { startLoop } from "./loop";
import { LINKS_AT_ONCE, startLinks } from "./mail-links";
import { reportProbes } from "./report-probes";
import { runTasks } from "./run-tasks";
import { MAILS_AT_ONCE, startMails } from "./send-mails";
import { Slots } from "./slots";

/** How long a shutdown waits for the mail server: without its answer, a mail is sent again later. */
const LONGEST_MAIL_AT_END_MS = 60_000;

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

/** Mails to customers and links to people, each in slots of their own: none waits for a slow one. */
function startMailing({ watch }: Heartbeat): { stop(): Promise<void> } {
  const slots = { mails: new Slots(MAILS_AT_ONCE), links: new Slots(LINKS_AT_ONCE) };
  const mails = watch("mails", () => startMails(systemContext(), slots.mails));
  const links = watch("links", () => startLinks(systemContext(), slots.links));
  const loops = [startLoop(() => mails()), startLoop(() => links())];
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
      const all = [slots.mails, slots.links];
      await Promise.all(all.map((each) => each.settle(LONGEST_MAIL_AT_END_MS)));
      const unanswered = all.reduce((sum, { running }) => sum + running, 0);
      if (unanswered === 0) return;
      const fields = { event: "mail.unanswered_at_shutdown", unanswered };
      log.warn(fields, "stopped before the mail server answered; these mails are sent again later");
    },
  };
}

/** Starts the process's worker; `stop` lets the batch and the callbacks in hand finish. */
export function startWorker(): { stop(): Promise<void> } {
  const heartbeat = startHeartbeat();
  const { watch } = heartbeat;
  void reportProbes();
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
  const mailing = startMailing(heartbeat);
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
