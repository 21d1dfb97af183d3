/** The waiting orders of one portfolio, from its oldest one in the queue. */
export interface WaitingPortfolio {
  portfolioId: string;
  fromId: string;
}

/** A portfolio whose orders may take credits of a project. */
export interface Link {
  portfolioId: string;
  projectId: string;
}

/** Portfolios whose orders may compete for the same credits. */
export interface Component {
  portfolioIds: string[];
  /** Place of their oldest order in the queue. */
  fromId: string;
}

/**
 * Groups portfolios that share projects, directly or through others, the one with the oldest order
 * first. Orders of different groups never compete for credits.
 */
export function componentsOf(
  waiting: readonly WaitingPortfolio[],
  links: readonly Link[],
): Component[] {
  const parents = new Map<string, string>();
  const rootOf = (node: string): string => {
    let root = node;
    for (let next = parents.get(root); next !== undefined; next = parents.get(root)) root = next;
    if (root !== node) parents.set(node, root);
    return root;
  };
  for (const { portfolioId, projectId } of links) {
    const [portfolio, project] = [rootOf(`f ${portfolioId}`), rootOf(`p ${projectId}`)];
    if (portfolio !== project) parents.set(portfolio, project);
  }
  const oldestFirst = waiting.toSorted((a, b) => (a.fromId < b.fromId ? -1 : 1));
  const groups = Map.groupBy(oldestFirst, ({ portfolioId }) => rootOf(`f ${portfolioId}`));
  return [...groups.values()].flatMap((group) => {
    const [oldest] = group;
    const portfolioIds = group.map(({ portfolioId }) => portfolioId);
    return oldest ? [{ portfolioIds, fromId: oldest.fromId }] : [];
  });
}
