import { expect, it } from "vitest";
import { payingCustomers } from "#testing/torture/checkout";
import { tortureFolder } from "#testing/world/scratch-folder";

const folder = tortureFolder();

it("charges each session once and creates one order for it, while programs are killed", async () => {
  const size = { sessions: 40, servers: 2, workers: 1, kills: 2, cuts: 3, clients: 20 };
  const { summary, faults } = await payingCustomers({
    ...size,
    folder,
    pollsAtOnce: true,
    plain: false,
  });
  expect(faults, summary).toEqual([]);
}, 600_000);
