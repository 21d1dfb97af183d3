import { expect, it } from "vitest";
import { floods } from "#testing/torture/flood";
import { tortureFolder } from "#testing/torture/scratch-folder";

const folder = tortureFolder();

it("orders are placed in time while everything that needs no key is flooded", async () => {
  const size = { seconds: 4, perSecond: 50, folder };
  const { summary, faults } = await floods(size, () => undefined);
  expect(faults, summary).toEqual([]);
}, 1_200_000);
