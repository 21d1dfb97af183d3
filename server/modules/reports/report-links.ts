// Links with which anyone can read the report of one subaccount for a while. Only the hash of an
// address is stored, so a copy of the database opens no report.
import { randomBytes } from "node:crypto";
import type { AccountContext, Context } from "#core/context";
import { sha256 } from "#core/crypto";
import { appUrl } from "#core/env";
import { conflict, notFound } from "#core/errors";
import { newId } from "#core/id";
import { findAccount, getSubaccount, recordAudit } from "#domain/accounts";
import type { ReportLink as Row } from "#prisma";
import { type CreateReportLink, ReportQuery } from "./schema";

const PREFIX = "rpt_";
const DAY_MS = 24 * 3_600_000;
/** Most usable links of one subaccount. */
const MAX_LINKS = 100;

export type ReportLink = Omit<Row, "tokenHash">;

const hashOf = (token: string) => new Uint8Array(sha256(token));

const toLink = ({ tokenHash: _, ...link }: Row): ReportLink => link;

const reportUrl = (token: string): string => `${appUrl()}/reports/${token}`;

/**
 * Creates a link. Its address is only in this result.
 * @throws not-found; conflict if the subaccount has too many links
 */
export async function createReportLink(
  ctx: AccountContext,
  input: CreateReportLink,
): Promise<{ link: ReportLink; url: string }> {
  const { id: accountId, mode } = ctx.account;
  const { id: subaccountId } = await getSubaccount(ctx, input);
  const { reportLink } = ctx.db.prisma;
  const usable = { accountId, subaccountId, revokedAt: null, expiresAt: { gt: ctx.now } };
  if ((await reportLink.count({ where: usable })) >= MAX_LINKS) {
    throw conflict(`A subaccount has at most ${MAX_LINKS} links`, "Revoke some of them first.");
  }
  const token = PREFIX + randomBytes(32).toString("base64url");
  const row = await reportLink.create({
    data: {
      ...{ accountId, mode, id: newId("reportLink"), subaccountId, tokenHash: hashOf(token) },
      ...{ fromDay: new Date(input.from), toDay: new Date(input.to) },
      hasPrices: input.prices === "shown",
      createdAt: ctx.now,
      expiresAt: new Date(ctx.now.getTime() + input.days * DAY_MS),
    },
  });
  const { from, to, prices } = input;
  await recordAudit(ctx, {
    action: "report_link.created",
    subjectId: subaccountId,
    data: { link_id: row.id, from, to, prices, expires_on: row.expiresAt.toISOString() },
  });
  return { link: toLink(row), url: reportUrl(token) };
}

/** Usable links of the subaccount, newest first. @throws not-found */
export async function listReportLinks(
  ctx: AccountContext,
  { id }: { id: string },
): Promise<ReportLink[]> {
  const { id: subaccountId } = await getSubaccount(ctx, { id });
  const rows = await ctx.db.prisma.reportLink.findMany({
    where: {
      ...{ accountId: ctx.account.id, subaccountId, revokedAt: null },
      expiresAt: { gt: ctx.now },
    },
    orderBy: { id: "desc" },
    take: MAX_LINKS,
  });
  return rows.map(toLink);
}

/** Revokes a link of the subaccount; a second time changes nothing. @throws not-found */
export async function revokeReportLink(
  ctx: AccountContext,
  { id: subaccountId, link_id: id }: { id: string; link_id: string },
): Promise<void> {
  const where = { accountId: ctx.account.id, subaccountId, id };
  const { reportLink } = ctx.db.prisma;
  const { count } = await reportLink.updateMany({
    where: { ...where, revokedAt: null },
    data: { revokedAt: ctx.now },
  });
  if (count === 0) {
    if (!(await reportLink.findFirst({ where }))) throw notFound("link");
    return;
  }
  await recordAudit(ctx, {
    action: "report_link.revoked",
    subjectId: subaccountId,
    data: { link_id: id },
  });
}

/** The report that a link's address shows; null if it is unknown, revoked or has expired. */
export async function findSharedReport(
  ctx: Context,
  { token }: { token: string },
): Promise<{ ctx: AccountContext; query: ReportQuery; expiresAt: Date } | null> {
  if (!token.startsWith(PREFIX)) return null;
  const link = await ctx.db.prisma.reportLink.findFirst({
    where: { tokenHash: hashOf(token), revokedAt: null, expiresAt: { gt: ctx.now } },
  });
  const account = link && (await findAccount(ctx, link.accountId));
  if (!account) return null;
  const dayOf = (date: Date) => date.toISOString().slice(0, 10);
  const query = ReportQuery.parse({
    id: link.subaccountId,
    from: dayOf(link.fromDay),
    to: dayOf(link.toDay),
    prices: link.hasPrices ? "shown" : "hidden",
  });
  const own = { ...ctx, account };
  return { ctx: own, query, expiresAt: link.expiresAt };
}
