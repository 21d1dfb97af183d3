// The worker's jobs, and a crash.
import { expireSessions } from "#jobs/chores";
import { beginDeliveries } from "#jobs/deliver-events";
import { sweep } from "#testing/holds";
import { matchNow, reconcileNow, runAsWorker } from "#testing/world/turns";
import { type Action, action, jobStep } from "./explain";
import { match, moveHolds } from "./holds";
import { followUp, requestRefunds } from "./money";
import { type Draw, pick } from "./requests";
import { type Event, type Till, visibleState } from "./till";
import { restart, runSql } from "./world";

/** Runs the job that moves holds of stock that has left, and lets orders have what holds freed. */
export function runHolds(): Action {
  return action("the job of the holds runs", () => sweep(), jobStep(moveHolds));
}

/**
 * Runs the matching job, which continues until nothing is left, including concurrent arrivals. The
 * job of the holds runs before it, because waiting orders are tried again only if stock has come.
 */
export function runMatching(): Action {
  const run = () => sweep().then(matchNow);
  const steps = [moveHolds, match, match, match].map(jobStep);
  return action("the matching job runs", run, ...steps);
}

/** Makes all payments due and runs the payments job, which skips locked ones. */
export function runPayments(till: Till): Action {
  const run = async () => {
    await runSql(
      "UPDATE payments SET next_poll_at = now() - interval '1 second' WHERE next_poll_at > now()",
    );
    await reconcileNow();
  };
  return {
    ...action("the payments job runs", run),
    lanes: till.sessions
      .filter(({ payment, state }) => payment !== null || state === "open")
      .map(({ id, payment }) => {
        const step = (run: typeof followUp) =>
          jobStep((now, { observation }) => {
            const session = now.sessions.find((it) => it.id === id);
            if (session) run(now, session, observation.orderIds);
          });
        // An account may request or cause another refund while the job runs.
        const mayBeRefunded = payment?.state === "paid" || payment?.state === "refunding";
        return mayBeRefunded ? [step(followUp), step(requestRefunds)] : [step(followUp)];
      }),
  };
}

/** Runs the expiry job, which skips locked sessions. */
export function runExpiry(till: Till): Action {
  return {
    ...action("the expiry job runs", () => runAsWorker(expireSessions)),
    lanes: till.sessions
      .filter(({ state }) => state === "open")
      .map(({ id }) => [
        jobStep((now) => {
          const session = now.sessions.find((it) => it.id === id);
          if (!session || visibleState(session) !== "expired") return;
          session.state = "expired";
          session.hold = null;
        }),
      ]),
  };
}

const REPLIES = [200, 204, 500, 410, 302];
/** Attempts per schedule. */
const MAX_ATTEMPTS = 10;

function record(event: Event, reply: number): void {
  event.isClaimed = false;
  if (reply < 300) event.delivery = "delivered";
  else {
    event.failures += 1;
    if (reply === 410 || event.failures >= MAX_ATTEMPTS) event.delivery = "failed";
  }
}

function claim(event: Event): void {
  event.isClaimed = true;
  event.attempts += 1;
}

const isDue = ({ delivery, isClaimed }: Event) => delivery === "pending" && !isClaimed;

/**
 * Makes all callbacks due and sends each once; the receiver responds with one status. Callbacks
 * that are being redelivered wait for the next run.
 */
export function runDeliveries(till: Till, draw: Draw): Action {
  const reply = pick(REPLIES, draw.how) ?? 200;
  const due = till.events.filter(isDue).map(({ orderId }) => orderId);
  return action(
    `callbacks are sent and get ${reply}`,
    async ({ setReply }) => {
      setReply(reply);
      await runSql(
        `UPDATE deliveries SET next_attempt_at = now() - interval '1 second'
         WHERE state = 'pending' AND next_attempt_at > now()`,
      );
      await Promise.all(await beginDeliveries());
    },
    ...due.map((orderId) =>
      jobStep((now) => {
        const event = now.events.find((it) => it.orderId === orderId);
        if (event && isDue(event)) claim(event);
      }),
    ),
    (now) => {
      const added = now.events.filter(({ orderId }) => !due.includes(orderId));
      for (const event of added.filter(isDue)) claim(event);
    },
    (now) => {
      for (const event of now.events.filter(({ isClaimed }) => isClaimed)) record(event, reply);
    },
  );
}

/** Kills and restarts the till: acknowledged changes must survive. */
export const killTill = (): Action => action("the till is killed and restarted", restart);
