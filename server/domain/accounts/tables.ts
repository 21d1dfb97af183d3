import type { AccountTerms, Mode, Scope } from "#core/context";
import type { Table } from "#core/query";
import type {
  Account,
  ApiKey,
  FormerSubaccountSlug,
  Membership,
  Person,
  Prisma,
  SpendingLimit,
  Subaccount,
} from "#prisma";
import type { Role } from "./schema";

export interface AccountTables {
  accounts: Table<
    Account,
    Prisma.AccountUncheckedCreateInput,
    { mode: Mode; terms: AccountTerms | null }
  >;
  people: Table<Person, Prisma.PersonUncheckedCreateInput>;
  memberships: Table<Membership, Prisma.MembershipUncheckedCreateInput, { role: Role }>;
  apiKeys: Table<ApiKey, Prisma.ApiKeyUncheckedCreateInput, { scope: Scope }>;
  spendingLimits: Table<SpendingLimit, Prisma.SpendingLimitUncheckedCreateInput>;
  subaccounts: Table<Subaccount, Prisma.SubaccountUncheckedCreateInput, { mode: Mode }>;
  formerSubaccountSlugs: Table<
    FormerSubaccountSlug,
    Prisma.FormerSubaccountSlugUncheckedCreateInput
  >;
}
