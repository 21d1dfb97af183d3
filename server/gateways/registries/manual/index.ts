// People retire in the registry's portal from the worklist, and import what it recorded.
import type { RegistryAdapter } from "#adapters/adapter";

export const manualAdapter = {
  name: "manual",
  label: "the worklist",
  registries: null,
  capabilities: { unitKg: null, needsOrganizationId: false, oneSupplierPerRequest: false },
  firstPollMs: 0,
  settleMs: () => 0,
  setupHint: () => null,
  calls: () => null,
  probe: async () => [],
} as const satisfies RegistryAdapter;
