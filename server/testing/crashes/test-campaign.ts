import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll } from "vitest";
import { log } from "#core/log";
import { Campaign } from "#testing/crashes/campaign";
import type { AnyFlow } from "#testing/crashes/flow";

/** Opens a campaign on the test server for a test file, and closes it after the file's tests. */
export async function openTestCampaign(flows?: readonly AnyFlow[]): Promise<Campaign> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ct-crashes-"));
  // Crashes provoke many errors.
  log.level = "silent";
  const campaign = await Campaign.open({
    server: process.env["CT_TEST_SERVER"] ?? "",
    template: process.env["CT_TEST_TEMPLATE"] ?? "",
    folder,
    ...(flows && { flows }),
  });
  afterAll(async () => {
    await campaign.close();
    fs.rmSync(folder, { recursive: true, force: true });
  });
  return campaign;
}
