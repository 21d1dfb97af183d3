// A crash or network failure of each flow, and proof that the judge finds planted bugs.
import "#testing/private-network";
import { beforeAll, describe, expect, it } from "vitest";
import type { Campaign, Result } from "#testing/crashes/campaign";
import { pointsFor, runPoints } from "#testing/crashes/command";
import { flows } from "#testing/crashes/flows";
import { plantedFlows } from "#testing/crashes/planted-flows";
import { nameOf, parsePoint } from "#testing/crashes/points";
import { openTestCampaign } from "#testing/crashes/test-campaign";

/** Per flow; the endurance lane runs many more. */
const POINTS = 1;
/** Generous, for a busy machine. */
const TIMEOUT_MS = 120_000;

let campaign: Campaign;
beforeAll(async () => {
  campaign = await openTestCampaign([...flows, ...plantedFlows.map((planted) => planted.flow)]);
});

async function faultsAt(names: readonly string[]): Promise<string[]> {
  const results: Result[] = [];
  await runPoints(campaign, names.map(parsePoint), (result) => results.push(result));
  return results.flatMap(({ name, faults }) => faults.map((fault) => `${name}: ${fault}`));
}

it.each(flows.map(({ name }) => name))(
  "%s, killed or left without a response, recovers",
  async (flow) => {
    const options = { flows: [flow], seeds: [1], point: undefined, draw: POINTS, by: "npm test" };
    const points = await pointsFor(campaign, options);
    expect(points).toHaveLength(POINTS);
    expect(await faultsAt(points.map(nameOf))).toEqual([]);
  },
  TIMEOUT_MS,
);

describe("the judge", () => {
  it.each(plantedFlows)(
    "finds that $bug",
    async ({ point, fault, flow }) => {
      const undisturbed = await campaign.points(flow.name, 1);
      expect(undisturbed.map(nameOf)).toContain(point);
      expect((await faultsAt([point])).join("\n")).toMatch(fault);
    },
    TIMEOUT_MS,
  );
});
