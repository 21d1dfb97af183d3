import type { AccountContext } from "#core/context";
import { type RegistryStatus, registryLabelOf, registryStatuses } from "#domain/inventory";
import { filterOf } from "./list-retirements";
import type { RetirementFilters } from "./schema";
import { sumByStatus } from "./sums-store";

interface RetirementTotals {
  kg: Record<RegistryStatus, number>;
  /** Registries of the account's credits, whatever the filter for one of them. */
  registries: { key: string; name: string }[];
}

/** Kg of the account's retirements that match the filters. @throws invalid-subaccount */
export async function getRetirementTotals(
  ctx: AccountContext,
  { registry, ...filters }: RetirementFilters,
): Promise<RetirementTotals> {
  const sums = await sumByStatus(ctx.db, await filterOf(ctx, filters));
  const kg = Object.fromEntries(registryStatuses.map((status) => [status, 0]));
  for (const sum of sums) {
    if (registry === undefined || sum.registry === registry) {
      kg[sum.status] = (kg[sum.status] ?? 0) + sum.kg;
    }
  }
  const keys = [...new Set(sums.map((sum) => sum.registry))];
  return {
    kg: kg as RetirementTotals["kg"],
    registries: keys.map((key) => ({ key, name: registryLabelOf(key) })),
  };
}
