import type { Table } from "#core/query";
import type { Prisma, TaxRule as Row } from "#prisma";
import type { TaxRule } from "./schema";

export interface TaxTables {
  taxRules: Table<
    Row,
    Prisma.TaxRuleUncheckedCreateInput,
    { buyerKind: TaxRule["buyer_kind"]; kind: TaxRule["kind"] }
  >;
}
