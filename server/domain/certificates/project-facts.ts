import type { AllocatedCredits, PublicOrder } from "#domain/orders";
import { namedGoals } from "./goal-names";

const isOriginal = ({ substitutedAt }: AllocatedCredits) => substitutedAt === null;

export function toRetirementFacts(credits: AllocatedCredits) {
  return {
    vintage_year: credits.vintageYear,
    serial_number_range: credits.serialNumberRange,
    amount_kg: credits.amountKg,
    url: credits.url,
    labels: credits.labels,
    corresponding_adjustment: credits.correspondingAdjustment,
  };
}

/** Facts of a project's credits that were first allocated to the order. */
export function toProjectFacts({ project, retirements }: PublicOrder["allocations"][number]) {
  const original = retirements.filter(isOriginal);
  return {
    id: project.id,
    name: project.name,
    type: project.type,
    location_name: project.locationName,
    developer: project.developer,
    methodology: project.methodology,
    registry_name: project.registryName,
    registry_id: project.registryId,
    registry_url: project.registryUrl,
    un_sdg_goals: namedGoals(project.unSdgGoals),
    amount_kg: original.reduce((kg, { amountKg }) => kg + amountKg, 0),
    retirements: original.map(toRetirementFacts),
  };
}
