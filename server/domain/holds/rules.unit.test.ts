import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allocate, type CategoryPlan } from "#domain/inventory";
import { type HeldPart, type MovableHold, moveOverdrawn, unheldStock } from "./rules";

const plan: CategoryPlan[] = [
  { id: "c1", weight: 1, projects: ["a", "b", "c"].map((id) => ({ id, weight: 1 })) },
];
const parts = fc.record({ a: fc.nat(50), b: fc.nat(50), c: fc.nat(50) });
const holds = fc.array(
  fc.record({
    kg: parts,
    kind: fc.constantFrom("reservation", "payment") as fc.Arbitrary<MovableHold["kind"]>,
    hasOrder: fc.boolean(),
  }),
  { maxLength: 8 },
);
const stocks = fc.record({ a: fc.nat(200), b: fc.nat(200), c: fc.nat(200) });

const toHolds = (
  list: { kg: Record<string, number>; kind: MovableHold["kind"]; hasOrder: boolean }[],
) =>
  list.flatMap(({ kg, ...hold }, index): MovableHold[] => {
    const own = Object.entries(kg).flatMap(([projectId, part]) =>
      part > 0 ? [{ projectId, kg: part }] : [],
    );
    const amountKg = own.reduce((sum, part) => sum + part.kg, 0);
    return amountKg > 0 ? [{ ...hold, id: `rsv_${index}`, amountKg, plan, parts: own }] : [];
  });

const sumOf = (all: readonly HeldPart[]) => {
  const sums = new Map<string, number>();
  for (const { projectId, kg } of all) sums.set(projectId, (sums.get(projectId) ?? 0) + kg);
  return sums;
};

describe("holds of more than is in stock", () => {
  it("end up within the stock, each whole or void, and no hold moves without need", () => {
    fc.assert(
      fc.property(holds, stocks, (list, stock) => {
        const all = toHolds(list);
        const sellable = new Map(Object.entries(stock));
        const heldBefore = sumOf(all.flatMap((hold) => hold.parts));
        const unheld = unheldStock(sellable, heldBefore);
        const moves = moveOverdrawn(all, unheld, allocate);
        const moved = new Map(moves.map(({ id, parts: to }) => [id, to]));
        const after = all.flatMap((hold) => {
          const to = moved.get(hold.id);
          const own = to === undefined ? hold.parts : (to ?? []);
          if (to !== null) expect(own.reduce((sum, part) => sum + part.kg, 0)).toBe(hold.amountKg);
          return own;
        });
        for (const [id, kg] of sumOf(after)) expect(kg).toBeLessThanOrEqual(sellable.get(id) ?? 0);
        if ([...unheld.values()].every((kg) => kg >= 0)) expect(moves).toEqual([]);
      }),
    );
  });

  it("give way in order: reservations, then payments, then orders, the newest first", () => {
    const hold = (id: string, kind: MovableHold["kind"], hasOrder = false) => ({
      ...{ id, kind, hasOrder, amountKg: 10, parts: [{ projectId: "a", kg: 10 }] },
      plan: [{ id: "c1", weight: 1, projects: [{ id: "a", weight: 1 }] }],
    });
    const all = [
      hold("rsv_1", "payment", true),
      hold("rsv_2", "reservation"),
      hold("rsv_3", "payment"),
      hold("rsv_4", "reservation"),
    ];
    const voided = (unheld: number) =>
      moveOverdrawn(all, new Map([["a", unheld]]), allocate).map(({ id }) => id);
    expect(voided(-10)).toEqual(["rsv_4"]);
    expect(voided(-20)).toEqual(["rsv_4", "rsv_2"]);
    expect(voided(-30)).toEqual(["rsv_4", "rsv_2", "rsv_3"]);
    expect(voided(-40)).toEqual(["rsv_4", "rsv_2", "rsv_3", "rsv_1"]);
    all.reverse();
    expect(voided(-40)).toEqual(["rsv_4", "rsv_2", "rsv_3", "rsv_1"]);
  });

  it("move to the credits that no other hold has, and are void only where these are too few", () => {
    const own = [{ projectId: "a", kg: 10 }];
    const hold: MovableHold = {
      ...{ id: "rsv_1", kind: "reservation", hasOrder: false, amountKg: 10 },
      ...{ parts: own, plan },
    };
    const partsWith = (b: number, c: number) => {
      const unheld = new Map(Object.entries({ a: -10, b, c }));
      const [move] = moveOverdrawn([hold], unheld, allocate);
      return move?.parts && Object.fromEntries(sumOf(move.parts));
    };
    expect(partsWith(4, 6)).toEqual({ b: 4, c: 6 });
    expect(partsWith(0, 10)).toEqual({ c: 10 });
    expect(partsWith(4, 5)).toBeNull();
    expect(partsWith(-1, 9)).toBeNull();
  });
});

it("unheld stock is what is on sale less what is held, negative where more is held", () => {
  const sellable = new Map(Object.entries({ a: 10, b: 10, c: 10 }));
  const held = new Map(Object.entries({ b: 4, c: 15, d: 5 }));
  expect(Object.fromEntries(unheldStock(sellable, held))).toEqual({ a: 10, b: 6, c: -5, d: -5 });
});
