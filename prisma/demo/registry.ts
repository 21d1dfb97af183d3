import { listWorklistBlocks, recordRetirements } from "#domain/evidence";
import { at, type Story } from "./story";

const REGISTRY = "sandbox-registry";
/** Of one page of the worklist. */
const PAGE = 500;

/** Records that the sandbox registry retired what was sold and is due, on the day of `now`. */
export async function retireAtRegistry(story: Story, now: Date): Promise<void> {
  const ctx = at(story, now);
  const { mode } = ctx.account;
  const page = { mode, registry: REGISTRY, section: "current" as const, limit: PAGE };
  let blocks: Awaited<ReturnType<typeof listWorklistBlocks>>["blocks"];
  do {
    ({ blocks } = await listWorklistBlocks(ctx, { ...page, after: null }));
    const retirements = blocks.map((block) => ({
      retiredOn: now.toISOString().slice(0, 10),
      beneficiary: block.beneficiary,
      reason: null,
      registryReference: `SBX-${block.reference}`,
      url: null,
      source: "operator" as const,
      isPool: block.isPool,
      requestId: null,
      items: [{ lotId: block.lotId, startKg: block.startKg, endKg: block.endKg }],
    }));
    if (retirements.length > 0) {
      await recordRetirements(ctx, { mode, registry: REGISTRY, retirements });
    }
  } while (blocks.length === PAGE);
}
