import type { AccountTables } from "#domain/accounts";
import type { CatalogueTables } from "#domain/catalogue";
import type { CheckoutTables } from "#domain/checkout";
import type { EvidenceTables } from "#domain/evidence";
import type { InventoryTables } from "#domain/inventory";
import type { OrderTables } from "#domain/orders";
import type { BalanceTables, BillingTables } from "#modules/billing/index";

/** Tables of other rooms that this module reads. */
export type ReadTables = AccountTables &
  BalanceTables &
  BillingTables &
  CatalogueTables &
  CheckoutTables &
  EvidenceTables &
  InventoryTables &
  OrderTables;
