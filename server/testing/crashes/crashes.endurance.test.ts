// Crashes and lost answers at 500 points, which change with the code: every change draws others.
import "#testing/private-network";
import { beforeAll, expect, it } from "vitest";
import type { Campaign, Result } from "#testing/crashes/campaign";
import { drawPoints, pointsFor, runPoints } from "#testing/crashes/command";
import { flows } from "#testing/crashes/flows";
import { treeDigest } from "#testing/crashes/journal";
import { nameOf } from "#testing/crashes/points";
import { openTestCampaign } from "#testing/crashes/test-campaign";

const POINTS = 500;
const SEEDS = 50;

let campaign: Campaign;
beforeAll(async () => {
  campaign = await openTestCampaign();
});

/** Deaths of each flow that are repeated with a process that is really killed. */
const KILLED = 1;

it.each(flows.map(({ name }) => name))(
  "%s leaves the same behind when it is killed by SIGKILL",
  async (flow) => {
    const wanted = { flows: [flow], seeds: [1], point: undefined, draw: undefined, by: "" };
    const deaths = (await pointsFor(campaign, wanted)).filter(
      ({ hit, second }) => (hit.mishap === "before" || hit.mishap === "after") && !second,
    );
    for (const point of drawPoints(deaths, KILLED, treeDigest(process.cwd()))) {
      const { here, there, faults } = await campaign.compareDeaths(point);
      expect([nameOf(point), ...there]).toEqual([nameOf(point), ...here]);
      expect(faults).toEqual([]);
    }
  },
  300_000,
);

it(`sells, charges and loses nothing twice or never, whichever of ${POINTS} steps fails`, async () => {
  const by = treeDigest(process.cwd());
  const seed = 1 + (Number.parseInt(by.slice(0, 6), 16) % SEEDS);
  const wanted = { flows: flows.map(({ name }) => name), seeds: [seed, seed + 1] };
  const points = await pointsFor(campaign, { ...wanted, point: undefined, draw: POINTS, by });
  const results: Result[] = [];
  await runPoints(campaign, points, (result) => results.push(result));
  const faults = results.flatMap(({ name, faults: own }) =>
    own.map((fault) => `${name}: ${fault}`),
  );
  expect(faults).toEqual([]);
  expect(results.length).toBe(POINTS);
}, 900_000);
