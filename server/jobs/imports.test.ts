import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { database, type Sql } from "#core/db";
import {
  type ClaimedJob,
  claimJobs,
  extendLease,
  type JobResult,
  jobKind,
  recordAfter,
  storeResult,
} from "#domain/queue";
import {
  createImport,
  getOperatorJob,
  type ImportKind,
  importCatalogueFile,
  startImport,
  startLedgerCheck,
  stopOperatorJob,
} from "#domain/registries";
import { makeStock, systemContext } from "#testing/factories";
import { makePerson } from "#testing/people";
import { hasRealExports, REAL_EXPORTS, realExport } from "#testing/real-exports";
import { fingerprint } from "#testing/tables";
import { runJobs } from "./run-jobs";

const LOTS = 5000;
const mode = "test";
let stock: Awaited<ReturnType<typeof makeStock>>;

/** Returns stock and catalogue. */
async function ledger() {
  const { jobs: _, job_files: __, audit_entries: ___, ...rest } = await fingerprint();
  return rest;
}

function lots(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    id: `lot_${stock.tag}_${index}`,
    project_id: `prj_${stock.tag}_a`,
    vintage_year: 2019,
    quantity_kg: 1000,
    serial_number_range: `IMP-${stock.tag}-${index + 1}-${index + 1}`,
  }));
}

async function uploadImport(content: unknown, kind: ImportKind = "catalogue", name = "file.json") {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  const { id: personId } = await makePerson({ isOperator: true });
  return database().transaction(async (db) => {
    const ctx = { ...systemContext(), actor: { type: "person", id: personId } as const, db };
    return { ...(await createImport(ctx, { mode, kind, files: [{ name, text }] })), personId };
  });
}

const start = (id: string, confirmPrices = false) =>
  database().transaction((db) =>
    startImport({ ...systemContext(), db }, { mode, id, confirmPrices }),
  );
const stop = (id: string) => stopOperatorJob(systemContext(), { queue: mode, id });
const read = (id: string) => getOperatorJob(systemContext(), { queue: mode, id });
const filesOf = (jobId: string) => database().prisma.jobFile.count({ where: { jobId } });

const run = () => runJobs(systemContext(), { kinds: ["import", "ledger-check"] });

const claim = async (now = new Date()): Promise<ClaimedJob | null> => {
  const free = new Map([["import", 1]] as const);
  const [job] = await claimJobs(database(), { free, runner: randomUUID(), now });
  return job ?? null;
};

const store = (db: Sql, job: ClaimedJob, result: JobResult) => {
  const now = new Date();
  const record = recordAfter(jobKind(job.kind), { attempts: job.attempts, result, now });
  return storeResult(db, { job, record, now });
};

/**
 * Runs waiting jobs and collects the progress of the job; `onFirst` is called at its first change.
 */
async function watched(id: string, onFirst?: () => Promise<unknown>): Promise<Set<string>> {
  const phases = new Set<string>();
  let isOver = false;
  const running = run().finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const { phase, doneRows, totalRows } = await read(id);
    if (phase === null || doneRows === 0) continue;
    if (phases.size === 0) await onFirst?.();
    phases.add(`${phase} ${doneRows} of ${totalRows}`);
  }
  await running;
  return phases;
}

beforeEach(async () => {
  stock = await makeStock({ tonnes: 5 });
});

describe("an import", () => {
  test("is previewed without a change, and then does exactly that for its creator", async () => {
    const [category] = stock.file.project_categories;
    const file = {
      mode,
      project_categories: [{ ...category, api_price_per_kg_usd_cents: 9 }],
      credit_lots: lots(3),
    };
    const { id, personId } = await uploadImport(file);
    const before = await ledger();
    expect(await run()).toBe(1);
    expect(await ledger()).toEqual(before);
    const preview = await read(id);
    expect(preview).toMatchObject({ state: "checked", step: "preview", fileNames: ["file.json"] });
    const changes = preview.report?.import;
    const price = {
      of: "category",
      name: "Category",
      channel: "api",
      currency: "usd",
      unit: "tonne",
    };
    expect(changes?.prices).toEqual([{ ...price, amountBefore: 2000, amountAfter: 9000 }]);
    expect(changes?.largePriceChanges).toMatchObject([{ channel: "api" }, {}]);
    expect((changes?.lots.after ?? 0) - (changes?.lots.before ?? 0)).toBe(3);
    expect((changes?.kg.after ?? 0) - (changes?.kg.before ?? 0)).toBe(3000);
    expect(changes?.categories).toMatchObject({ changed: ["Category"], createdCount: 0 });
    expect(changes?.projects).toMatchObject({ createdCount: 0, changedCount: 0, removedCount: 0 });

    await expect(start(id)).rejects.toMatchObject({ errors: { confirmPrices: expect.anything() } });
    await start(id, true);
    await run();
    const done = await read(id);
    expect(done).toMatchObject({ state: "done", step: "import", report: { import: changes } });
    expect(await filesOf(id)).toBe(0);
    const audit = await database().prisma.auditEntry.findMany({ where: { actorId: personId } });
    expect(audit.map(({ action }) => action)).toContain("catalogue.imported");
    await expect(start(id)).rejects.toThrow();
  });

  test("rejects a file with errors and lists their places", async () => {
    const [good, bad] = lots(2);
    const { id } = await uploadImport({ mode, credit_lots: [good, { ...bad, quantity_kg: 0 }] });
    await run();
    const job = await read(id);
    expect(job.state).toBe("refused");
    expect(job.report?.problem?.errors[0]).toMatchObject({ place: "credit_lots[1].quantity_kg" });
    const { id: other } = await uploadImport({ mode: "live", credit_lots: [] });
    const { id: broken } = await uploadImport("{");
    await run();
    expect((await read(other)).report?.problem?.errors[0]?.place).toBe("mode");
    expect((await read(broken)).report?.problem?.title).toBe("The file is not valid JSON");
  });

  test("reports progress, and changes nothing if it is stopped", async () => {
    const { id } = await uploadImport({ mode, credit_lots: lots(LOTS) });
    const before = await ledger();
    const phases = await watched(id);
    expect((await read(id)).state).toBe("checked");
    expect(phases.size).toBeGreaterThanOrEqual(3);
    await start(id);
    await watched(id, () => stop(id));
    expect((await read(id)).state).toBe("stopped");
    expect(await ledger()).toEqual(before);
    expect(await filesOf(id)).toBe(0);
  });

  test("is never completed after a stop, even one at the last moment", async () => {
    const { id } = await uploadImport({ mode, credit_lots: lots(2) });
    await run();
    await start(id);
    const before = await ledger();
    const claimed = await claim();
    if (!claimed) throw new Error("nothing was claimed");
    const isDone = await database()
      .transaction(async (db) => {
        const ctx = { ...systemContext(), db };
        await importCatalogueFile(ctx, {
          file: { mode, credit_lots: lots(2) },
          confirmPrices: false,
        });
        await stop(id);
        if (!(await store(db, claimed, { state: "done" }))) throw new Error("stopped");
        return true;
      })
      .catch(() => false);
    expect(isDone).toBe(false);
    expect(await ledger()).toEqual(before);
    expect(await store(database(), claimed, { state: "stopped" })).toBe(true);
  });

  test("fails when its worker died and the lease has expired, and the next one runs", async () => {
    const { id } = await uploadImport({ mode, credit_lots: lots(1) });
    const { id: next } = await uploadImport({ mode, credit_lots: lots(1) });
    const claimed = await claim();
    expect(claimed?.id).toBe(id);
    // Imports run one at a time.
    expect(await claim()).toBeNull();
    expect(await read(next)).toMatchObject({ state: "queued", isRunning: false });
    // Expires its lease.
    const past = new Date(Date.now() - 1);
    await database().prisma.job.update({ where: { id }, data: { runAt: past } });
    expect(await run()).toBe(1);
    expect(await read(id)).toMatchObject({
      state: "failed",
      isRunning: false,
      report: { problem: { title: expect.stringContaining("The server ended") } },
    });
    expect(await filesOf(id)).toBe(0);
    expect((await read(next)).state).toBe("checked");
    if (!claimed) throw new Error("nothing was claimed");
    // A result of the dead worker is ignored.
    const leasedUntil = new Date(Date.now() + 60_000);
    const late = { job: claimed, leasedUntil, progress: null };
    expect(await extendLease(database(), late)).toBe("lost");
    expect(await store(database(), claimed, { state: "done" })).toBe(false);
  });

  test("is given back by a worker that ends, and completed by the next", async () => {
    const { id } = await uploadImport({ mode, credit_lots: lots(2) });
    let checks = 0;
    // Stops after the first step.
    await runJobs(systemContext(), { stopped: () => checks++ > 0 });
    expect(await read(id)).toMatchObject({ state: "queued", isRunning: false });
    await database().prisma.job.update({ where: { id }, data: { runAt: new Date() } });
    await run();
    expect((await read(id)).state).toBe("checked");
    expect((await stop(id)).state).toBe("stopped");
    expect(await filesOf(id)).toBe(0);
  });
});

describe.skipIf(!hasRealExports)(`rows of ${REAL_EXPORTS}`, () => {
  test.each([
    ["verra", 3_891_681_000],
    ["isometric", 82_569_437],
  ] as const)("of %s come in together, as previewed", async (kind, kg) => {
    const files = readdirSync(path.join(REAL_EXPORTS, kind)).map((name) => ({
      name,
      text: realExport(kind, name),
    }));
    const { id } = await database().transaction((db) =>
      createImport({ ...systemContext(), db }, { mode, kind, files }),
    );
    await run();
    const preview = (await read(id)).report?.import;
    expect(preview?.notes).toContain("The registry lists 100 rows as retired or cancelled.");
    expect((preview?.lots.after ?? 0) - (preview?.lots.before ?? 0)).toBe(100);
    expect((preview?.kg.after ?? 0) - (preview?.kg.before ?? 0)).toBe(kg);
    await start(id);
    await run();
    expect(await read(id)).toMatchObject({ state: "done", report: { import: preview } });
  });
});

describe("a check of the ledger", () => {
  test("runs once however often it is requested, and lists what it verified", async () => {
    const { id } = await startLedgerCheck(systemContext(), { mode });
    expect(await startLedgerCheck(systemContext(), { mode })).toEqual({ id });
    await run();
    const job = await getOperatorJob(systemContext(), { queue: "ledger", id });
    expect(job).toMatchObject({ state: "done", isRunning: false });
    expect(job.totalRows).toBeGreaterThan(15);
    expect(job.report?.check).toMatchObject({ findings: [], findingCount: 0 });
  });
});
