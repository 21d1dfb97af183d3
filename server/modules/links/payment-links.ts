import { requireNoClaims } from "#core/claims";
import type { AccountContext } from "#core/context";
import { isForeignKeyViolation, isUniqueViolation } from "#core/db-errors";
import { type Change, changesOf } from "#core/edits";
import { invalid, notFound, Problem } from "#core/errors";
import { newId } from "#core/id";
import { lastingCursorOf } from "#core/lasting-cursor";
import { type Page, type PageQuery, pageOf, walkOf } from "#core/page";
import { type Params, queriesOn } from "#core/query";
import { readSubaccountField, recordAudit } from "#domain/accounts";
import { resolveOffer } from "#domain/catalogue";
import type { PaymentLink as Row } from "#prisma";
import { type PaymentLink, toPaymentLinkResource } from "./resource";
import type { CreatePaymentLink, LinkState, UpdatePaymentLink } from "./schema";
import type { LinkTables } from "./tables";

const query = queriesOn<LinkTables>();

const toLink = (row: Row) => row as PaymentLink;

/** Columns of the input. @throws invalid `portfolio_id` or `subaccount_id` */
async function columnsOf(ctx: AccountContext, input: UpdatePaymentLink) {
  requireNoClaims({ name: input.name, description: input.description });
  const subaccount = await readSubaccountField(ctx, input);
  const portfolioId = input.portfolio_id ?? null;
  const subaccountId = subaccount?.id ?? null;
  await resolveOffer(ctx, { portfolioId, subaccountId, channel: "checkout" });
  return {
    name: input.name,
    description: input.description ?? null,
    portfolioId,
    subaccountId,
    minKg: input.min_kg,
    maxKg: input.max_kg,
    suggestedKg: input.suggested_kg,
    successUrl: input.success_url ?? null,
    state: input.state,
  };
}

/** Two links with one slug at once, or a subaccount that was deleted since it was read. */
function explain(cause: unknown): never {
  if (isForeignKeyViolation(cause)) {
    throw invalid("subaccount_id", "is not the id of a subaccount", "unknown-id");
  }
  if (!isUniqueViolation(cause)) throw cause;
  const errors = { slug: ["is taken by another payment link"] };
  throw new Problem("conflict", { title: "This address is taken", errors, cause });
}

/** @throws conflict naming `slug` if any link has it; invalid naming another field */
export async function createPaymentLink(
  ctx: AccountContext,
  input: CreatePaymentLink,
): Promise<PaymentLink> {
  const { id: accountId, mode } = ctx.account;
  const data = {
    ...{ accountId, mode, id: newId("paymentLink"), slug: input.slug },
    ...(await columnsOf(ctx, input)),
    ...{ createdAt: ctx.now, updatedAt: ctx.now },
  };
  const row = await ctx.db.prisma.paymentLink.create({ data }).catch(explain);
  await record(ctx, "created", row);
  return toLink(row);
}

function record(
  ctx: AccountContext,
  event: string,
  { id, name, changes = {} }: Pick<Row, "id" | "name"> & { changes?: Record<string, Change> },
): Promise<void> {
  const action = `payment_link.${event}`;
  return recordAudit(ctx, { action, subjectId: id, data: { name }, changes });
}

const lockRow = query(
  "links-lock-payment-link",
  (db, link: Params<{ accountId: string; id: string }>) =>
    db
      .selectFrom("paymentLinks")
      .select("id")
      .where("accountId", "=", link.accountId)
      .where("id", "=", link.id)
      .forNoKeyUpdate(),
);

type Columns = Awaited<ReturnType<typeof columnsOf>>;

/** Writes the columns that differ, and an audit entry for each kind of change. */
async function change(
  ctx: AccountContext,
  { id, columns }: { id: string; columns: Partial<Columns> },
): Promise<PaymentLink> {
  const { paymentLink } = ctx.db.prisma;
  const accountId_id = { accountId: ctx.account.id, id };
  await lockRow(ctx.db, accountId_id);
  const before = await getPaymentLink(ctx, { id });
  const changes = changesOf(ctx, {
    thing: "the payment link",
    before: { ...toPaymentLinkResource(before) },
    after: { ...toPaymentLinkResource({ ...before, ...columns }) },
  });
  const names = Object.keys(columns) as (keyof Columns)[];
  const isChanged = (name: keyof Columns) =>
    JSON.stringify(before[name]) !== JSON.stringify(columns[name]);
  const changed = names.filter(isChanged);
  if (changed.length === 0) return before;
  const data = { ...columns, updatedAt: ctx.now };
  const row = await paymentLink.update({ where: { accountId_id }, data }).catch(explain);
  if (changed.some((name) => name !== "state")) await record(ctx, "updated", { ...row, changes });
  if (changed.includes("state")) {
    await record(ctx, row.state === "paused" ? "paused" : "resumed", row);
  }
  return toLink(row);
}

/** Replaces everything but the slug. @throws not-found; invalid naming the field */
export async function updatePaymentLink(
  ctx: AccountContext,
  input: UpdatePaymentLink & { id: string },
): Promise<PaymentLink> {
  const { id } = await getPaymentLink(ctx, input);
  return change(ctx, { id, columns: await columnsOf(ctx, input) });
}

/** Pauses or resumes a link; another change at the same time stays. @throws not-found */
export function setPaymentLinkState(
  ctx: AccountContext,
  { id, state }: { id: string; state: LinkState },
): Promise<PaymentLink> {
  return change(ctx, { id, columns: { state } });
}

/** @throws not-found */
export async function getPaymentLink(
  ctx: AccountContext,
  { id }: { id: string },
): Promise<PaymentLink> {
  const where = { accountId: ctx.account.id, id };
  const row = await ctx.db.prisma.paymentLink.findFirst({ where });
  if (!row) throw notFound("payment link");
  return toLink(row);
}

/** Newest first. @throws invalid naming a malformed cursor */
export async function listPaymentLinks(
  ctx: AccountContext,
  input: PageQuery,
): Promise<Page<PaymentLink>> {
  const accountId = ctx.account.id;
  const { paymentLink } = ctx.db.prisma;
  const cursor = lastingCursorOf(input, "paymentLink", "a payment link");
  const { beyond, ...walk } = walkOf(input.limit, cursor);
  const rows = await paymentLink.findMany({ where: { accountId, ...beyond }, ...walk });
  return pageOf(rows.map(toLink), input.limit, cursor);
}

export function countPaymentLinks(ctx: AccountContext): Promise<number> {
  return ctx.db.prisma.paymentLink.count({ where: { accountId: ctx.account.id } });
}
