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
import { MailDelayed, MailRefused, mailer } from "#gateways/mail";

/** How many mails a worker sends at once. */
const AT_ONCE = 4;

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
    await mailer().send({ id, to: mail.to ?? "", language, ...content });
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

/** Sends what is due, some at once, until nothing is or `stopped` says so. Returns how many. */
export async function sendMails(ctx: Context, stopped = () => false): Promise<number> {
  let sent = 0;
  while (!stopped()) {
    const now = new Date();
    const mails = await database().sqlTransaction((db) =>
      claimMails({ ...ctx, db, now }, { limit: AT_ONCE }),
    );
    const outcomes = await Promise.all(
      mails.map((mail) =>
        // What was not recorded is due again when its lease ends.
        sendMail(ctx, mail).catch((error: unknown) => {
          ctx.log.error({ err: error, mail: mail.id }, "an attempt to send a mail came to nothing");
          return false;
        }),
      ),
    );
    sent += outcomes.filter(Boolean).length;
    if (mails.length < AT_ONCE) break;
  }
  return sent;
}
