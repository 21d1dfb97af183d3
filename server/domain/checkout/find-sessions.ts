import { type Kysely, sql } from "kysely";
import type { AccountContext } from "#core/context";
import { type FindText, MAX_HITS, MAX_SCANNED } from "#core/find";
import { idPrefixes } from "#core/id";
import { type Params, queriesOn } from "#core/query";
import { escapedForLike } from "#core/text";
import { allProviders } from "#gateways/payments";
import type { Payment } from "#prisma";
import { asOf, type CheckoutSession } from "./rules";
import type { CheckoutTables } from "./tables";

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
const MAX_ADDRESSES = 50;

// As in the index `checkout_sessions_email_idx`.
const EMAIL = sql<string>`lower(customer_email) COLLATE "C"`;

const findIdsIn = (db: Kysely<CheckoutTables>, find: Params<Find>, isLimited: boolean) => {
  const sessions = db
    .selectFrom("checkoutSessions")
    .where("accountId", "=", find.accountId)
    .$if(isLimited, (part) => part.where("subaccountId", "=", find.subaccountId));
  const own = sessions.select("id").where("customerEmail", "is not", null);
  const newest = sessions
    .select(["id", "customerEmail", "description", "beneficiaryName"])
    .orderBy("id", "desc")
    .limit(sql.lit(MAX_SCANNED));
  const exact = own.where(EMAIL, "=", find.email).orderBy("id", "desc").limit(sql.lit(MAX_HITS));
  const started = own
    .where(EMAIL, ">=", find.email)
    .where(EMAIL, "<", find.emailEnd)
    .orderBy(EMAIL)
    .limit(sql.lit(MAX_ADDRESSES));
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
