import type { AccountTables } from "#domain/accounts";
import type { BalanceTables } from "#domain/balances";
import type { BillingTables } from "#domain/billing";
import type { CatalogueTables } from "#domain/catalogue";
import type { CheckoutTables } from "#domain/checkout";
import type { EvidenceTables } from "#domain/evidence";
import type { InventoryTables } from "#domain/inventory";
import type { OrderTables } from "#domain/orders";

/** Tables of other rooms that this room reads. */
export type ReadTables = AccountTables &
  BalanceTables &
  BillingTables &
  CatalogueTables &
  CheckoutTables &
  EvidenceTables &
  InventoryTables &
  OrderTables;
