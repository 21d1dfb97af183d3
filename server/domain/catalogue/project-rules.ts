// How a registry's word on a project goes together with what the catalogue says of it. Pure.
import type { ProjectEntry } from "./schema";

/**
 * One key for all spellings of a project's number at its registry: VCS1340, VCS 1340, 1340. Null
 * where the number is unknown.
 */
export function registryKey(registryName: string, registryId: string | null): string | null {
  if (registryId === null) return null;
  const name = registryName.toLowerCase().replace(/[^a-z]/g, "");
  const number = registryId.toLowerCase().replace(/[^a-z0-9]/g, "");
  return `${name} ${number.replace(/^(vcs|gs)(?=\d)/, "")}`;
}

function isEmpty(value: unknown): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

/** A name that an import made up, for want of one, ends in the project's number. */
function isStandIn(entry: ProjectEntry): boolean {
  return entry.registry_id !== null && entry.name.endsWith(`(${entry.registry_id})`);
}

/** The project with its empty fields filled in; what somebody wrote stays. */
export function completeProject(entry: ProjectEntry, told: ProjectEntry): ProjectEntry {
  const written = Object.entries(entry).filter(
    ([field, value]) => !isEmpty(value) && !(field === "name" && isStandIn(entry)),
  );
  return { ...told, ...Object.fromEntries(written), id: entry.id };
}
