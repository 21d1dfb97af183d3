// The accounts' hand-written SQL: authentication, on the way of every request, and row locks.
import type { Account, AccountContext, Mode, Scope } from "#core/context";
import type { Sql, Statement } from "#core/db";

interface KeyRow {
  key_id: string;
  scope: Scope;
  last_used_at: Date | null;
  id: string;
  mode: Mode;
  name: string;
  slug: string;
  default_portfolio_id: string | null;
  logo_file_key: string | null;
  created_at: Date;
}

const FIND_KEY: Statement = {
  name: "accounts-find-key",
  text: `
    SELECT k.id AS key_id, k.scope, k.last_used_at, a.id, a.mode, a.name, a.slug, a.created_at,
           a.logo_file_key,
           coalesce(a.default_portfolio_id, c.default_portfolio_id) AS default_portfolio_id
    FROM api_keys k
    JOIN accounts a ON a.id = k.account_id
    JOIN catalogues c ON c.mode = a.mode
    WHERE k.token_hash = $1 AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > $2)`,
};

const TOUCH_KEY: Statement = {
  name: "accounts-touch-key",
  text: "UPDATE api_keys SET last_used_at = $3 WHERE account_id = $1 AND id = $2",
};

export interface FoundKey {
  id: string;
  scope: Scope;
  lastUsedAt: Date | null;
  account: Account;
}

/** The valid key with this hash and its account, or null. */
export async function findKey(sql: Sql, hash: Buffer, now: Date): Promise<FoundKey | null> {
  const [row] = await sql.query<KeyRow>(FIND_KEY, [hash, now]);
  if (!row) return null;
  const account = {
    id: row.id,
    mode: row.mode,
    name: row.name,
    slug: row.slug,
    defaultPortfolioId: row.default_portfolio_id,
    logoFileKey: row.logo_file_key,
    createdAt: row.created_at,
  };
  return { id: row.key_id, scope: row.scope, lastUsedAt: row.last_used_at, account };
}

/** Notes that the key was used. */
export async function touchKey(sql: Sql, accountId: string, id: string, now: Date): Promise<void> {
  await sql.query(TOUCH_KEY, [accountId, id, now]);
}

// Locked, so that it is not archived before it has become somebody's default.
const FIND_USABLE_PORTFOLIO: Statement = {
  name: "accounts-find-usable-portfolio",
  text: `
    SELECT id FROM portfolios
    WHERE mode = $1 AND id = $2 AND (account_id IS NULL OR account_id = $3)
      AND archived_at IS NULL
    FOR KEY SHARE`,
};

/** Whether the account may buy from the portfolio: so it stays until the transaction ends. */
export async function findUsablePortfolio(ctx: AccountContext, id: string): Promise<boolean> {
  const { id: accountId, mode } = ctx.account;
  const rows = await ctx.db.query(FIND_USABLE_PORTFOLIO, [mode, id, accountId]);
  return rows.length > 0;
}

// Until it commits, nothing new can be sold for the subaccount: an insert's foreign key waits.
const LOCK_SUBACCOUNT: Statement = {
  name: "accounts-lock-subaccount",
  text: "SELECT name FROM subaccounts WHERE account_id = $1 AND id = $2 FOR UPDATE",
};

/** Locks the account's subaccount. Returns its name, or null where there is none. */
export async function lockSubaccount(ctx: AccountContext, id: string): Promise<string | null> {
  const [row] = await ctx.db.query<{ name: string }>(LOCK_SUBACCOUNT, [ctx.account.id, id]);
  return row?.name ?? null;
}
