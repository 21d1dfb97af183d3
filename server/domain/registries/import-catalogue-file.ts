// Imports a whole catalogue file: all of it, or nothing and a list of everything wrong in it.

import { z } from "zod";
import type { Context, Mode } from "#core/context";
import { type FieldErrors, Problem } from "#core/errors";
import { recordAudit } from "#domain/accounts";
import {
  type Counts,
  type Fault,
  lockCatalogue,
  planEntries,
  type ReceivedEntries,
  receiveEntries,
  renewStock,
} from "#domain/catalogue";
import { planLots, recallRetired, receiveLots } from "#domain/inventory";
import { type ReadFile, readCatalogueFile } from "./read-catalogue-file";

export interface CatalogueImport {
  mode: Mode;
  counts: ReceivedEntries["counts"] & { credit_lots: Counts };
  defaultPortfolioChanged: boolean;
  /** Whether the import changed anything at all. */
  changed: boolean;
}

const inFileOrder = new Intl.Collator("en", { numeric: true });

/** What is wrong, by JSON path: `credit_lots[3].quantity_kg`. */
function refusal(faults: Fault[]): Problem {
  const placed = faults.map(({ path, message }) => ({
    place: path.length === 0 ? "file" : z.core.toDotPath(path),
    message,
  }));
  const errors: FieldErrors = {};
  for (const { place, message } of placed.sort((a, b) => inFileOrder.compare(a.place, b.place))) {
    errors[place] = [...(errors[place] ?? []), message];
  }
  return new Problem("invalid-parameters", { title: "The catalogue file has errors", errors });
}

async function planFileLots(ctx: Context, file: ReadFile, projectIds: Set<string>) {
  const plan = await planLots(ctx, {
    mode: file.mode,
    lots: file.credit_lots,
    isKnownProject: (id) => projectIds.has(id),
  });
  const held = [...plan.held].map(([index, lotId]) => ({
    path: [index, "serial_number_range"],
    message: `shares serials with lot "${lotId}", which is in stock`,
  }));
  const places = new Map(file.credit_lots.map((lot, index) => [lot?.id, index]));
  const recalled = await recallRetired(ctx, { mode: file.mode, lots: plan.fresh });
  const retired = [...recalled].map(([id, ranges]) => ({
    path: [places.get(id) ?? 0, "serial_number_range"],
    message: `shares serials with "${ranges[0]?.range}", which is retired at the registry`,
  }));
  const faults = [...plan.faults, ...held, ...retired].map(({ path, message }) => ({
    path: ["credit_lots", ...path],
    message,
  }));
  return { plan, faults };
}

/**
 * Imports a catalogue file. A file that was imported before changes nothing.
 * @throws invalid-parameters whose `errors` name everything wrong in the file by JSON path
 */
export async function importCatalogueFile(ctx: Context, file: unknown): Promise<CatalogueImport> {
  const read = readCatalogueFile(file);
  const { mode } = read;
  await lockCatalogue(ctx, mode);
  const entries = await planEntries(ctx, read);
  const projectIds = new Set([
    ...entries.existing.projects.map(({ id }) => id),
    ...read.ids.projects,
  ]);
  const lots = await planFileLots(ctx, read, projectIds);
  const faults = [...read.faults, ...entries.faults, ...lots.faults];
  if (faults.length > 0) throw refusal(faults);

  const received = await receiveEntries(ctx, { ...entries, faults });
  const { defaultPortfolioChanged, sharesChanged } = received;
  const counts = { ...received.counts, credit_lots: await receiveLots(ctx, lots.plan) };
  if (sharesChanged || counts.credit_lots.created > 0) await renewStock(ctx, mode);
  const changes = Object.entries(counts).flatMap(([name, { created, updated }]) => [
    [`${name}_created`, created] as const,
    [`${name}_updated`, updated] as const,
  ]);
  const changed = defaultPortfolioChanged || changes.some(([, count]) => count > 0);
  if (changed) {
    const data = { mode, ...Object.fromEntries(changes.filter(([, count]) => count > 0)) };
    await recordAudit(ctx, { action: "catalogue.imported", data });
  }
  return { mode, counts, defaultPortfolioChanged, changed };
}
