import { type Kysely, sql } from "kysely";
import type { ListCheckoutSessions, SearchCheckoutSessions } from "#checkout/schema";
import type { CheckoutTables } from "#checkout/tables";
import type { AccountContext, Context, Mode } from "#core/context";
import { invalid, notFound, Problem } from "#core/errors";
import { type FindText, MAX_HITS, MAX_SCANNED } from "#core/find";
import { idAfter, idBefore, idPrefixes } from "#core/id";
import { inOrder, type Money } from "#core/money";
import { cursorOf, MAX_SUMMED, type Page, pageOf, searchCursorOf, walkOf } from "#core/page";
import { type Params, queriesOn } from "#core/query";
import { containing, escapedForLike } from "#core/text";
import { subaccountOfList } from "#domain/accounts";
import { allProviders } from "#gateways/payments";
import type { Payment, Prisma } from "#prisma";
import { asOf, type CheckoutSession, type CheckoutSessionState } from "./rules";

export type SessionFilters = Pick<
  SearchCheckoutSessions,
  "search" | "state" | "subaccount_id" | "from" | "to"
>;

/** The context of the account that owns the session, for operators. @throws not-found */
export async function contextOfSession(
  ctx: Context,
  { mode, id }: { mode: Mode; id: string },
): Promise<AccountContext> {
  const { checkoutSession, account } = ctx.db.prisma;
  const session = await checkoutSession.findFirst({ where: { id, mode } });
  if (!session) throw notFound("checkout session");
  const owner = await account.findUniqueOrThrow({ where: { id: session.accountId } });
  return { ...ctx, account: owner as AccountContext["account"] };
}

/** Condition for the sessions of the API's list. */
function whereListed(
  ctx: AccountContext,
  input: ListCheckoutSessions & { subaccountId: string | null },
): Prisma.CheckoutSessionWhereInput {
  const { state, metadata, created_from: from, created_to: to, subaccountId } = input;
  const id = input.checkout_session_id;
  return {
    accountId: ctx.account.id,
    ...(subaccountId !== null && { subaccountId }),
    ...(metadata !== undefined && { metadata }),
    AND: [
      ...(id === undefined ? [] : [{ id }]),
      ...(state ? [whereState(state, ctx.now)] : []),
      ...createdWithin(from, to),
    ],
  };
}

/**
 * A page of the account's sessions that match the filters, as of now.
 * @throws invalid naming an unknown cursor; invalid-subaccount
 */
export async function listCheckoutSessions(
  ctx: AccountContext,
  input: ListCheckoutSessions & { subaccountId: string | null },
): Promise<Page<CheckoutSession>> {
  const accountId = ctx.account.id;
  const { checkoutSession, subaccount } = ctx.db.prisma;
  const subaccountId = subaccountOfList(input);
  const cursor = cursorOf(input);
  if (subaccountId !== null) {
    const isKnown = await subaccount.findFirst({ where: { accountId, id: subaccountId } });
    if (!isKnown) throw new Problem("invalid-subaccount");
  }
  if (cursor) {
    const isKnown = await checkoutSession.findFirst({ where: { accountId, id: cursor.id } });
    if (!isKnown)
      throw invalid(cursor.parameter, "is not the id of a checkout session", "unknown-id");
  }
  const { beyond, ...walk } = walkOf(input.limit, cursor);
  const rows = await checkoutSession.findMany({
    where: { ...whereListed(ctx, { ...input, subaccountId }), ...beyond },
    ...walk,
  });
  const sessions = rows.map((row) => asOf(ctx.now, row));
  return pageOf(sessions, input.limit, cursor);
}

/** Ids sort by time of creation, so a period, whose end is excluded, is a range of the key. */
function createdWithin(from?: Date, to?: Date) {
  const kind = "checkoutSession";
  const conditions: Prisma.CheckoutSessionWhereInput[] = [];
  if (from) conditions.push({ createdAt: { gte: from }, id: { gte: idBefore(kind, from) } });
  if (to) conditions.push({ createdAt: { lt: to }, id: { lt: idAfter(kind, to) } });
  return conditions;
}

/** Condition on stored columns for a state as of now: see `asOf`. */
function whereState(state: CheckoutSessionState, now: Date): Prisma.CheckoutSessionWhereInput {
  const isOver = { state: "open", paying: false, expiresAt: { lte: now } };
  if (state === "expired") return { OR: [{ state: "expired" }, isOver] };
  return state === "open" ? { state: "open", NOT: isOver } : { state };
}

function whereSearch(search: string): Prisma.CheckoutSessionWhereInput {
  const contains = containing(search);
  return {
    OR: [
      { id: search },
      { orderId: search },
      { customerEmail: contains },
      { description: contains },
      { beneficiaryName: contains },
    ],
  };
}

/** Condition for the account's sessions that match the filters, as of now. */
function whereSessions(
  ctx: AccountContext,
  { search, state, subaccount_id: subaccountId, from, to }: SessionFilters,
): Prisma.CheckoutSessionWhereInput {
  return {
    accountId: ctx.account.id,
    ...(subaccountId && { subaccountId }),
    createdAt: { ...(from && { gte: from }), ...(to && { lte: to }) },
    AND: [...(state ? [whereState(state, ctx.now)] : []), ...(search ? [whereSearch(search)] : [])],
  };
}

/**
 * A page of the account's sessions that match the search, as of now; with `last`, the last page.
 * @throws invalid naming an unknown cursor, or `last` given with a cursor
 */
export async function listSessionsBySearch(
  ctx: AccountContext,
  input: SearchCheckoutSessions,
): Promise<Page<CheckoutSession>> {
  const accountId = ctx.account.id;
  const { checkoutSession } = ctx.db.prisma;
  const { limit } = input;
  const cursor = searchCursorOf(input);
  if (cursor?.id && !(await checkoutSession.findFirst({ where: { accountId, id: cursor.id } }))) {
    throw invalid(cursor.parameter, "is not the id of a checkout session", "unknown-id");
  }
  const { beyond, ...walk } = walkOf(limit, cursor);
  const rows = await checkoutSession.findMany({
    where: { ...whereSessions(ctx, input), ...beyond },
    ...walk,
  });
  const sessions = rows.map((row) => asOf(ctx.now, row));
  return pageOf(sessions, limit, cursor);
}

const query = queriesOn<CheckoutTables>();

interface Find {
  accountId: string;
  email: string;
  /** Sorts after each address that starts with the text. */
  emailEnd: string;
  pattern: string;
  /** Null: the account with all its subaccounts. */
  subaccountId: string | null;
}

/** An address's prefix may be everyone's, so not all matches are sorted. */
const MAX_MATCHED_ADDRESSES = 50;

// As in the index `checkout_sessions_email_idx`.
const EMAIL = sql<string>`lower(customer_email) COLLATE "C"`;

const findIdsIn = (db: Kysely<CheckoutTables>, find: Params<Find>, isLimited: boolean) => {
  const sessions = db
    .selectFrom("checkoutSessions")
    .where("accountId", "=", find.accountId)
    .$if(isLimited, (part) => part.where("subaccountId", "=", find.subaccountId));
  const withEmail = sessions.select("id").where("customerEmail", "is not", null);
  const newest = sessions
    .select(["id", "customerEmail", "description", "beneficiaryName"])
    .orderBy("id", "desc")
    .limit(sql.lit(MAX_SCANNED));
  const exact = withEmail
    .where(EMAIL, "=", find.email)
    .orderBy("id", "desc")
    .limit(sql.lit(MAX_HITS));
  const started = withEmail
    .where(EMAIL, ">=", find.email)
    .where(EMAIL, "<", find.emailEnd)
    .orderBy(EMAIL)
    .limit(sql.lit(MAX_MATCHED_ADDRESSES));
  const scanned = db
    .selectFrom(newest.as("newest"))
    .select("id")
    .where((eb) =>
      eb.or([
        eb("newest.customerEmail", "ilike", find.pattern),
        eb("newest.description", "ilike", find.pattern),
        eb("newest.beneficiaryName", "ilike", find.pattern),
      ]),
    )
    .orderBy("id", "desc")
    .limit(sql.lit(MAX_HITS));
  const hits = db
    .selectFrom(exact.as("exact"))
    .select("id")
    .union(db.selectFrom(started.as("started")).select("id"))
    .union(db.selectFrom(scanned.as("scanned")).select("id"));
  return db.selectFrom(hits.as("hits")).select("id").orderBy("id", "desc").limit(sql.lit(MAX_HITS));
};

const findIds = query("checkout-find-sessions", (db, find: Params<Find>) =>
  findIdsIn(db, find, false),
);
const findIdsOfSubaccount = query(
  "checkout-find-sessions-of-subaccount",
  (db, find: Params<Find>) => findIdsIn(db, find, true),
);

/** Sessions by id or email address; by other text, of the latest ones only. */
export async function findSessions(
  ctx: AccountContext,
  { text, subaccountId }: FindText,
): Promise<CheckoutSession[]> {
  const accountId = ctx.account.id;
  const email = text.toLowerCase();
  const isId = email.startsWith(`${idPrefixes.checkoutSession}_`);
  const pattern = `%${escapedForLike(text)}%`;
  const find = { accountId, email, emailEnd: `${email}\u{10ffff}`, pattern, subaccountId };
  const search = subaccountId === null ? findIds : findIdsOfSubaccount;
  const ids = isId ? [email] : (await search(ctx.db, find)).map(({ id }) => id);
  if (ids.length === 0) return [];
  const rows = await ctx.db.prisma.checkoutSession.findMany({
    where: { accountId, id: { in: ids }, ...(subaccountId !== null && { subaccountId }) },
    orderBy: { id: "desc" },
  });
  return rows.map((row) => asOf(ctx.now, row));
}

/** Payments by their id, or by the provider's. */
export async function findPayments(
  ctx: AccountContext,
  { text, subaccountId }: FindText,
): Promise<Payment[]> {
  const isOwnId = text.toLowerCase().startsWith(`${idPrefixes.payment}_`);
  return ctx.db.prisma.payment.findMany({
    where: {
      accountId: ctx.account.id,
      ...(subaccountId !== null && { session: { subaccountId } }),
      ...(isOwnId
        ? { id: text.toLowerCase() }
        : {
            provider: { in: allProviders.map(({ name }) => name) },
            providerPaymentId: text,
          }),
    },
    take: MAX_HITS,
  });
}

export interface SessionSums {
  /** All matching sessions, or as many as were counted if `isCapped`. */
  sessions: number;
  isCapped: boolean;
  /** The complete ones of them; null if not all were counted. */
  complete: { sessions: number; amountKg: number; prices: Money[] } | null;
}

/** Count and sums of the account's sessions that match the filters. */
export async function getSessionSums(
  ctx: AccountContext,
  filters: SessionFilters,
): Promise<SessionSums> {
  const { checkoutSession } = ctx.db.prisma;
  const where = whereSessions(ctx, filters);
  const sessions = await checkoutSession.count({ where, take: MAX_SUMMED + 1 });
  if (sessions > MAX_SUMMED) return { sessions, isCapped: true, complete: null };
  const sums = await checkoutSession.groupBy({
    ...{ by: "currency", where: { AND: [where, { state: "complete" }] }, _count: true },
    _sum: { amountKg: true, price: true },
  });
  const complete = {
    sessions: sums.reduce((total, { _count }) => total + _count, 0),
    amountKg: sums.reduce((total, { _sum }) => total + (_sum.amountKg ?? 0), 0),
    prices: inOrder(sums).map(({ currency, _sum }) => ({ currency, minor: Number(_sum.price) })),
  };
  return { sessions, isCapped: false, complete };
}
