import type { Context, Mode } from "#core/context";
import { registryKeyOf, registryLabelOf } from "#domain/inventory";
import { getPolicy, listPolicies, type RegistryPolicy } from "./policies";

/** Policies of these registries, by key. */
export async function findPolicies(
  ctx: Context,
  { mode, registries }: { mode: Mode; registries: Iterable<string> },
): Promise<(registry: string) => RegistryPolicy> {
  const policies = new Map<string, RegistryPolicy>();
  for (const registry of new Set(registries)) {
    policies.set(registry, await getPolicy(ctx, { mode, registry }));
  }
  return (registry) => {
    const policy = policies.get(registry);
    if (!policy) throw new Error(`the policy of ${registry} was not read`);
    return policy;
  };
}

/** Policies of the registries of the catalogue's projects, defaults included, by name. */
export async function listRegistryPolicies(
  ctx: Context,
  { mode }: { mode: Mode },
): Promise<(RegistryPolicy & { label: string })[]> {
  const select = { registryName: true } as const;
  const projects = await ctx.db.prisma.project.findMany({ where: { mode }, select });
  const stored = await listPolicies(ctx, { mode });
  const registries = new Set([
    ...projects.map(({ registryName }) => registryKeyOf(registryName)),
    ...stored.map(({ registry }) => registry),
  ]);
  const policyOf = await findPolicies(ctx, { mode, registries });
  return [...registries]
    .map((registry) => ({ ...policyOf(registry), label: registryLabelOf(registry) }))
    .sort((a, b) => a.label.localeCompare(b.label));
}
