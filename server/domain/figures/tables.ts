import type { AccountTables } from "#domain/accounts";
import type { CatalogueTables } from "#domain/catalogue";
import type { CheckoutTables } from "#domain/checkout";
import type { OrderTables } from "#domain/orders";

/** Tables of other rooms that this room reads. */
export type ReadTables = AccountTables & CatalogueTables & CheckoutTables & OrderTables;
