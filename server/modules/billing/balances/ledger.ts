// The only statements that write the account ledger: each adds one entry and moves the balance.
import { type QueryCreator, type Selectable, sql } from "kysely";
import type { AccountTerms } from "#core/context";
import type { Sql } from "#core/db";
import { type Params, queriesOn } from "#core/query";
import type { AccountTables } from "#domain/accounts";
import type { EntryKind } from "./schema";
import type { BalanceTables } from "./tables";

const query = queriesOn<BalanceTables & AccountTables>();

type Balance = Selectable<BalanceTables["accountBalances"]> & { terms: AccountTerms | null };
export type LedgerEntry = Omit<Selectable<BalanceTables["accountLedger"]>, "previousSeq">;

const balanceColumns = [
  "b.accountId",
  "b.mode",
  "b.currency",
  "a.terms",
  "b.creditLimit",
  "b.taxRateBasisPoints",
  "b.balance",
  "b.lastSeq",
] as const;

const entryColumns = [
  "accountId",
  "seq",
  "mode",
  "kind",
  "amount",
  "currency",
  "balanceBefore",
  "balanceAfter",
  "creditLimit",
  "orderId",
  "invoiceId",
  "reference",
  "note",
  "createdAt",
] as const;

interface NewEntry {
  accountId: string;
  kind: EntryKind;
  amount: number;
  orderId: string | null;
  invoiceId: string | null;
  reference: string | null;
  note: string | null;
  now: Date;
}

type Moved = Pick<Balance, "accountId" | "mode" | "currency" | "creditLimit"> & {
  lastSeq: number;
  amount: number;
  balance: number;
};

/** Writes the entry of the preceding query `moved`, which has changed the balance. */
function insertEntry(
  db: QueryCreator<BalanceTables & AccountTables & { moved: Moved }>,
  entry: Params<Omit<NewEntry, "accountId" | "amount">>,
) {
  return db
    .insertInto("accountLedger")
    .columns(entryColumns)
    .expression((from) =>
      from
        .selectFrom("moved")
        .select((eb) => [
          "accountId",
          "lastSeq",
          "mode",
          sql<EntryKind>`${entry.kind}::text`.as("kind"),
          "amount",
          "currency",
          eb("balance", "-", eb.ref("amount")).as("balanceBefore"),
          "balance as balanceAfter",
          "creditLimit",
          sql<string | null>`${entry.orderId}::text`.as("orderId"),
          sql<string | null>`${entry.invoiceId}::text`.as("invoiceId"),
          sql<string | null>`${entry.reference}::text`.as("reference"),
          sql<string | null>`${entry.note}::text`.as("note"),
          sql<Date>`${entry.now}::timestamptz`.as("createdAt"),
        ]),
    )
    .returning(entryColumns);
}

const nextSeq = sql<number>`coalesce(last_seq, 0) + 1`;

const add = query("balances-add-entry", (db, entry: Params<NewEntry>) => {
  const amount = sql<number>`${entry.amount}::bigint`;
  return insertEntry(
    db.with("moved", (qb) =>
      qb
        .updateTable("accountBalances")
        .set({ balance: sql<number>`balance + ${amount}`, lastSeq: nextSeq })
        .where("accountId", "=", entry.accountId)
        .returning(["accountId", "mode", "currency", "creditLimit", "balance"])
        .returning([sql<number>`last_seq`.as("lastSeq"), amount.as("amount")]),
    ),
    entry,
  );
});

/** Adds an entry and returns it. Null if the account has no ledger. */
export async function addEntry(
  db: Sql,
  entry: Pick<NewEntry, "accountId" | "kind" | "amount" | "now"> & Partial<NewEntry>,
): Promise<LedgerEntry | null> {
  const empty = { orderId: null, invoiceId: null, reference: null, note: null };
  const [row] = await add(db, { ...empty, ...entry });
  return row ?? null;
}

type Charge = Omit<NewEntry, "amount" | "kind"> & { kind: "order"; net: number };

// The price and its tax, rounded up, so that the sum of many orders covers their invoice's tax.
const charge = query("balances-charge", (db, entry: Params<Charge>) => {
  const gross = sql<number>`((${entry.net}::bigint * (10000 + tax_rate_basis_points) + 9999) / 10000)`;
  return insertEntry(
    db.with("moved", (qb) =>
      qb
        .updateTable("accountBalances")
        .set({ balance: sql<number>`balance - ${gross}`, lastSeq: nextSeq })
        .where("accountId", "=", entry.accountId)
        .where((eb) =>
          eb.exists(
            eb
              .selectFrom("accounts as a")
              .select("a.id")
              .where("a.id", "=", entry.accountId)
              .where("a.terms", "in", ["invoice", "prepaid"]),
          ),
        )
        .where((eb) =>
          eb.or([
            eb("creditLimit", "is", null),
            eb(sql<number>`balance - ${gross}`, ">=", sql<number>`-credit_limit`),
          ]),
        )
        .returning(["accountId", "mode", "currency", "creditLimit", "balance"])
        .returning([sql<number>`last_seq`.as("lastSeq"), sql<number>`-${gross}`.as("amount")]),
    ),
    entry,
  );
});

/** Charges an order. Null, without a change, if terms or limit do not allow it. */
export async function addCharge(
  db: Sql,
  order: { accountId: string; orderId: string; net: number; now: Date },
): Promise<LedgerEntry | null> {
  const others = { kind: "order", invoiceId: null, reference: null, note: null } as const;
  const [row] = await charge(db, { ...others, ...order });
  return row ?? null;
}

const balanceOf = (
  db: QueryCreator<BalanceTables & AccountTables>,
  accountId: Params<{ id: string }>["id"],
) =>
  db
    .selectFrom("accountBalances as b")
    .innerJoin("accounts as a", "a.id", "b.accountId")
    .select(balanceColumns)
    .where("b.accountId", "=", accountId);

const findOne = query("balances-find", (db, account: Params<{ id: string }>) =>
  balanceOf(db, account.id),
);

export async function findBalanceRow(db: Sql, accountId: string): Promise<Balance | null> {
  const [row] = await findOne(db, { id: accountId });
  return row ?? null;
}

// The terms with it, so that what was waited for is read as it is now.
const lockOne = query("balances-lock", (db, account: Params<{ id: string }>) =>
  balanceOf(db, account.id).forNoKeyUpdate(),
);

/** Locks the balance until the transaction ends, so that only it adds entries. */
export async function lockBalance(db: Sql, accountId: string): Promise<Balance | null> {
  const [row] = await lockOne(db, { id: accountId });
  return row ?? null;
}

const setRate = query(
  "balances-set-tax-rate",
  (db, balance: Params<{ accountId: string; taxRateBasisPoints: number }>) =>
    db
      .updateTable("accountBalances")
      .set({ taxRateBasisPoints: balance.taxRateBasisPoints })
      .where("accountId", "=", balance.accountId),
);

export async function updateTaxRate(
  db: Sql,
  balance: { accountId: string; taxRateBasisPoints: number },
): Promise<void> {
  await setRate(db, balance);
}

const findOrderEntry = query(
  "balances-find-order",
  (db, entry: Params<{ accountId: string; orderId: string }>) =>
    db
      .selectFrom("accountLedger")
      .select(entryColumns)
      .where("accountId", "=", entry.accountId)
      .where("orderId", "=", entry.orderId)
      .where("kind", "=", "order"),
);

export async function findChargeOf(
  db: Sql,
  order: { accountId: string; orderId: string },
): Promise<LedgerEntry | null> {
  const [row] = await findOrderEntry(db, order);
  return row ?? null;
}

const page = query(
  "balances-page",
  (db, list: Params<{ accountId: string; before: number; limit: number }>) =>
    db
      .selectFrom("accountLedger")
      .select(entryColumns)
      .where("accountId", "=", list.accountId)
      .where("seq", "<", list.before)
      .orderBy("seq", "desc")
      .limit(list.limit),
);

/** Entries before a number, newest first. */
export async function findEntries(
  db: Sql,
  list: { accountId: string; before: number; limit: number },
): Promise<LedgerEntry[]> {
  return page(db, list);
}
