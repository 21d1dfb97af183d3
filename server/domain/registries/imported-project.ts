/** A project as in a catalogue file; null or [] where the export has nothing. */
export interface ImportedProject {
  id: string;
  name: string;
  type: string | null;
  summary: string | null;
  description: string | null;
  developer: string | null;
  location_name: string | null;
  location_latitude: number | null;
  location_longitude: number | null;
  primary_image_url: string | null;
  registry_name: string;
  registry_id: string | null;
  registry_url: string;
  un_sdg_goals: number[];
  activity_types: string[];
  methodology: string | null;
  verifier: string | null;
  permanence: string | null;
  lifetime: { start_year: number; end_year: number } | null;
  impact_type: string | null;
  due_diligence: string | null;
  beyond_carbon: string | null;
  risk_of_reversal: string | null;
  third_party_labels: string[];
  credit_issuances: { vintage_year: number; total_amount: number }[];
  country_code: string | null;
  mechanism: "removal" | "reduction" | "mixed" | null;
  sink: "biogenic" | "technological" | null;
  crediting_period: { start: string; end: string | null } | null;
  protocol: string | null;
}

type Identity = "id" | "name" | "registry_name" | "registry_id" | "registry_url";
export type KnownOfProject = Pick<ImportedProject, Identity> & Partial<ImportedProject>;

export function importedProject(known: KnownOfProject): ImportedProject {
  return {
    type: null,
    summary: null,
    description: null,
    developer: null,
    location_name: null,
    location_latitude: null,
    location_longitude: null,
    primary_image_url: null,
    un_sdg_goals: [],
    activity_types: [],
    methodology: null,
    verifier: null,
    permanence: null,
    lifetime: null,
    impact_type: null,
    due_diligence: null,
    beyond_carbon: null,
    risk_of_reversal: null,
    third_party_labels: [],
    credit_issuances: [],
    country_code: null,
    mechanism: null,
    sink: null,
    crediting_period: null,
    protocol: null,
    ...known,
  };
}

/**
 * Fills empty fields (null or []) of the preferred project from the other. Rows of removals and of
 * reductions make a mixed project.
 */
export function mergeProjects(preferred: ImportedProject, other: ImportedProject): ImportedProject {
  const filled = Object.entries(preferred).filter(
    ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
  );
  const merged: ImportedProject = { ...other, ...Object.fromEntries(filled) };
  const isMixed = other.mechanism !== null && merged.mechanism !== other.mechanism;
  return isMixed ? { ...merged, mechanism: "mixed" } : merged;
}

/** Returns whether a project's status, at any registry, means that it was abandoned. */
export function isAbandoned(status: string): boolean {
  const abandoned =
    /reject|denied|withdrawn|cancel|unsuccessful|terminated|de-?certified|inactive/i;
  return abandoned.test(status);
}
