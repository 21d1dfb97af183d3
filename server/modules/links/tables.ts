import type { Mode } from "#core/context";
import type { Table } from "#core/query";
import type { PaymentLink, Prisma } from "#prisma";
import type { LinkState } from "./schema";

export interface LinkTables {
  paymentLinks: Table<
    PaymentLink,
    Prisma.PaymentLinkUncheckedCreateInput,
    { mode: Mode; state: LinkState }
  >;
}
