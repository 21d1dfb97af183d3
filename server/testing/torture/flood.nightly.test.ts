import { expect, it } from "vitest";
import { floods } from "#testing/torture/flood";
import { tortureFolder } from "#testing/world/scratch-folder";

const folder = tortureFolder();

it("orders, sessions and payments get responses in time beside floods of other accounts", async () => {
  const size = { seconds: 4, perSecond: 50, folder, only: [] };
  const { summary, faults } = await floods(size, () => undefined);
  expect(faults, summary).toEqual([]);
}, 1_200_000);
