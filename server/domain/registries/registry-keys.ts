import { type RegistryKey, registryKeys } from "#domain/inventory";

/** Registries whose exports can be read. */
export const registries = registryKeys;
export type Registry = RegistryKey;
