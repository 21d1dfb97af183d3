import "#testing/private-network";
import { expect, it } from "vitest";
import { call } from "#testing/api";
import { eventDelivery } from "#testing/torture/callbacks";
import { tortureFolder } from "#testing/world/scratch-folder";

const folder = tortureFolder();

it("delivers every event to every receiver, in order, while workers are killed", async () => {
  const size = { orders: 200, workers: 1, receivers: 6, failureMs: 400, kills: 3, cuts: 2 };
  const { summary, faults } = await eventDelivery(call, { ...size, folder });
  expect(faults, summary).toEqual([]);
}, 600_000);
