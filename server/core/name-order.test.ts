import fc from "fast-check";
import { expect, it } from "vitest";
import { database } from "./db";
import { byName, nameKey } from "./name-order";

const names = fc.array(
  fc
    .tuple(
      fc.constantFrom("Shop ", "shop ", "Kiosk"),
      fc.nat(2000),
      fc.constantFrom("", " a", " b"),
    )
    .map((parts) => parts.join("")),
  { minLength: 1, maxLength: 30 },
);

const SORTED = {
  name: "sorted-names",
  text: `SELECT name FROM unnest($1::text[]) AS given (name) ORDER BY ${nameKey("name")}`,
};

it("the database sorts names as the code does, numbers by their value", async () => {
  await fc.assert(
    fc.asyncProperty(names, async (some) => {
      const rows = await database().query<{ name: string }>(SORTED, [some]);
      const sorted = some.map((name) => ({ name })).sort(byName);
      expect(rows.map(({ name }) => name.toLowerCase())).toEqual(
        sorted.map(({ name }) => name.toLowerCase()),
      );
    }),
    { numRuns: 50 },
  );
});

it("sorts numbers of any length, and names without one", async () => {
  const long = `Lot ${"9".repeat(30)}`;
  const rows = await database().query<{ name: string }>(SORTED, [
    [long, "Lot 10", "Lot 9", "Lot", ""],
  ]);
  expect(rows.map(({ name }) => name)).toEqual(["", "Lot", "Lot 9", "Lot 10", long]);
});
