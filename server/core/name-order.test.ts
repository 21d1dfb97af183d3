import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { contextOf, makeAccount } from "#testing/factories";
import { database } from "./db";
import { folded } from "./folded";
import { byName, named, nameKey } from "./name-order";

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
  text: `SELECT name FROM subaccounts WHERE account_id = $1 ORDER BY ${nameKey("search_name")}`,
};

/** Stores subaccounts with these names. Returns their account's id. */
async function store(some: readonly string[]): Promise<string> {
  const { account } = await makeAccount();
  const { id: accountId, mode } = contextOf(account).account;
  const common = { accountId, mode, createdAt: new Date() };
  const data = some.map((name) => ({ ...common, id: `sub_${randomUUID()}`, name }));
  await database().prisma.subaccount.createMany({ data });
  return accountId;
}

async function sorted(some: readonly string[]): Promise<string[]> {
  const rows = await database().query<{ name: string }>(SORTED, [await store(some)]);
  return rows.map(({ name }) => name);
}

it("the database sorts names as the code does, numbers by their value", async () => {
  await fc.assert(
    fc.asyncProperty(names, async (some) => {
      const expected = some.map((name) => ({ name })).sort(byName);
      expect((await sorted(some)).map((name) => name.toLowerCase())).toEqual(
        expected.map(({ name }) => name.toLowerCase()),
      );
    }),
    { numRuns: 30 },
  );
});

it("sorts numbers of any length, names without one, and letters with accents", async () => {
  const long = `Lot ${"9".repeat(30)}`;
  const numbered = [" ", "Lot", "Lot 9", "Lot 10", long];
  expect(await sorted([long, "Lot 10", "Lot 9", "Lot", " "])).toEqual(numbered);
  const accented = ["Ängelholm", "Éclair", "Łódź", "Østfold", "Zebra", "Zürich"];
  expect(await sorted(accented.toReversed())).toEqual(accented);
});

it("the database folds accents and case as the code does", async () => {
  const letter = fc.oneof(
    fc.constantFrom(..."aÄéÉßẞæŒøŁđÞıİЖйЁІґΩάΣς株ي0 -'_%🌳"),
    fc.integer({ min: 0xa0, max: 0x17f }).map((code) => String.fromCodePoint(code)),
  );
  const drawn = fc.array(fc.string({ unit: letter, minLength: 1, maxLength: 12 }), {
    maxLength: 40,
  });
  await fc.assert(
    fc.asyncProperty(drawn, async (some) => {
      const rows = await database().prisma.subaccount.findMany({
        where: { accountId: await store(some) },
      });
      for (const { name, searchName } of rows)
        expect([name, searchName]).toEqual([name, folded(name)]);
    }),
    { numRuns: 20 },
  );
  const accountId = await store(["Zürich 100%", "ΣΟΦΟΣ", "Straße"]);
  const find = async (text: string) => {
    const where = { accountId, searchName: named(text) };
    return (await database().prisma.subaccount.findMany({ where })).map(({ name }) => name);
  };
  expect(await find("zurich 100%")).toEqual(["Zürich 100%"]);
  expect(await find("σοφος")).toEqual(["ΣΟΦΟΣ"]);
  expect(await find("STRASSE")).toEqual(["Straße"]);
  expect(await find("10_%")).toEqual([]);
});
