// The import flow: an operator imports a catalogue or a registry's export.
import { randomUUID } from "node:crypto";
import { database } from "#core/db";
import { createImport, getOperatorJob, importCatalogueFile, startImport } from "#domain/registries";
import type { Client } from "#testing/crashes/client";
import type { Draw } from "#testing/crashes/flow";
import { differences, flow } from "#testing/crashes/flow";
import { makeStock, systemContext } from "#testing/factories";
import { importExports } from "#testing/import-exports";
import { selectOne } from "#testing/world/sql";
import { runAsWorker, runJobsNow } from "#testing/world/turns";

interface Importing {
  /** Through the CLI, or as a job in the dashboard. */
  way: "command" | "job";
  kind: "catalogue" | "verra";
  text: string;
  serialsLike: string;
  lots: number;
  kg: number;
}

const VERRA =
  "Issuance Date,Vintage Start,Vintage End,ID,Name,Country/Area,Project Type,Quantity Issued," +
  "Serial Number,Retirement/Cancellation Date";

/** Rows of a project that no other run uses. */
function verraExport(draw: Draw): Omit<Importing, "way" | "kind"> {
  const project = Number.parseInt(randomUUID().slice(0, 6), 16) + 1;
  const suffix = `-VCS-VCU-1507-VER-ET-14-${project}-01012020-31122020-0`;
  const counts = Array.from({ length: draw.int(1, 5) }, () => draw.int(1, 400));
  // Verra's serial numbers are unique across projects.
  let first = Number.parseInt(randomUUID().slice(0, 8), 16) + 1;
  const rows = counts.map((count) => {
    const serials = `9-${first}-${first + count - 1}${suffix}`;
    first += count;
    const name = `${project},Hills ${project},Ethiopia,Forestry`;
    return `2026-04-03,2020-01-01,2020-12-31,${name},${count},${serials},`;
  });
  const tonnes = counts.reduce((sum, count) => sum + count, 0);
  const text = `${[VERRA, ...rows].join("\n")}\n`;
  return { text, serialsLike: `%${suffix}`, lots: counts.length, kg: tonnes * 1000 };
}

async function catalogueFile(draw: Draw): Promise<Omit<Importing, "way" | "kind">> {
  const projects = ["a", "b", "c"].slice(0, draw.int(1, 3));
  const { tag, file } = await makeStock({ projects, tonnes: 5 });
  const tonnes = draw.int(1, 50);
  const lots = file.credit_lots.map((lot) => ({
    ...lot,
    id: `${lot.id}_new`,
    quantity_kg: tonnes * 1000,
    serial_number_range: `NEW-${lot.serial_number_range.replace(/-1-\d+$/, `-1-${tonnes}`)}`,
  }));
  const text = JSON.stringify({ ...file, credit_lots: lots });
  return {
    text,
    serialsLike: `NEW-TST-${tag}-%`,
    lots: lots.length,
    kg: lots.length * tonnes * 1000,
  };
}

const stockOf = ({ serialsLike }: Importing) =>
  selectOne<{ lots: number; kg: number }>(
    `SELECT count(*)::int AS lots, coalesce(sum(quantity_kg), 0)::int AS kg
     FROM credit_lots WHERE serial_number_range LIKE $1`,
    [serialsLike],
  );

async function importByCommand({ kind, text }: Importing): Promise<void> {
  const files = [{ name: "export.csv", text }];
  await runAsWorker(async (ctx) => {
    if (kind === "verra") return importExports({ mode: "test", registry: kind, files }, ctx);
    const file = { file: JSON.parse(text), confirmPrices: true };
    return database().transaction((db) => importCatalogueFile({ ...ctx, db }, file));
  });
}

/**
 * Imports like an operator: uploads, reads the preview, starts the import; tries again if it
 * failed.
 */
async function importByJob({ kind, text }: Importing, client: Client): Promise<void> {
  const { prisma } = database();
  const payload = { path: ["kind"], equals: kind };
  const where = { kind: "import", payload };
  const last = await prisma.job.findFirst({ where, orderBy: { id: "desc" } });
  const stateOf = async (id: string) =>
    (await getOperatorJob(systemContext(), { queue: "test", id })).state;
  const isUnderWay = last && ["queued", "checked"].includes(await stateOf(last.id));
  const isDone = client.acknowledged.has("imported");
  if (isDone) return;
  const files = [{ name: "export", text }];
  const input = { mode: "test", kind, files } as const;
  const { id } = isUnderWay
    ? last
    : await database().transaction((db) => createImport({ ...systemContext(), db }, input));
  await runJobsNow();
  if ((await stateOf(id)) === "checked") {
    const job = { mode: "test", id } as const;
    await database().transaction((db) =>
      startImport({ ...systemContext(), db }, { ...job, confirmPrices: true }),
    );
    await runJobsNow();
  }
  if ((await stateOf(id)) === "done") client.acknowledge("imported", { status: 200, text: "" });
}

export const importing = flow<Importing>({
  name: "import",
  async prepare({ draw }) {
    const way = draw.pick(["command", "job"] as const);
    const kind = draw.pick(["catalogue", "verra"] as const);
    const source = kind === "verra" ? verraExport(draw) : await catalogueFile(draw);
    // Removes imports that an earlier point left in the queue.
    await database().prisma.jobFile.deleteMany();
    await database().prisma.job.deleteMany({ where: { kind: "import" } });
    return { way, kind, ...source };
  },
  async run(facts, client) {
    if (facts.way === "job") return importByJob(facts, client);
    await importByCommand(facts);
    client.acknowledge("imported", { status: 200, text: "" });
  },
  // A job fails if its worker is killed; the operator then starts another one.
  isOver: async (_facts, client) => client.acknowledged.has("imported"),
  async findEarlyFaults(facts, client) {
    const { lots, kg } = await stockOf(facts);
    const isWhole = lots === facts.lots && kg === facts.kg;
    const isNone = lots === 0 && !client.acknowledged.has("imported");
    return isWhole || isNone ? [] : [`${lots} of ${facts.lots} lots are there: ${kg} kg`];
  },
  async judge(facts, client) {
    const expected = { lots: facts.lots, kg: facts.kg };
    return differences({
      "the import's end": [client.statusOf("imported"), 200],
      "the stock": [await stockOf(facts), expected],
    });
  },
});
