// Catalogue files of the world's shops.

export const MODE = "test" as const;

interface CategoryOf {
  id: string;
  /** Prices per tonne. */
  apiPrice: number;
  checkoutPrice: number;
  /** Weights by the project's id. */
  projects: Readonly<Record<string, number>>;
}

export function categoryEntry({ id, apiPrice, checkoutPrice, projects }: CategoryOf) {
  return {
    ...{ id, name: id },
    api_price_per_tonne_usd_cents: apiPrice,
    checkout_price_per_tonne_usd_cents: checkoutPrice,
    projects: Object.entries(projects).map(([project_id, weight]) => ({ project_id, weight })),
  };
}

interface Catalogue {
  categories: readonly CategoryOf[];
  /** Fractions of categories by the portfolio's id. */
  portfolios: Readonly<Record<string, Readonly<Record<string, number>>>>;
  lots?: readonly object[];
  /** Facts of all projects. */
  project?: object;
}

/** The file of a catalogue with these portfolios and no more facts than necessary. */
export function catalogueFile({ categories, portfolios, lots, project }: Catalogue) {
  const projectIds = new Set(categories.flatMap(({ projects }) => Object.keys(projects)));
  return {
    mode: MODE,
    projects: [...projectIds].map((id) => ({ id, name: id, ...project })),
    project_categories: categories.map(categoryEntry),
    portfolios: Object.entries(portfolios).map(([id, fractions]) => ({
      ...{ id, name: id },
      category_allocations: Object.entries(fractions).map(([category_id, allocated_fraction]) => ({
        ...{ category_id, allocated_fraction },
      })),
    })),
    ...(lots && { credit_lots: lots }),
  };
}
