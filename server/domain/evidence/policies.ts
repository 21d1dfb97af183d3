import type { Context, Mode } from "#core/context";
import { appUrl } from "#core/env";
import { recordAudit } from "#domain/accounts";
import { bumpStockVersion, lockCatalogue } from "#domain/catalogue";
import { registryKeyOf, registryLabelOf } from "#domain/inventory";
import type { AdapterName, Timing } from "./schema";

/** The operator's choices for a registry. */
export interface RegistryPolicy {
  mode: Mode;
  registry: string;
  timing: Timing;
  /** Partly sold tonnes are retired this many days after their oldest sale. */
  retireWithinDays: number;
  /** Beneficiary of tonnes that several customers share. */
  poolText: string;
  adapter: AdapterName;
  /** The operator's organization at the registry, for registries that need one. */
  organizationId: string | null;
}

function defaultPoolText(): string {
  const { host, href } = new URL(appUrl());
  return `customers of ${host}, see ${href.replace(/\/$/, "")}/verify`;
}

function defaultPolicy(mode: Mode, registry: string): RegistryPolicy {
  return {
    mode,
    registry,
    timing: "after_sale",
    retireWithinDays: mode === "live" ? 30 : 0,
    poolText: defaultPoolText(),
    adapter: mode === "live" ? "manual" : "sandbox",
    organizationId: null,
  };
}

/** All policies of the mode that differ from the defaults, by registry. */
export async function listPolicies(
  { db }: Context,
  { mode }: { mode: Mode },
): Promise<RegistryPolicy[]> {
  const rows = await db.prisma.registryPolicy.findMany({
    where: { mode },
    orderBy: { registry: "asc" },
  });
  return rows.map(({ mode: _, timing, adapter, poolText, ...row }) => ({
    ...row,
    mode,
    timing: timing as Timing,
    adapter: adapter as AdapterName,
    poolText: poolText ?? defaultPoolText(),
  }));
}

/** The registry's policy, or the defaults. */
export async function getPolicy(
  ctx: Context,
  { mode, registry }: { mode: Mode; registry: string },
): Promise<RegistryPolicy> {
  const policies = await listPolicies(ctx, { mode });
  return policies.find((policy) => policy.registry === registry) ?? defaultPolicy(mode, registry);
}

/** Replaces the registry's policy. */
export async function setPolicy(ctx: Context, policy: RegistryPolicy): Promise<void> {
  const { mode, registry, ...choices } = policy;
  await lockCatalogue(ctx, mode);
  const poolText = policy.poolText === defaultPoolText() ? null : policy.poolText;
  const data = { ...choices, poolText };
  await ctx.db.prisma.registryPolicy.upsert({
    where: { mode_registry: { mode, registry } },
    create: { mode, registry, ...data },
    update: data,
  });
  // Other lots may be sold now.
  await bumpStockVersion(ctx, mode);
  await recordAudit(ctx, {
    action: "registry_policy.changed",
    subjectId: registry,
    data: { mode, ...data },
  });
}

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
