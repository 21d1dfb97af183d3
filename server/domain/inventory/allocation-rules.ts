export interface Share {
  id: string;
  /** Relative weight: a positive integer in millionths. */
  weight: number;
}

export interface CategoryPlan extends Share {
  projects: Share[];
}

function byId(left: Share, right: Share): number {
  return left.id < right.id ? -1 : 1;
}

/**
 * Splits whole kg in proportion to the weights by the largest-remainder method (Hamilton's); equal
 * remainders go by id. The parts always sum to `totalKg`.
 */
export function splitByLargestRemainder(totalKg: number, shares: Share[]): Map<string, number> {
  const total = BigInt(totalKg);
  const sum = shares.reduce((weights, share) => weights + BigInt(share.weight), 0n);
  const parts = shares.toSorted(byId).map(({ id, weight }) => {
    const product = total * BigInt(weight);
    return { id, kg: Number(product / sum), remainder: product % sum };
  });
  let left = totalKg - parts.reduce((kg, part) => kg + part.kg, 0);
  const ranked = parts.toSorted((a, b) => Number(b.remainder - a.remainder));
  for (const part of ranked) {
    if (left === 0) break;
    part.kg += 1;
    left -= 1;
  }
  return new Map(parts.map(({ id, kg }) => [id, kg]));
}

/**
 * Splits a category's kg over its projects by weight. What a project lacks goes to the others by
 * weight; null if all of them together have too little.
 */
export function splitOverProjects(
  kg: number,
  projects: Share[],
  availableKg: (projectId: string) => number,
): Map<string, number> | null {
  const taken = new Map<string, number>();
  let missing = kg;
  let open = projects.filter((project) => availableKg(project.id) > 0);
  while (missing > 0) {
    if (open.length === 0) return null;
    const before = missing;
    for (const [id, part] of splitByLargestRemainder(missing, open)) {
      const got = Math.min(part, availableKg(id) - (taken.get(id) ?? 0));
      taken.set(id, (taken.get(id) ?? 0) + got);
      missing -= got;
    }
    if (missing === before) throw new RangeError(`no project takes any of ${missing} kg`);
    open = open.filter(({ id }) => availableKg(id) > (taken.get(id) ?? 0));
  }
  return taken;
}

/**
 * Returns the kg that an order takes of each project, or null if it cannot be filled completely.
 * Categories are served by id, and a project in two of them counts its stock once.
 */
export function allocate(
  amountKg: number,
  plan: CategoryPlan[],
  availableKg: (projectId: string) => number,
): Map<string, number> | null {
  const perCategory = splitByLargestRemainder(amountKg, plan);
  const perProject = new Map<string, number>();
  for (const category of plan.toSorted(byId)) {
    const part = splitOverProjects(
      perCategory.get(category.id) ?? 0,
      category.projects,
      (id) => availableKg(id) - (perProject.get(id) ?? 0),
    );
    if (part === null) return null;
    for (const [id, kg] of part) if (kg > 0) perProject.set(id, (perProject.get(id) ?? 0) + kg);
  }
  return perProject;
}
