import { randomBytes } from "node:crypto";
import type { Selectable } from "kysely";
import { z } from "zod";
import type { Context } from "#core/context";
import { sha256 } from "#core/crypto";
import { appUrl } from "#core/env";
import { invalid } from "#core/errors";
import { oneLine, type RenderedMail, renderDocument } from "#core/mail-document";
import { type Params, queriesOn } from "#core/query";
import type { AccountTables } from "#domain/accounts";
import { type MailTemplate, mailOf, type PreparedMail } from "#domain/queue";
import type { MailedLink } from "#prisma";
import { clearAttempts, requireAttempt } from "./attempts";
import { linkLimits } from "./rules";
import { recordSecurityEvent, type Visitor } from "./security-events";
import type { LinkKind, PeopleTables } from "./tables";

const query = queriesOn<PeopleTables & AccountTables>();

export const unusableLink = () =>
  invalid("token", "has been used or has expired: ask for a new link");

/** The usable link with this token; null if it is unknown, used, expired or revoked. */
export function findMailedLink(
  ctx: Context,
  { kind, token }: { kind: LinkKind; token: string },
): Promise<MailedLink | null> {
  return ctx.db.prisma.mailedLink.findFirst({
    where: {
      kind,
      tokenHash: new Uint8Array(sha256(token)),
      endedAt: null,
      expiresAt: { gt: ctx.now },
    },
  });
}

/** Null if the link can't be used. Outside a transaction. @throws rate-limited */
export async function findLinkForVisitor(
  ctx: Context,
  input: Parameters<typeof findMailedLink>[1] & { visitor: Visitor },
): Promise<MailedLink | null> {
  const { kind, visitor } = input;
  const limits = linkLimits(visitor.network);
  await requireAttempt(ctx, { limits, attempted: kind, visitor });
  const link = await findMailedLink(ctx, input);
  if (link) await clearAttempts(ctx.db, limits);
  else await recordSecurityEvent(ctx, { kind: "auth.link_failed", visitor, data: { kind } });
  return link;
}

/** The link if it was used, so that its page can say so. After `findLinkForVisitor`. */
export function findUsedLink(
  ctx: Context,
  { kind, token }: Parameters<typeof findMailedLink>[1],
): Promise<MailedLink | null> {
  const tokenHash = new Uint8Array(sha256(token));
  return ctx.db.prisma.mailedLink.findFirst({ where: { kind, tokenHash, usedAt: { not: null } } });
}

/** Uses the link up. @throws invalid `token` */
export async function consumeMailedLink(
  ctx: Context,
  input: Parameters<typeof findMailedLink>[1],
): Promise<MailedLink> {
  const link = await findMailedLink(ctx, input);
  const used =
    link &&
    (await ctx.db.prisma.mailedLink.updateMany({
      where: { id: link.id, endedAt: null },
      data: { endedAt: ctx.now, usedAt: ctx.now },
    }));
  if (!link || used?.count !== 1) throw unusableLink();
  return link;
}

const TOKEN_BYTES = 24;

type LinkRow = Selectable<PeopleTables["mailedLinks"]>;

const find = query("people-find-link-to-mail", (db, link: Params<{ id: string }>) =>
  db
    .selectFrom("mailedLinks as l")
    .select(["l.id", "l.kind", "l.email", "l.role", "l.expiresAt", "l.endedAt"])
    .select((eb) => [
      eb
        .selectFrom("accounts as a")
        .select("a.name")
        .whereRef("a.id", "=", "l.accountId")
        .as("accountName"),
      eb
        .selectFrom("people as p")
        .select("p.name")
        .whereRef("p.id", "=", "l.invitedBy")
        .as("inviterName"),
      eb
        .exists(eb.selectFrom("people as p").whereRef("p.email", "=", "l.email"))
        .$castTo<boolean>()
        .as("isKnown"),
    ])
    .where("l.id", "=", link.id),
);

const deleteLink = query("people-delete-link", (db, link: Params<{ id: string }>) =>
  db.deleteFrom("mailedLinks").where("id", "=", link.id),
);

const setToken = query("people-give-token", (db, link: Params<{ id: string; hash: Buffer }>) =>
  db
    .updateTable("mailedLinks")
    .set({ tokenHash: link.hash })
    .where("id", "=", link.id)
    .where("endedAt", "is", null)
    .returning("id"),
);

interface LinkFacts extends Pick<LinkRow, "kind" | "role"> {
  accountName: string | null;
  inviterName: string | null;
  url: string;
}

function renderLinkMail(link: LinkFacts): RenderedMail {
  const account = oneLine(link.accountName ?? "");
  const inviter = oneLine(link.inviterName ?? "");
  const isInvitation = link.kind === "invitation";
  const heading = isInvitation ? `Join ${account}` : "Set a new password";
  const validFor = isInvitation ? "7 days" : "2 hours";
  return renderDocument({
    language: "en",
    subject: isInvitation ? `Invitation to ${account.slice(0, 60)}` : "Your Carbon Till password",
    heading,
    notice: null,
    opening: isInvitation
      ? `${inviter || "Someone"} invited you to join ${account} on Carbon Till. Your role is ` +
        `${link.role}.`
      : "We received a request to reset the password for this email address.",
    rows: [],
    closing: [`The link works once and expires in ${validFor}.`],
    links: [{ label: isInvitation ? "Accept invitation" : heading, url: link.url }],
    footer: isInvitation
      ? "If you didn't expect this invitation, you can ignore this email."
      : "If you didn't request this, you can ignore this email. Your password stays the same.",
  });
}

const refused = (reason: string): PreparedMail => ({ state: "refused", reason });

async function prepare({ db, now }: Context, id: string): Promise<PreparedMail> {
  const [link] = await find(db, { id });
  if (!link || link.endedAt) return refused("the link was used or revoked");
  if (link.expiresAt <= now) return refused("the link has expired");
  // A reset is queued for any address, so that requests don't reveal which ones exist.
  if (link.kind === "password_reset" && !link.isKnown) {
    await deleteLink(db, { id });
    return refused("no one has this address");
  }
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const given = await setToken(db, { id, hash: sha256(token) });
  if (given.length === 0) return refused("the link was used or revoked");
  const page = link.kind === "invitation" ? "invitation" : "reset";
  const content = renderLinkMail({ ...link, url: `${appUrl()}/admin/${page}?token=${token}` });
  return { state: "ready", to: link.email, language: "en", content };
}

const LinkMail = z.object({ linkId: z.string() });

const templateOf = (kind: LinkKind): MailTemplate<z.infer<typeof LinkMail>> => ({
  name: kind,
  audience: "people",
  differsEachTime: true,
  params: LinkMail,
  prepare: (ctx, { params }) => prepare(ctx, params.linkId),
});

const templates = {
  invitation: templateOf("invitation"),
  password_reset: templateOf("password_reset"),
} satisfies Record<LinkKind, unknown>;

export const linkMails = Object.values(templates);

/** `key` tells a mail that is sent again from the first. */
export function linkMail(kind: LinkKind, id: string, key = id) {
  return mailOf(templates[kind], { key, params: { linkId: id }, subjectId: id });
}
