// How a registry's word on a project goes together with what the catalogue says of it. Pure.
import type { Project } from "#prisma";
import { ProjectEntry } from "./schema";

/** One key for all spellings of a project's number at its registry: VCS1340, VCS 1340, 1340. */
export function registryKey(registryName: string, registryId: string): string {
  const name = registryName.toLowerCase().replace(/[^a-z]/g, "");
  const number = registryId.toLowerCase().replace(/[^a-z0-9]/g, "");
  return `${name} ${number.replace(/^(vcs|gs)(?=\d)/, "")}`;
}

/** The project as a catalogue file would have it. */
export function toProjectEntry(row: Project): ProjectEntry {
  const { lifetimeStartYear: start, lifetimeEndYear: end } = row;
  return ProjectEntry.parse({
    id: row.id,
    name: row.name,
    type: row.type,
    summary: row.summary,
    description: row.description,
    developer: row.developer,
    location_name: row.locationName,
    location_latitude: row.locationLatitude,
    location_longitude: row.locationLongitude,
    primary_image_url: row.primaryImageUrl,
    registry_name: row.registryName,
    registry_id: row.registryId,
    registry_url: row.registryUrl,
    un_sdg_goals: row.unSdgGoals,
    activity_types: row.activityTypes,
    methodology: row.methodology,
    verifier: row.verifier,
    permanence: row.permanence,
    lifetime: start === null || end === null ? null : { start_year: start, end_year: end },
    impact_type: row.impactType,
    due_diligence: row.dueDiligence,
    beyond_carbon: row.beyondCarbon,
    risk_of_reversal: row.riskOfReversal,
    third_party_labels: row.thirdPartyLabels,
    credit_issuances: row.creditIssuances,
  });
}

function isEmpty(value: unknown): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

/** A name that an import made up, for want of one, ends in the project's number. */
function isStandIn(entry: ProjectEntry): boolean {
  return entry.name.endsWith(`(${entry.registry_id})`);
}

/** The project with its empty fields filled in; what somebody wrote stays. */
export function completeProject(entry: ProjectEntry, told: ProjectEntry): ProjectEntry {
  const written = Object.entries(entry).filter(
    ([field, value]) => !isEmpty(value) && !(field === "name" && isStandIn(entry)),
  );
  return { ...told, ...Object.fromEntries(written), id: entry.id };
}
