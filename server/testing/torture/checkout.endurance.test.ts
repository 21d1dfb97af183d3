// Paying while servers and workers are killed and connections are cut.
import { expect, it } from "vitest";
import { payingCustomers } from "#testing/torture/checkout";
import { tortureFolder } from "#testing/torture/scratch-folder";

const folder = tortureFolder();

it("charges each session once and makes one order of it, whoever is killed meanwhile", async () => {
  const size = { sessions: 40, servers: 2, workers: 1, kills: 2, cuts: 3, clients: 20 };
  const { did, faults } = await payingCustomers({ ...size, folder, hurries: true, plain: false });
  expect(faults, did).toEqual([]);
}, 600_000);
