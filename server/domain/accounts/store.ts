// The accounts' own SQL: authentication, on the way of every request, and row locks.
import type { Account, AccountContext, Mode, Scope } from "#core/context";
import type { Sql } from "#core/db";
import { type Params, queriesOn, type Table } from "#core/query";
import type { Catalogue, Portfolio, Prisma } from "#prisma";
import type { AccountTables } from "./tables";

/** Those of the room catalogue, which stands above this one. */
interface TablesAbove {
  catalogues: Table<Catalogue, Prisma.CatalogueUncheckedCreateInput, { mode: Mode }>;
  portfolios: Table<Portfolio, Prisma.PortfolioUncheckedCreateInput, { mode: Mode }>;
}

const query = queriesOn<AccountTables & TablesAbove>();

const findValidKey = query("accounts-find-key", (db, key: Params<{ hash: Buffer; now: Date }>) =>
  db
    .selectFrom("apiKeys as k")
    .innerJoin("accounts as a", "a.id", "k.accountId")
    .innerJoin("catalogues as c", "c.mode", "a.mode")
    .select(["k.id as keyId", "k.scope", "k.lastUsedAt"])
    .select(["a.id", "a.mode", "a.name", "a.slug", "a.logoFileKey", "a.createdAt"])
    .select((eb) =>
      eb.fn.coalesce("a.defaultPortfolioId", "c.defaultPortfolioId").as("defaultPortfolioId"),
    )
    .where("k.tokenHash", "=", key.hash)
    .where("k.revokedAt", "is", null)
    .where((eb) => eb.or([eb("k.expiresAt", "is", null), eb("k.expiresAt", ">", key.now)])),
);

interface KeyUse {
  accountId: string;
  id: string;
  now: Date;
}

const setLastUse = query("accounts-touch-key", (db, key: Params<KeyUse>) =>
  db
    .updateTable("apiKeys")
    .set({ lastUsedAt: key.now })
    .where("accountId", "=", key.accountId)
    .where("id", "=", key.id),
);

export interface FoundKey {
  id: string;
  scope: Scope;
  lastUsedAt: Date | null;
  account: Account;
}

/** The valid key with this hash and its account, or null. */
export async function findKey(db: Sql, hash: Buffer, now: Date): Promise<FoundKey | null> {
  const [row] = await findValidKey(db, { hash, now });
  if (!row) return null;
  const { keyId, scope, lastUsedAt, ...account } = row;
  return { id: keyId, scope, lastUsedAt, account };
}

/** Notes that the key was used. */
export async function touchKey(db: Sql, accountId: string, id: string, now: Date): Promise<void> {
  await setLastUse(db, { accountId, id, now });
}

// Locked, so that it is not archived before it has become somebody's default.
const lockPortfolio = query(
  "accounts-find-usable-portfolio",
  (db, portfolio: Params<{ mode: Mode; id: string; accountId: string }>) =>
    db
      .selectFrom("portfolios")
      .select("id")
      .where("mode", "=", portfolio.mode)
      .where("id", "=", portfolio.id)
      .where((eb) =>
        eb.or([eb("accountId", "is", null), eb("accountId", "=", portfolio.accountId)]),
      )
      .where("archivedAt", "is", null)
      .forKeyShare(),
);

/** Whether the account may buy from the portfolio: so it stays until the transaction ends. */
export async function findUsablePortfolio(ctx: AccountContext, id: string): Promise<boolean> {
  const { id: accountId, mode } = ctx.account;
  return (await lockPortfolio(ctx.db, { mode, id, accountId })).length > 0;
}

// Until it commits, nothing new can be sold for the subaccount: an insert's foreign key waits.
const lockRow = query(
  "accounts-lock-subaccount",
  (db, subaccount: Params<{ accountId: string; id: string }>) =>
    db
      .selectFrom("subaccounts")
      .select("name")
      .where("accountId", "=", subaccount.accountId)
      .where("id", "=", subaccount.id)
      .forUpdate(),
);

/** Locks the account's subaccount. Returns its name, or null where there is none. */
export async function lockSubaccount(ctx: AccountContext, id: string): Promise<string | null> {
  const [row] = await lockRow(ctx.db, { accountId: ctx.account.id, id });
  return row?.name ?? null;
}
