import type { Mode } from "#core/context";
import type { Table } from "#core/query";
import type { Channel } from "#domain/catalogue";
import type { Prisma, StockHold, StockHoldPart } from "#prisma";
import type { HoldKind, HoldState } from "./rules";

export interface HoldTables {
  stockHolds: Table<
    StockHold,
    Prisma.StockHoldUncheckedCreateInput,
    { mode: Mode; kind: HoldKind; state: HoldState; channel: Channel | null }
  >;
  stockHoldParts: Table<StockHoldPart, Prisma.StockHoldPartUncheckedCreateInput, { mode: Mode }>;
}
