// The tables of the room impact, as statements see them.
import type { Table } from "#core/query";
import type { ImpactPage, Prisma } from "#prisma";

export interface ImpactTables {
  impactPages: Table<ImpactPage, Prisma.ImpactPageUncheckedCreateInput>;
}
