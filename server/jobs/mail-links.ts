// Mails the links that let people in. Any number of workers may at once.
import type { Context } from "#core/context";
import { database } from "#core/db";
import { type ClaimedLink, claimLinks, recordLink, renderLinkMail } from "#domain/people";
import { MailDelayed, MailRefused, mailer } from "#gateways/mail";

const AT_ONCE = 4;

// What a mailer tells of a failure names no address, and may be kept and logged.
function outcomeOf(ctx: Context, link: ClaimedLink, error: unknown) {
  if (error instanceof MailRefused) return { state: "dropped", reason: error.message } as const;
  if (error instanceof MailDelayed) return { state: "later", reason: error.message } as const;
  ctx.log.error({ err: error, link: link.id }, "a link's mail could not be handed over");
  return { state: "later", reason: "it could not be made or handed over" } as const;
}

async function mailLink(ctx: Context, link: ClaimedLink): Promise<void> {
  const outcome = await mailer()
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

/** Mails what is due. Returns how many it tried to. */
export async function mailLinks(ctx: Context): Promise<number> {
  const links = await database().sqlTransaction((db) =>
    claimLinks({ ...ctx, db }, { limit: AT_ONCE }),
  );
  await Promise.all(links.map((link) => mailLink(ctx, link)));
  return links.length;
}
