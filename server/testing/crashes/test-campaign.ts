import { afterAll } from "vitest";
import { Campaign } from "#testing/crashes/campaign";
import type { AnyFlow } from "#testing/crashes/flow";
import { tortureFolder } from "#testing/world/scratch-folder";

/** Opens a campaign on the test server for a test file, and closes it after the file's tests. */
export async function openTestCampaign(flows?: readonly AnyFlow[]): Promise<Campaign> {
  // Flows provoke many errors.
  tortureFolder();
  const campaign = await Campaign.open({
    server: process.env["CT_TEST_SERVER"] ?? "",
    template: process.env["CT_TEST_TEMPLATE"] ?? "",
    ...(flows && { flows }),
  });
  afterAll(() => campaign.close());
  return campaign;
}
