// Callbacks to unreliable receivers while workers are killed and connections are cut.
import "#testing/private-network";
import { expect, it } from "vitest";
import { call } from "#testing/api";
import { toldOrders } from "#testing/torture/callbacks";
import { tortureFolder } from "#testing/torture/scratch-folder";

const folder = tortureFolder();

it("tells every receiver of every event, in order, whoever is killed meanwhile", async () => {
  const size = { orders: 200, workers: 1, receivers: 6, spellMs: 400, kills: 3, cuts: 2 };
  const { did, faults } = await toldOrders(call, { ...size, folder });
  expect(faults, did).toEqual([]);
}, 600_000);
