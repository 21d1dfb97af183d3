// Crashes and network failures of each flow, drawn by the seed, and proof that the judge finds planted
// bugs.
import "#testing/private-network";
import { beforeAll, describe, expect, it } from "vitest";
import type { Campaign, Result } from "#testing/crashes/campaign";
import { drawPoints, pointsFor, runPoints } from "#testing/crashes/command";
import { flows } from "#testing/crashes/flows";
import { plantedFlows } from "#testing/crashes/planted-flows";
import { nameOf, parsePoint } from "#testing/crashes/points";
import { openTestCampaign } from "#testing/crashes/test-campaign";
import { transitionCases } from "#testing/crashes/transition-flow";
import { drawSome, enduranceSeed } from "#testing/seed";

const POINTS = 100;
const POINTS_PER_TRANSITION = 1;
const SEEDS = 50;

let campaign: Campaign;
beforeAll(async () => {
  campaign = await openTestCampaign([...flows, ...plantedFlows.map(({ flow }) => flow)]);
});

async function faultsAt(points: Parameters<typeof runPoints>[1]): Promise<string[]> {
  const results: Result[] = [];
  await runPoints(campaign, points, (result) => results.push(result));
  // A point with faults is repeated.
  expect(results.length).toBeGreaterThanOrEqual(points.length);
  return results.flatMap(({ name, faults }) => faults.map((fault) => `${name}: ${fault}`));
}

describe("the judge", () => {
  it.each(plantedFlows)(
    "finds that $bug",
    async ({ point, fault, flow }) => {
      const undisturbed = await campaign.points(flow.name, 1);
      expect(undisturbed.map(nameOf)).toContain(point);
      expect((await faultsAt([parsePoint(point)])).join("\n")).toMatch(fault);
    },
    120_000,
  );
});

/** Flows of which one kill is compared with a SIGKILL of a real process, which takes seconds. */
const KILLED_FLOWS = 8;
const killedFlows = drawSome(
  flows.map(({ name }) => name),
  { seed: enduranceSeed(), count: KILLED_FLOWS, nameOf: (name) => name },
);

it.each(killedFlows)(
  "%s leaves the same rows when it is killed by SIGKILL",
  async (flow) => {
    const seed = await campaign.findSequentialSeed(flow);
    const kills = (await pointsFor(campaign, { flows: [flow], seeds: [seed] })).filter(
      ({ hit, second }) => (hit.failure === "before" || hit.failure === "after") && !second,
    );
    for (const point of drawPoints(kills, 1, `${enduranceSeed()}`)) {
      const { here, there, faults } = await campaign.compareKills(point);
      expect([nameOf(point), ...there]).toEqual([nameOf(point), ...here]);
      expect(faults).toEqual([]);
    }
  },
  300_000,
);

it("every transition of a payment, killed at a drawn step, is made once", async () => {
  const seeds = transitionCases.map((_case, at) => at + 1);
  const faults: string[] = [];
  for (const seed of seeds) {
    const points = await campaign.points("transition", seed);
    faults.push(
      ...(await faultsAt(drawPoints(points, POINTS_PER_TRANSITION, `${enduranceSeed()}`))),
    );
  }
  expect(faults).toEqual([]);
}, 900_000);

it(`sells, charges and delivers everything exactly once, whichever of ${POINTS} steps fails`, async () => {
  const by = `${enduranceSeed()}`;
  const seed = 1 + (enduranceSeed() % SEEDS);
  const selection = { flows: flows.map(({ name }) => name), seeds: [seed, seed + 1] };
  const points = await pointsFor(campaign, { ...selection, draw: { count: POINTS, by } });
  expect(points).toHaveLength(POINTS);
  expect(await faultsAt(points)).toEqual([]);
}, 900_000);
