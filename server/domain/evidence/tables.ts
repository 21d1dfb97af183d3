import type { Mode } from "#core/context";
import type { Table } from "#core/query";
import type { EvidenceKind } from "#domain/inventory";
import type {
  Prisma,
  RegistryPolicy,
  RegistryRequest,
  RegistryRequestItem,
  RegistryRetirement,
  RegistryRetirementItem,
  RegistryRunner,
} from "#prisma";
import type { AdapterName, EvidenceSource, RequestState, Timing } from "./schema";

export interface EvidenceTables {
  registryPolicies: Table<
    RegistryPolicy,
    Prisma.RegistryPolicyUncheckedCreateInput,
    { mode: Mode; timing: Timing; adapter: AdapterName }
  >;
  registryRequests: Table<
    RegistryRequest,
    Prisma.RegistryRequestUncheckedCreateInput,
    { mode: Mode; adapter: AdapterName; state: RequestState }
  >;
  registryRequestItems: Table<
    RegistryRequestItem,
    Prisma.RegistryRequestItemUncheckedCreateInput,
    { mode: Mode }
  >;
  registryRetirements: Table<
    RegistryRetirement,
    Prisma.RegistryRetirementUncheckedCreateInput,
    { mode: Mode; kind: EvidenceKind; source: EvidenceSource; retiredOn: string }
  >;
  registryRetirementItems: Table<
    RegistryRetirementItem,
    Prisma.RegistryRetirementItemUncheckedCreateInput,
    { mode: Mode }
  >;
  registryRunners: Table<RegistryRunner, Prisma.RegistryRunnerUncheckedCreateInput, { mode: Mode }>;
}
