// The accounts' tables, as statements see them.
import type { Mode } from "#core/context";
import type { Table } from "#core/query";
import type { Account, Prisma, Subaccount } from "#prisma";

export interface AccountTables {
  accounts: Table<Account, Prisma.AccountUncheckedCreateInput, { mode: Mode }>;
  subaccounts: Table<Subaccount, Prisma.SubaccountUncheckedCreateInput>;
}
