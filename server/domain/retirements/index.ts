// Ledger allocations as account members list them. The room has no tables.
export { listRetirements, requireSubaccount } from "./list-retirements";
export { RetirementResource, toRetirementResource } from "./resource";
export { retirementColumns } from "./retirement-columns";
export type { RetirementFilter } from "./retirement-rows";
export { ListRetirements, RetirementFilters, SearchRetirements } from "./schema";
export { countedRetirements } from "./sums-store";
export type { ReadTables } from "./tables";
export { getRetirementTotals } from "./totals";
