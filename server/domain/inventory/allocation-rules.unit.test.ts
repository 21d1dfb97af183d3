import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  allocate,
  type CategoryPlan,
  splitByLargestRemainder,
  splitOverProjects,
} from "./allocation-rules";

const total = (parts: Map<string, number>) => [...parts.values()].reduce((a, b) => a + b, 0);

const shares = fc.uniqueArray(
  fc.record({
    id: fc.string({ minLength: 1, maxLength: 4 }),
    weight: fc.integer({ min: 1, max: 1e9 }),
  }),
  { minLength: 1, maxLength: 12, selector: (share) => share.id },
);
const kg = fc.integer({ min: 0, max: 1_000_000_000 });

describe("splitByLargestRemainder", () => {
  it("splits 3000 kg over 0.35/0.35/0.20/0.10 as in the specification", () => {
    const weights = { a: 350_000, b: 350_000, c: 200_000, d: 100_000 };
    const parts = Object.entries(weights).map(([id, weight]) => ({ id, weight }));
    expect([...splitByLargestRemainder(3000, parts).values()]).toEqual([1050, 1050, 600, 300]);
  });

  it("gives the odd kg to the largest remainder, and of equal ones to the first id", () => {
    const thirds = ["c", "a", "b"].map((id) => ({ id, weight: 1 }));
    expect(splitByLargestRemainder(4, thirds)).toEqual(
      new Map([
        ["a", 2],
        ["b", 1],
        ["c", 1],
      ]),
    );
    const heavy = Object.entries({ a: 50, b: 30, c: 20 }).map(([id, weight]) => ({ id, weight }));
    expect([...splitByLargestRemainder(3, heavy).values()]).toEqual([1, 1, 1]);
    const uneven = [
      { id: "a", weight: 40 },
      { id: "b", weight: 60 },
    ];
    expect(splitByLargestRemainder(1, uneven)).toEqual(
      new Map([
        ["a", 0],
        ["b", 1],
      ]),
    );
  });

  it("sums to the kg, with each part less than one kg from its exact share", () => {
    fc.assert(
      fc.property(kg, shares, (amount, parts) => {
        const split = splitByLargestRemainder(amount, parts);
        expect(total(split)).toBe(amount);
        const sum = parts.reduce((weights, part) => weights + BigInt(part.weight), 0n);
        for (const { id, weight } of parts) {
          const exact = BigInt(amount) * BigInt(weight);
          const distance = BigInt(split.get(id) ?? -1) * sum - exact;
          expect(distance > -sum && distance < sum).toBe(true);
        }
      }),
    );
  });

  it("does not depend on the order of the shares", () => {
    fc.assert(
      fc.property(kg, shares, (amount, parts) => {
        const reversed = splitByLargestRemainder(amount, parts.toReversed());
        expect(reversed).toEqual(splitByLargestRemainder(amount, parts));
      }),
    );
  });
});

describe("splitOverProjects", () => {
  it("throws instead of looping if a project is listed twice", () => {
    const twice = [
      { id: "p", weight: 1 },
      { id: "p", weight: 1 },
    ];
    expect(() => splitOverProjects(4, twice, () => 9)).toThrow("no project takes any of 1 kg");
  });

  it("passes what one project lacks to the others of its category", () => {
    const projects = ["a", "b", "c"].map((id) => ({ id, weight: 1 }));
    const stock: Record<string, number> = { a: 1, b: 100, c: 100 };
    const taken = splitOverProjects(30, projects, (id) => stock[id] ?? 0);
    expect(taken).toEqual(
      new Map([
        ["a", 1],
        ["b", 15],
        ["c", 14],
      ]),
    );
  });

  it("fills exactly if there is enough, takes no more of a project than it has, and else returns null", () => {
    const stocked = fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 12, maxLength: 12 });
    const amount = fc.integer({ min: 0, max: 3000 });
    fc.assert(
      fc.property(amount, shares, stocked, (kg, projects, stock) => {
        const available = new Map(projects.map(({ id }, index) => [id, stock[index] ?? 0]));
        const taken = splitOverProjects(kg, projects, (id) => available.get(id) ?? 0);
        if (total(available) < kg) {
          expect(taken).toBeNull();
          return;
        }
        expect(total(taken ?? new Map())).toBe(kg);
        for (const [id, part] of taken ?? [])
          expect(part).toBeLessThanOrEqual(available.get(id) ?? 0);
      }),
    );
  });
});

describe("allocate", () => {
  const plan: CategoryPlan[] = [
    { id: "x", weight: 500_000, projects: [{ id: "shared", weight: 1 }] },
    {
      id: "y",
      weight: 500_000,
      projects: [
        { id: "shared", weight: 1 },
        { id: "own", weight: 1 },
      ],
    },
  ];

  it("counts the stock of a project in two categories once", () => {
    const stock: Record<string, number> = { shared: 60, own: 40 };
    expect(allocate(100, plan, (id) => stock[id] ?? 0)).toEqual(
      new Map([
        ["shared", 60],
        ["own", 40],
      ]),
    );
    expect(allocate(102, plan, (id) => stock[id] ?? 0)).toBeNull();
  });

  it("serves the category with the lower id first, in any order of the input", () => {
    const either = ["shared", "own"].map((id) => ({ id, weight: 1 }));
    const planOf = (picky: string) => [
      { id: picky, weight: 1, projects: [{ id: "shared", weight: 1 }] },
      { id: "m", weight: 1, projects: either },
    ];
    const stock: Record<string, number> = { shared: 60, own: 100 };
    const taken = (given: CategoryPlan[]) => allocate(100, given, (id) => stock[id] ?? 0);
    const whole = new Map([
      ["shared", 60],
      ["own", 40],
    ]);
    for (const turned of [(it: CategoryPlan[]) => it, (it: CategoryPlan[]) => it.toReversed()]) {
      expect(taken(turned(planOf("a")))).toEqual(whole);
      // Served last, it finds too little of its only project left.
      expect(taken(turned(planOf("z")))).toBeNull();
    }
  });

  it("returns only projects that it takes kg from", () => {
    const projects = [
      { id: "p", weight: 1 },
      { id: "q", weight: 1_000_000 },
    ];
    const one = [{ id: "a", weight: 1, projects }];
    expect(allocate(1, one, () => 5)).toEqual(new Map([["q", 1]]));
    expect(splitOverProjects(4, projects, (id) => (id === "p" ? 0 : 9))).toEqual(
      new Map([["q", 4]]),
    );
  });

  it("rejects the whole order if one category has too little", () => {
    expect(allocate(10, plan, (id) => (id === "own" ? 1000 : 0))).toBeNull();
  });
});
