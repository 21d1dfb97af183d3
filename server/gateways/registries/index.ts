// The registry adapters, and which one serves a registry.
import type { Mode } from "#core/context";
import type { RegistryAdapter } from "./adapter";
import { adapters } from "./adapters";

export type {
  FindResult,
  Plan,
  RegistryRecord,
  RequestedCredits,
  RetirementRequest,
  RetireResult,
} from "./adapter";

export const allAdapters: readonly RegistryAdapter[] = Object.values(adapters);

/** @throws Error for an unknown name; names in the database are always of an adapter that exists */
export function adapterNamed(name: string): RegistryAdapter {
  const adapter = allAdapters.find((one) => one.name === name);
  if (!adapter) throw new Error(`unknown registry adapter ${name}`);
  return adapter;
}

/** Returns why an adapter can't serve a registry in this mode; null if it can. */
export function adapterFault(
  name: string,
  { registry, mode }: { registry: string; mode: Mode },
): string | null {
  const adapter = allAdapters.find((one) => one.name === name);
  if (!adapter) return `must be one of ${Object.keys(adapters).join(", ")}`;
  if (adapter.registries && !adapter.registries.includes(registry)) {
    return `${adapter.label} serves only ${adapter.registries.join(", ")}`;
  }
  return adapter.setupHint(mode);
}
