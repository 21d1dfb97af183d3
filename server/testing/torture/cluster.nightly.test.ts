import { expect, it } from "vitest";
import { missingForCluster, productionCluster } from "#testing/torture/cluster";
import { tortureFolder } from "#testing/world/scratch-folder";

const folder = tortureFolder();
const missing = missingForCluster();
const title = missing ? `, for which ${missing} is missing` : "";

it.skipIf(missing)(
  `loses and doubles no order when the primary is killed, programs restart, and a backup is restored${title}`,
  async () => {
    const { summary, faults } = await productionCluster({
      orders: 300,
      kills: 1,
      clients: 6,
      folder,
    });
    expect(faults, summary).toEqual([]);
  },
  600_000,
);
