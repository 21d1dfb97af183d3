import { expect, it } from "vitest";
import { nearlyEmptyStock } from "#testing/torture/holds";
import { tortureFolder } from "#testing/world/scratch-folder";

const folder = tortureFolder();

it("never charges for stock that is not held, and holds nothing for too long, while programs are killed", async () => {
  const size = { attempts: 600, servers: 2, workers: 1, kills: 2, cuts: 3, clients: 16 };
  const { summary, faults } = await nearlyEmptyStock({ ...size, folder });
  expect(faults, summary).toEqual([]);
}, 600_000);
