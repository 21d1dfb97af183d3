import type { Table } from "#core/query";
import type { ExchangeRate, Prisma, TaxRule as Row } from "#prisma";
import type { RateRule, TaxRule } from "./schema";

export interface TaxTables {
  exchangeRates: Table<
    ExchangeRate,
    Prisma.ExchangeRateUncheckedCreateInput,
    { rule: RateRule; validFrom: string; validTo: string }
  >;
  taxRules: Table<
    Row,
    Prisma.TaxRuleUncheckedCreateInput,
    { buyerKind: TaxRule["buyer_kind"]; kind: TaxRule["kind"] }
  >;
}
