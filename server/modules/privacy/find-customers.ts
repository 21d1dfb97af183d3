// Finds an account's customers by email address: sessions by their index, and subaccounts.
import { sql } from "kysely";
import type { AccountContext, Context } from "#core/context";
import { type Params, queriesOn } from "#core/query";
import { normalEmail } from "#core/text";
import type { AccountTables } from "#domain/accounts";
import type { CheckoutTables } from "#domain/checkout";

const query = queriesOn<
  Pick<AccountTables, "accounts" | "subaccounts"> & Pick<CheckoutTables, "checkoutSessions">
>();

export interface Customer {
  /** In any case. */
  email: string;
}

interface Of {
  accountId: string;
  email: string;
}

// As in the index `checkout_sessions_email_idx`.
const EMAIL_OF_SESSION = sql<string>`lower(customer_email) COLLATE "C"`;
const EMAIL_OF_SUBACCOUNT = sql<string>`lower(email) COLLATE "C"`;

const findSessions = query("privacy-find-sessions", (db, of: Params<Of>) =>
  db
    .selectFrom("checkoutSessions")
    .select("id")
    .where("accountId", "=", of.accountId)
    .where("customerEmail", "is not", null)
    .where(EMAIL_OF_SESSION, "=", of.email)
    .orderBy("id"),
);

const findSubaccounts = query("privacy-find-subaccounts", (db, of: Params<Of>) =>
  db
    .selectFrom("subaccounts")
    .select("id")
    .where("accountId", "=", of.accountId)
    .where("email", "is not", null)
    .where(EMAIL_OF_SUBACCOUNT, "=", of.email)
    .orderBy("id"),
);

// One look into the index for each account.
const findAccounts = query("privacy-find-accounts", (db, of: Params<Customer>) =>
  db
    .selectFrom("accounts as a")
    .select(sql<string>`coalesce(a.live_account_id, a.id)`.as("id"))
    .distinct()
    .where((eb) =>
      eb.or([
        eb.exists(
          eb
            .selectFrom("checkoutSessions")
            .select("id")
            .whereRef("accountId", "=", "a.id")
            .where("customerEmail", "is not", null)
            .where(EMAIL_OF_SESSION, "=", of.email),
        ),
        eb.exists(
          eb
            .selectFrom("subaccounts")
            .select("id")
            .whereRef("accountId", "=", "a.id")
            .where("email", "is not", null)
            .where(EMAIL_OF_SUBACCOUNT, "=", of.email),
        ),
      ]),
    )
    .orderBy("id"),
);

export interface CustomerIds {
  sessionIds: string[];
  subaccountIds: string[];
}

/** Objects of one mode of the account that store the address. */
export async function findCustomer(
  { db, account }: AccountContext,
  customer: Customer,
): Promise<CustomerIds> {
  const of = { accountId: account.id, email: normalEmail(customer.email) };
  const sessions = await findSessions(db, of);
  const subaccounts = await findSubaccounts(db, of);
  return {
    sessionIds: sessions.map(({ id }) => id),
    subaccountIds: subaccounts.map(({ id }) => id),
  };
}

/** Live accounts that store the address, in any mode. */
export async function findAccountsOfCustomer(
  { db }: Context,
  customer: Customer,
): Promise<string[]> {
  return (await findAccounts(db, { email: normalEmail(customer.email) })).map(({ id }) => id);
}
