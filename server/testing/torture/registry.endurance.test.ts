import { expect, it } from "vitest";
import { registryRequests } from "#testing/torture/registry";
import { tortureFolder } from "#testing/world/scratch-folder";

const folder = tortureFolder();

it("the till calls retired what the registry retired, once, while both fail", async () => {
  const size = { orders: 40, servers: 1, workers: 2, kills: 3, cuts: 3, clients: 8 };
  const { summary, faults } = await registryRequests({ ...size, folder });
  expect(faults, summary).toEqual([]);
}, 600_000);
