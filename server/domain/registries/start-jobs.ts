// Work on files and ledgers that a worker does in the background: how it is queued.
import { sql } from "kysely";
import type { Context, Mode } from "#core/context";
import { invalid, Problem } from "#core/errors";
import { newId } from "#core/id";
import { type Params, queriesOn } from "#core/query";
import { recordAudit } from "#domain/accounts";
import { dropJobFiles, enqueueJobs, type QueueTables, storeJobFiles } from "#domain/queue";
import type { HoldingsMapping } from "./holdings-mapping";
import { allLots, type ChosenLots } from "./new-lots";
import {
  type ExclusiveKey,
  exclusiveOf,
  getOperatorJob,
  type ImportKind,
  type ImportPayload,
  isPreview,
  type JobReport,
  MAX_IMPORT_BYTES,
} from "./operator-jobs";
import type { Registry } from "./registry-identities";

const query = queriesOn<QueueTables>();

const start = query(
  "registries-start-import",
  (db, job: Params<ExclusiveKey & { confirmPrices: boolean; chosen: string }>) =>
    db
      .updateTable("jobs")
      .set({
        state: "queued",
        payload: sql<string>`payload || jsonb_build_object(
          'step', 'import', 'confirmPrices', ${job.confirmPrices}::boolean,
          'chosen', ${job.chosen}::jsonb)`,
        runAt: job.now,
        attempts: 0,
        endedAt: null,
      })
      .where("exclusive", "=", job.exclusive)
      .where("id", "=", job.id)
      .where("state", "=", "done")
      .where(isPreview)
      .returning("id"),
);

const DAY_MS = 86_400_000;

const creatorOf = ({ actor }: Context) => (actor.type === "person" ? actor.id : null);

/** Ends previews that were not imported within a day, and deletes their files. */
async function endStalePreviews(ctx: Context): Promise<void> {
  const createdAt = { lt: new Date(ctx.now.getTime() - DAY_MS) };
  const payload = { path: ["step"], equals: "preview" };
  const where = { kind: "import", state: "done", payload, createdAt };
  const stale = await ctx.db.prisma.job.findMany({ where, select: { id: true } });
  const ids = stale.map(({ id }) => id);
  const data = { state: "stopped", endedAt: ctx.now };
  await ctx.db.prisma.job.updateMany({ where: { id: { in: ids } }, data });
  await dropJobFiles(ctx.db, ids);
}

interface Files {
  mode: Mode;
  files: readonly { name: string; text: string }[];
}

/** Queues work on the files. Returns its id. @throws invalid `files`; payload-too-large */
async function queueFiles(
  ctx: Context,
  { mode, files, ...rest }: Files & Omit<ImportPayload, "fileNames">,
): Promise<string> {
  if (files.length === 0) throw invalid("files", "must be chosen");
  const contents = files.map(({ name, text }) => ({ name, bytes: Buffer.from(text) }));
  const bytes = contents.reduce((sum, file) => sum + file.bytes.length, 0);
  if (bytes > MAX_IMPORT_BYTES) {
    const title = `The files can have at most ${MAX_IMPORT_BYTES / 1024 / 1024} MB in total`;
    throw new Problem("payload-too-large", { title });
  }
  const id = newId("task");
  const payload: ImportPayload = { mode, fileNames: files.map(({ name }) => name), ...rest };
  const exclusive = exclusiveOf(rest.step === "compare" ? `drift-${mode}` : mode);
  const job = { id, kind: "import", key: id, payload, exclusive } as const;
  await enqueueJobs(ctx.db, { jobs: [{ ...job, createdBy: creatorOf(ctx) }], now: ctx.now });
  await storeJobFiles(ctx, { jobId: id, files: contents });
  return id;
}

interface CreateImport extends Files {
  kind: ImportKind;
  /** Columns of an account's holdings. */
  mapping?: HoldingsMapping | null | undefined;
  /** True if the files list all that the account holds. */
  isComplete?: boolean | undefined;
}

/** Queues a preview of the files. @throws invalid `files`; payload-too-large */
export async function createImport(
  ctx: Context,
  { mapping = null, ...input }: CreateImport,
): Promise<{ id: string }> {
  await endStalePreviews(ctx);
  const id = await queueFiles(ctx, { ...input, mapping, step: "preview" });
  const { mode, kind } = input;
  await recordAudit(ctx, { action: "import.uploaded", subjectId: id, data: { mode, kind } });
  return { id };
}

/**
 * Queues a comparison of a registry's exports with our records, which changes nothing.
 * @throws invalid `files`; payload-too-large
 */
export async function startComparison(
  ctx: Context,
  { registry, ...input }: Files & { registry: Registry },
): Promise<{ id: string }> {
  const id = await queueFiles(ctx, { ...input, kind: registry, step: "compare" });
  const data = { mode: input.mode, registry };
  await recordAudit(ctx, { action: "registry_drift.started", subjectId: id, data });
  return { id };
}

interface StartImport {
  mode: Mode;
  id: string;
  confirmPrices: boolean;
  /** Default: all. */
  chosen?: ChosenLots | undefined;
}

/** A lot can be chosen only if the preview lists it. @throws invalid `chosen` */
function requireListed(report: JobReport | null, { include, ...costs }: ChosenLots): void {
  const listed = new Set(report?.import?.newLots?.rows.map(({ id }) => id));
  const named = [
    ...(include === "all" ? [] : include),
    ...Object.keys(costs.cost_per_tonne.by_lot),
  ];
  const unknown = named.find((id) => !listed.has(id));
  if (unknown !== undefined) {
    throw invalid("chosen", `names "${unknown}", which is no new lot of the preview`, "unknown-id");
  }
}

/**
 * Queues a previewed import.
 * @throws not-found; invalid without a preview; invalid `confirmPrices` if prices of the preview
 * change by more than a factor of two; invalid `chosen`
 */
export async function startImport(
  ctx: Context,
  { mode, id, confirmPrices, chosen = allLots }: StartImport,
): Promise<void> {
  const { report, kind } = await getOperatorJob(ctx, { queue: mode, id });
  if (kind === "catalogue" && chosen !== allLots) {
    throw invalid("chosen", "is for a registry's exports: a catalogue file names its lots");
  }
  if (!confirmPrices && report?.import?.largePriceChanges?.length) {
    throw invalid("confirmPrices", "is required: prices change by more than a factor of two");
  }
  requireListed(report, chosen);
  const exclusive = exclusiveOf(mode);
  const job = { exclusive, id, now: ctx.now, confirmPrices, chosen: JSON.stringify(chosen) };
  const [started] = await start(ctx.db, job);
  if (!started) throw invalid("id", "is not a previewed import");
  await recordAudit(ctx, { action: "import.started", subjectId: id, data: { mode } });
}

/** Queues a check of the whole ledger, unless one is queued already. Returns its id. */
export async function startLedgerCheck(
  ctx: Context,
  { mode }: { mode: Mode },
): Promise<{ id: string }> {
  const where = { kind: "ledger-check", state: "queued" };
  const underWay = await ctx.db.prisma.job.findFirst({ where });
  if (underWay) return { id: underWay.id };
  const id = newId("task");
  const exclusive = exclusiveOf("ledger");
  const job = { id, kind: "ledger-check", key: id, payload: { mode }, exclusive } as const;
  await enqueueJobs(ctx.db, { jobs: [{ ...job, createdBy: creatorOf(ctx) }], now: ctx.now });
  await recordAudit(ctx, { action: "ledger_check.started", subjectId: id });
  return { id };
}
