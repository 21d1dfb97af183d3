// A campaign on the tests' own server.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll } from "vitest";
import { log } from "#core/log";
import { Campaign } from "#testing/crashes/campaign";
import type { AnyFlow } from "#testing/crashes/flow";

/** Opened for a test file, and closed after its tests. */
export async function openTestCampaign(flows?: readonly AnyFlow[]): Promise<Campaign> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ct-crashes-"));
  // The errors that crashes provoke belong to them, and are many.
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
