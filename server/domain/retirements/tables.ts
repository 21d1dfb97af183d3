import type { AccountTables } from "#domain/accounts";
import type { CatalogueTables } from "#domain/catalogue";
import type { EvidenceTables } from "#domain/evidence";
import type { InventoryTables } from "#domain/inventory";
import type { OrderTables } from "#domain/orders";

/** Tables of other rooms that this room reads; it has none. */
export type ReadTables = AccountTables &
  CatalogueTables &
  EvidenceTables &
  InventoryTables &
  OrderTables;
