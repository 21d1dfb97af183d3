// Crashes and network failures at 150 points, drawn by the seed.
import "#testing/private-network";
import { beforeAll, expect, it } from "vitest";
import type { Campaign, Result } from "#testing/crashes/campaign";
import { drawPoints, pointsFor, runPoints } from "#testing/crashes/command";
import { flows } from "#testing/crashes/flows";
import { nameOf } from "#testing/crashes/points";
import { openTestCampaign } from "#testing/crashes/test-campaign";
import { transitionCases } from "#testing/crashes/transition-flow";
import { enduranceSeed } from "#testing/seed";

const POINTS = 150;
const POINTS_PER_TRANSITION = 2;
const SEEDS = 50;

let campaign: Campaign;
beforeAll(async () => {
  campaign = await openTestCampaign();
});

/** Kills per flow that are compared with a SIGKILL of a real process. */
const KILLED = 1;

it.each(flows.map(({ name }) => name))(
  "%s leaves the same rows when it is killed by SIGKILL",
  async (flow) => {
    const seed = await campaign.findSequentialSeed(flow);
    const options = { flows: [flow], seeds: [seed], point: undefined, draw: undefined, by: "" };
    const kills = (await pointsFor(campaign, options)).filter(
      ({ hit, second }) => (hit.failure === "before" || hit.failure === "after") && !second,
    );
    for (const point of drawPoints(kills, KILLED, `${enduranceSeed()}`)) {
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
    const drawn = drawPoints(points, POINTS_PER_TRANSITION, `${enduranceSeed()}`);
    await runPoints(campaign, drawn, (result) => {
      faults.push(...result.faults.map((fault) => `${result.name}: ${fault}`));
    });
  }
  expect(faults).toEqual([]);
}, 900_000);

it(`sells, charges and delivers everything exactly once, whichever of ${POINTS} steps fails`, async () => {
  const by = `${enduranceSeed()}`;
  const seed = 1 + (enduranceSeed() % SEEDS);
  const options = { flows: flows.map(({ name }) => name), seeds: [seed, seed + 1] };
  const points = await pointsFor(campaign, { ...options, point: undefined, draw: POINTS, by });
  const results: Result[] = [];
  await runPoints(campaign, points, (result) => results.push(result));
  const faults = results.flatMap(({ name, faults: own }) =>
    own.map((fault) => `${name}: ${fault}`),
  );
  expect(faults).toEqual([]);
  expect(results.length).toBe(POINTS);
}, 900_000);
