import { expect, it } from "vitest";
import { call } from "#testing/api";
import { killedWorkers } from "#testing/torture/matching";
import { tortureFolder } from "#testing/world/scratch-folder";

const folder = tortureFolder();

it("loses and duplicates nothing when workers are killed in the middle of matching", async () => {
  const size = { orders: 200, lots: 4, workers: 2, servers: 0, kills: 3, clients: 6 };
  const { summary, faults } = await killedWorkers(call, {
    ...size,
    cuts: 3,
    seconds: 1,
    folder,
  });
  expect(faults, summary).toEqual([]);
}, 600_000);
