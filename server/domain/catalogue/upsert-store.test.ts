import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { database } from "#core/db";
import { systemContext } from "#testing/factories";
import { upsertRows, upserts } from "./upsert-store";

const category = {
  id: `cat_${randomUUID()}`,
  position: 3,
  name: "Forests",
  description: "Trees",
  primary_image_url: null,
  color: 5,
};

test("writes each column of a row", async () => {
  const input = { mode: "test" as const, into: upserts.categories, rows: [category] };
  const written = await database().transaction((db) =>
    upsertRows({ ...systemContext(), db }, input),
  );
  expect(written).toEqual([{ id: category.id }]);
  const stored = await database().prisma.projectCategory.findMany({ where: { id: category.id } });
  expect(stored).toMatchObject([
    {
      mode: "test",
      position: 3,
      name: "Forests",
      description: "Trees",
      primaryImageUrl: null,
      color: 5,
    },
  ]);
});

test("rejects a row with a missing, misspelled or mistyped column when it is compiled", () => {
  const input = { mode: "test" as const, into: upserts.categories };
  const { primary_image_url: _, ...withoutImage } = category;
  const calls = [
    // @ts-expect-error primary_image_url would be written as NULL
    () => upsertRows(systemContext(), { ...input, rows: [withoutImage] }),
    // @ts-expect-error title would be dropped
    () => upsertRows(systemContext(), { ...input, rows: [{ ...category, title: "Woods" }] }),
    // @ts-expect-error position is a number
    () => upsertRows(systemContext(), { ...input, rows: [{ ...category, position: "3" }] }),
  ];
  // `tsc` reports an expected error that does not occur, so compiling this file is the test.
  expect(calls).toHaveLength(3);
});
