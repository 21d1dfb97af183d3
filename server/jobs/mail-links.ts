// Mails the links that let people in. Any number of workers may at once.
import type { Context } from "#core/context";
import { database } from "#core/db";
import { type ClaimedLink, claimLinks, recordLink, renderLinkMail } from "#domain/people";
import { MailDelayed, MailRefused, mailer } from "#gateways/mail";
import { MAIL_LEASE_MS } from "./send-mails";
import { Slots } from "./slots";

/** How many links a worker mails at once. */
export const LINKS_AT_ONCE = 4;

// What a mailer tells of a failure names no address, and may be kept and logged.
function outcomeOf(ctx: Context, link: ClaimedLink, error: unknown) {
  if (error instanceof MailRefused) return { state: "dropped", reason: error.message } as const;
  if (error instanceof MailDelayed) return { state: "later", reason: error.message } as const;
  ctx.log.error({ err: error, link: link.id }, "a link's mail could not be handed over");
  return { state: "later", reason: "it could not be made or handed over" } as const;
}

async function mailLink(ctx: Context, link: ClaimedLink): Promise<void> {
  const outcome = await mailer("people")
    .send({
      id: `${link.id}-${link.attempts}`,
      to: link.email,
      language: "en",
      ...renderLinkMail(link),
    })
    .then(
      () => ({ state: "sent" }) as const,
      (error: unknown) => outcomeOf(ctx, link, error),
    );
  await recordLink({ ...ctx, now: new Date() }, { link, outcome });
  ctx.log.info({ link: link.id, kind: link.kind, state: outcome.state }, "link mailed");
}

/** Starts to mail as many due links as there are free slots, without waiting for them. */
export async function startLinks(ctx: Context, slots: Slots): Promise<number> {
  if (slots.free === 0) return 0;
  const links = await database().sqlTransaction((db) =>
    claimLinks({ ...ctx, db }, { limit: slots.free, leaseMs: MAIL_LEASE_MS }),
  );
  for (const link of links) {
    slots.start(() =>
      mailLink(ctx, link).catch((err: unknown) => {
        // The link is due again when its lease ends.
        const fields = { event: "link.outcome_unrecorded", err, link: link.id };
        ctx.log.error(fields, "what became of a link's mail could not be recorded");
      }),
    );
  }
  return links.length;
}

/** Mails what is due, and waits for it. Returns how many it tried to. */
export async function mailLinks(ctx: Context): Promise<number> {
  const slots = new Slots(LINKS_AT_ONCE);
  const links = await startLinks(ctx, slots);
  await slots.settle();
  return links;
}
