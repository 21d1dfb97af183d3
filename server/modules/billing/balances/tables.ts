import type { Mode } from "#core/context";
import type { Table } from "#core/query";
import type { AccountBalance, AccountLedgerEntry, Prisma } from "#prisma";
import type { EntryKind } from "./schema";

export interface BalanceTables {
  accountBalances: Table<AccountBalance, Prisma.AccountBalanceUncheckedCreateInput, { mode: Mode }>;
  accountLedger: Table<
    AccountLedgerEntry,
    Prisma.AccountLedgerEntryUncheckedCreateInput,
    { mode: Mode; kind: EntryKind }
  >;
}
