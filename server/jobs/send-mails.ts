// Sends the mails that are due to customers. Any number of workers may at once.
import type { Context } from "#core/context";
import { database } from "#core/db";
import {
  type ClaimedMail,
  claimMails,
  type MailOutcome,
  outcomeUnsent,
  recordMail,
  renderMail,
} from "#domain/checkout";
import { LONGEST_SEND_MS, MailDelayed, MailRefused, mailer } from "#gateways/mail";
import { Slots } from "./slots";

/** How many mails a worker sends at once. */
export const MAILS_AT_ONCE = 4;
/** Others must not claim a mail that a slow server is still answering. */
export const MAIL_LEASE_MS = LONGEST_SEND_MS + 60_000;

/** What is to be done with the mail without sending it, or null. */
function outcomeBefore(mail: ClaimedMail): MailOutcome | null {
  if (mail.to !== null) return outcomeUnsent(mail.kind, mail.orderState);
  return { state: "dropped", reason: "the session has no e-mail address" };
}

// What a mailer tells of a failure names no address, and may be kept and logged.
function outcomeOf(ctx: Context, mail: ClaimedMail, error: unknown): MailOutcome {
  if (error instanceof MailRefused) return { state: "dropped", reason: error.message };
  if (error instanceof MailDelayed) return { state: "later", reason: error.message };
  ctx.log.error({ err: error, mail: mail.id }, "a mail could not be made or handed over");
  return { state: "later", reason: "it could not be made or handed over" };
}

async function attempt(ctx: Context, mail: ClaimedMail): Promise<MailOutcome> {
  try {
    const { id, kind, language } = mail;
    const content = renderMail(kind, mail.facts, language);
    await mailer("customers").send({ id, to: mail.to ?? "", language, ...content });
    return { state: "sent" };
  } catch (error) {
    return outcomeOf(ctx, mail, error);
  }
}

/** Does with one claimed mail what is to be done. Returns whether it went out. */
async function sendMail(ctx: Context, mail: ClaimedMail): Promise<boolean> {
  const before = outcomeBefore(mail);
  const outcome = before ?? (await attempt(ctx, mail));
  const state = await recordMail({ ...ctx, now: new Date() }, { mail, outcome });
  if (outcome.state === "waiting") return false;
  const told = { mail: mail.id, kind: mail.kind, attempt: mail.attempts, state };
  if (outcome.state === "sent") ctx.log.info(told, "mail sent");
  else ctx.log[before ? "info" : "warn"]({ ...told, reason: outcome.reason }, "mail not sent");
  return outcome.state === "sent";
}

/** Starts to send as many due mails as there are free slots, without waiting for them. */
export async function startMails(
  ctx: Context,
  slots: Slots,
  onSent: () => void = () => undefined,
): Promise<number> {
  if (slots.free === 0) return 0;
  const now = new Date();
  const mails = await database().sqlTransaction((db) =>
    claimMails({ ...ctx, db, now }, { limit: slots.free, leaseMs: MAIL_LEASE_MS }),
  );
  for (const mail of mails) {
    slots.start(async () => {
      try {
        if (await sendMail(ctx, mail)) onSent();
      } catch (err) {
        // The mail is due again when its lease ends.
        const fields = { event: "mail.outcome_unrecorded", err, mail: mail.id };
        ctx.log.error(fields, "what became of a mail could not be recorded");
      }
    });
  }
  return mails.length;
}

/** Sends what is due, some at once, until nothing is or `stopped` says so. Returns how many. */
export async function sendMails(ctx: Context, stopped = () => false): Promise<number> {
  const slots = new Slots(MAILS_AT_ONCE);
  let sent = 0;
  while (!stopped()) {
    const started = await startMails(ctx, slots, () => {
      sent += 1;
    });
    if (started === 0 && slots.running === 0) break;
    await slots.next();
  }
  await slots.settle();
  return sent;
}
