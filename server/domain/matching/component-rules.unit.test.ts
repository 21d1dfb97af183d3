import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { componentsOf } from "./component-rules";

const waiting = (...ids: string[]) =>
  ids.map((portfolioId, index) => ({ portfolioId, fromId: `ord_${index}` }));
const links = (...pairs: string[]) =>
  pairs.map((pair) => {
    const [portfolioId = "", projectId = ""] = pair.split("-");
    return { portfolioId, projectId };
  });

describe("componentsOf", () => {
  it("joins portfolios that share projects through others, and keeps the rest apart", () => {
    const shares = links("a-1", "b-2", "c-1", "c-2", "d-3");
    expect(componentsOf(waiting("a", "b", "c", "d", "e"), shares)).toEqual([
      { portfolioIds: ["a", "b", "c"], fromId: "ord_0" },
      { portfolioIds: ["d"], fromId: "ord_3" },
      { portfolioIds: ["e"], fromId: "ord_4" },
    ]);
  });

  it("joins them through a portfolio without waiting orders, whose orders hold stock", () => {
    const shares = links("a-1", "b-2", "held-1", "held-2");
    expect(componentsOf(waiting("a", "b"), shares)).toHaveLength(1);
  });

  it("starts with the oldest order, wherever it is in its component", () => {
    const orders = [
      { portfolioId: "a", fromId: "ord_5" },
      { portfolioId: "b", fromId: "ord_3" },
      { portfolioId: "c", fromId: "ord_1" },
    ];
    expect(componentsOf(orders, links("a-1", "b-2", "c-1"))).toEqual([
      { portfolioIds: ["c", "a"], fromId: "ord_1" },
      { portfolioIds: ["b"], fromId: "ord_3" },
    ]);
    expect(componentsOf([], [])).toEqual([]);
  });

  it("takes the id of a portfolio and of a project for different things", () => {
    expect(componentsOf(waiting("1", "a"), links("a-1"))).toHaveLength(2);
  });

  it("puts no project into two components, and each portfolio into one", () => {
    const node = fc.integer({ min: 0, max: 12 }).map(String);
    const graph = fc.array(fc.record({ portfolioId: node, projectId: node }), { maxLength: 20 });
    const order = fc.record({ portfolioId: node, fromId: node });
    const orders = fc.uniqueArray(order, { selector: ({ portfolioId }) => portfolioId });
    fc.assert(
      fc.property(orders, graph, (due, shares) => {
        const components = componentsOf(due, shares);
        const ids = components.flatMap(({ portfolioIds }) => portfolioIds);
        expect(ids.toSorted()).toEqual(due.map(({ portfolioId }) => portfolioId).toSorted());
        const owners = new Map<string, number>();
        components.forEach(({ portfolioIds }, index) => {
          for (const { portfolioId, projectId } of shares) {
            if (!portfolioIds.includes(portfolioId)) continue;
            expect(owners.get(projectId) ?? index).toBe(index);
            owners.set(projectId, index);
          }
        });
      }),
    );
  });
});
