import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changesBetween, type PricedEntry, type Snapshot } from "./changes-rules";

const cents = fc.option(fc.nat(3), { nil: null });
const entries = fc.uniqueArray(
  fc.record({
    id: fc.constantFrom("1", "2", "3", "4", "5"),
    name: fc.string(),
    hash: fc.constantFrom("x", "y"),
    apiCents: cents,
    checkoutCents: cents,
  }),
  { selector: ({ id }) => id },
);
const snapshots: fc.Arbitrary<Snapshot> = fc.record({
  projects: entries,
  categories: entries,
  portfolios: entries,
  factors: entries,
  translations: fc.uniqueArray(
    fc.record({
      id: fc.constantFrom("1 de", "2 de", "1 fr"),
      language: fc.constantFrom("de" as const, "fr" as const),
      hash: fc.constantFrom("x", "y"),
    }),
    { selector: ({ id }) => id },
  ),
  defaultPortfolio: fc.constantFrom(null, "1", "2"),
  lots: fc.nat(),
  kg: fc.nat(),
});
const lists = ["projects", "categories", "portfolios", "factors"] as const;

describe("the changes of an import", () => {
  it("are empty if nothing differs", () => {
    fc.assert(
      fc.property(snapshots, (one) => {
        const none = {
          created: [],
          changed: [],
          removed: [],
          createdCount: 0,
          changedCount: 0,
          removedCount: 0,
        };
        expect(changesBetween(one, structuredClone(one))).toEqual({
          projects: none,
          categories: none,
          portfolios: none,
          factors: none,
          prices: [],
          translations: [],
          defaultPortfolio: null,
          lots: { before: one.lots, after: one.lots },
          kg: { before: one.kg, after: one.kg },
        });
      }),
    );
  });

  it("count new, changed and removed translations by language", () => {
    const one = (id: string, hash: string) => ({
      id,
      hash,
      language: id.endsWith("de") ? "de" : "fr",
    });
    const empty = fc.sample(snapshots, 1)[0] as Snapshot;
    const before = {
      ...empty,
      translations: [one("1 de", "x"), one("2 de", "x"), one("3 fr", "x")],
    };
    const after = {
      ...empty,
      translations: [one("1 de", "y"), one("2 de", "x"), one("4 de", "x")],
    };
    expect(changesBetween(before as Snapshot, after as Snapshot).translations).toEqual([
      { language: "de", created: 1, changed: 1, removed: 0 },
      { language: "fr", created: 0, changed: 0, removed: 1 },
    ]);
  });

  it("name each new, changed or removed entry, by its current name if it exists", () => {
    fc.assert(
      fc.property(snapshots, snapshots, (before, after) => {
        const changes = changesBetween(before, after);
        for (const list of lists) {
          const find = (snapshot: Snapshot, id: string) =>
            snapshot[list].find((it) => it.id === id);
          const created = after[list].filter(({ id }) => !find(before, id));
          const removed = before[list].filter(({ id }) => !find(after, id));
          const changed = after[list].filter(({ id, hash }) => {
            const old = find(before, id);
            return old !== undefined && old.hash !== hash;
          });
          const names = (of: readonly { name: string }[]) => of.map(({ name }) => name);
          expect(changes[list]).toEqual({
            created: names(created),
            changed: names(changed),
            removed: names(removed),
            createdCount: created.length,
            changedCount: changed.length,
            removedCount: removed.length,
          });
        }
        const [old, now] = [before.defaultPortfolio, after.defaultPortfolio];
        expect(changes.defaultPortfolio).toEqual(old === now ? null : { before: old, after: now });
        expect(changes.lots).toEqual({ before: before.lots, after: after.lots });
        expect(changes.kg).toEqual({ before: before.kg, after: after.kg });
      }),
    );
  });

  it("list each changed price of an existing entry, by channel", () => {
    fc.assert(
      fc.property(snapshots, snapshots, (before, after) => {
        const expected = (["category", "portfolio"] as const).flatMap((of) => {
          const list = of === "category" ? "categories" : "portfolios";
          return after[list].flatMap((entry) => {
            const old = before[list].find(({ id }) => id === entry.id);
            if (old === undefined) return [];
            const change = (channel: "api" | "checkout", key: keyof PricedEntry) =>
              old[key] === entry[key]
                ? []
                : [
                    {
                      of,
                      name: entry.name,
                      channel,
                      unit: "tonne",
                      beforeCents: old[key],
                      afterCents: entry[key],
                    },
                  ];
            return [...change("api", "apiCents"), ...change("checkout", "checkoutCents")];
          });
        });
        expect(changesBetween(before, after).prices).toEqual(expected);
      }),
    );
  });

  it("name at most 100 of each kind, and count all", () => {
    const empty: Snapshot = {
      projects: [],
      categories: [],
      portfolios: [],
      factors: [],
      translations: [],
      defaultPortfolio: null,
      lots: 0,
      kg: 0,
    };
    const many = Array.from({ length: 101 }, (_, id) => ({
      id: `${id}`,
      name: `n${id}`,
      hash: "",
    }));
    const { projects } = changesBetween(empty, { ...empty, projects: many });
    expect(projects.created).toEqual(many.slice(0, 100).map(({ name }) => name));
    expect(projects.createdCount).toBe(101);
  });
});
