import type { AllocatedCredits, PublicOrder } from "#domain/orders";

const sdgGoalNames: Readonly<Record<number, string>> = {
  1: "No poverty",
  2: "Zero hunger",
  3: "Good health and well-being",
  4: "Quality education",
  5: "Gender equality",
  6: "Clean water and sanitation",
  7: "Affordable and clean energy",
  8: "Decent work and economic growth",
  9: "Industry, innovation and infrastructure",
  10: "Reduced inequalities",
  11: "Sustainable cities and communities",
  12: "Responsible consumption and production",
  13: "Climate action",
  14: "Life below water",
  15: "Life on land",
  16: "Peace, justice and strong institutions",
  17: "Partnerships for the goals",
};

/** Returns the goals with these numbers and skips unknown numbers. */
export function namedGoals(numbers: readonly number[]): { number: number; name: string }[] {
  return numbers.flatMap((number) => {
    const name = sdgGoalNames[number];
    return name === undefined ? [] : [{ number, name }];
  });
}

const isOriginal = ({ substitutedAt }: AllocatedCredits) => substitutedAt === null;

export function toRetirementFacts(credits: AllocatedCredits) {
  return {
    vintage_year: credits.vintageYear,
    serial_number_range: credits.serialNumberRange,
    amount_kg: credits.amountKg,
    url: credits.url,
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
