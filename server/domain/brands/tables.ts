import type { Table } from "#core/query";
import type { Brand, Prisma } from "#prisma";

export interface BrandTables {
  brands: Table<Brand, Prisma.BrandUncheckedCreateInput>;
}
