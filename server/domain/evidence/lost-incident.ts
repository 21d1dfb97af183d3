import { sql } from "kysely";

/**
 * Condition on an `incident` whose credits are lost: they are someone else's, or the registry has
 * cancelled them. Other credits can be substituted for them.
 */
export const isLost = sql<boolean>`(
  (incident.kind = 'other_beneficiary' AND incident.resolution = 'theirs')
  OR (incident.row ->> 'kind' = 'cancelled' AND incident.resolution = 'ours'))`;
