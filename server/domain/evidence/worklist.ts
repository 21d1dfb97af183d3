import { sql } from "kysely";
import type { Context, Mode } from "#core/context";
import { type Params, queriesOn } from "#core/query";
import { narrowSerialRange, registryLabelOf } from "#domain/inventory";
import { type DueItem, findDueItems, type WorkPlace } from "./due-items";
import { findPolicies, type RegistryPolicy } from "./policies";
import { countWaitingRequests } from "./request-list";
import type { EvidenceTables } from "./tables";
import { findWorkLots, type WorkLot, type WorklistSection, worklistSections } from "./work-lots";

const DAY_MS = 86_400_000;

interface Amounts {
  /** Kg of whole units to be retired now. */
  dueKg: number;
  /** Kg of units that are still for sale in part, and not yet at the policy's limit. */
  waitingKg: number;
  /** When the first of them should have been retired. */
  retireBy: Date;
  isOverdue: boolean;
}

export interface WorklistGroup extends Amounts {
  registry: string;
  registryLabel: string;
  adapter: RegistryPolicy["adapter"];
  section: WorklistSection;
  projectId: string;
  projectName: string;
  vintageYear: number;
}

const kgOf = (lot: WorkLot) =>
  lot.uncovered.reduce((kg, { startKg, endKg }) => kg + endKg - startKg, 0);

function amountsOf(
  lot: WorkLot,
  section: WorklistSection,
  policy: RegistryPolicy,
  now: Date,
): Amounts {
  const limitMs = section === "current" ? policy.retireWithinDays * DAY_MS : 0;
  const isWaiting = lot.partialSince !== null && +lot.partialSince + limitMs > +now;
  const waitingKg = isWaiting ? lot.unitKg : 0;
  const retireBy = new Date(+lot.oldestAt + limitMs);
  return { dueKg: kgOf(lot) - waitingKg, waitingKg, retireBy, isOverdue: retireBy <= now };
}

function merge(groups: readonly WorklistGroup[]): WorklistGroup[] {
  const merged = new Map<string, WorklistGroup>();
  for (const group of groups) {
    const key = JSON.stringify([group.registry, group.section, group.projectId, group.vintageYear]);
    const other = merged.get(key);
    merged.set(
      key,
      other
        ? {
            ...other,
            dueKg: other.dueKg + group.dueKg,
            waitingKg: other.waitingKg + group.waitingKg,
            retireBy: new Date(Math.min(+other.retireBy, +group.retireBy)),
            isOverdue: other.isOverdue || group.isOverdue,
          }
        : group,
    );
  }
  return [...merged.values()];
}

/** Sums of what no registry has been asked to retire, by registry, project and vintage. */
export async function listWorklistGroups(
  ctx: Context,
  { mode, registry = null }: { mode: Mode; registry?: string | null },
): Promise<WorklistGroup[]> {
  const groups: WorklistGroup[] = [];
  for (const section of worklistSections) {
    const lots = await findWorkLots(ctx.db, { mode, section, registry });
    const policyOf = await findPolicies(ctx, { mode, registries: lots.map((lot) => lot.registry) });
    for (const lot of lots) {
      const policy = policyOf(lot.registry);
      const { projectId, projectName, vintageYear } = lot;
      groups.push({
        registry: lot.registry,
        registryLabel: registryLabelOf(lot.registry),
        adapter: policy.adapter,
        section,
        projectId,
        projectName,
        vintageYear,
        ...amountsOf(lot, section, policy, ctx.now),
      });
    }
  }
  return merge(groups);
}

/** Consecutive serials to retire at once, and what to enter in the registry's form. */
export interface WorklistBlock {
  /** Unique on the list. Also the reference that the note contains. */
  reference: string;
  lotId: string;
  startKg: number;
  endKg: number;
  registry: string;
  projectId: string;
  projectName: string;
  projectRegistryId: string | null;
  vintageYear: number;
  serialNumberRange: string;
  quantityKg: number;
  beneficiary: string;
  isPool: boolean;
  note: string;
  retireBy: Date;
  isOverdue: boolean;
}

/** Every kg has one place on the line, so the reference never names other kg. */
function referenceOf(lineStartKg: number, { startKg, endKg }: DueItem): string {
  return `CT-${lineStartKg + startKg}-${lineStartKg + endKg}`;
}

export function toBlock(item: DueItem, now: Date): WorklistBlock {
  const { lot, lotId, startKg, endKg, beneficiary, isPool, retireBy } = item;
  const { registry, projectId, projectName, projectRegistryId, vintageYear } = lot;
  const reference = referenceOf(lot.lineStartKg, item);
  return {
    reference,
    lotId,
    startKg,
    endKg,
    registry,
    projectId,
    projectName,
    projectRegistryId,
    vintageYear,
    serialNumberRange: narrowSerialRange(lot, startKg, endKg),
    quantityKg: endKg - startKg,
    beneficiary,
    isPool,
    note: `Voluntary retirement. Reference: ${reference}`,
    retireBy,
    isOverdue: retireBy <= now,
  };
}

interface ListBlocks {
  mode: Mode;
  registry: string;
  section: WorklistSection;
  limit: number;
  after: WorkPlace | null;
  projectId?: string | null;
  vintageYear?: number | null;
}

export interface WorklistPage {
  blocks: WorklistBlock[];
  next: WorkPlace | null;
}

/** A page of blocks that are due, by project and vintage. Every page costs the same. */
export async function listWorklistBlocks(ctx: Context, input: ListBlocks): Promise<WorklistPage> {
  const { mode, registry, section, limit, after, projectId = null, vintageYear = null } = input;
  const lots = await findWorkLots(ctx.db, { mode, section, registry, projectId, vintageYear });
  const policyOf = await findPolicies(ctx, { mode, registries: [registry] });
  const work = { mode, section, lots, policyOf, from: after, limit };
  const { items, next } = await findDueItems(ctx, work);
  return { blocks: items.map((item) => toBlock(item, ctx.now)), next };
}

/** Columns of the worklist as a table for spreadsheets. */
export const worklistColumns = {
  registry: (block: WorklistBlock) => block.registry,
  project_registry_id: (block) => block.projectRegistryId,
  project: (block) => block.projectName,
  vintage_year: (block) => block.vintageYear,
  serial_number_range: (block) => block.serialNumberRange,
  quantity_kg: (block) => block.quantityKg,
  quantity_tonnes: (block) => block.quantityKg / 1000,
  beneficiary: (block) => block.beneficiary,
  is_pool_text: (block) => (block.isPool ? "yes" : "no"),
  note: (block) => block.note,
  reference: (block) => block.reference,
  retire_by: (block) => block.retireBy.toISOString().slice(0, 10),
  is_overdue: (block) => (block.isOverdue ? "yes" : "no"),
} as const satisfies Record<string, (block: WorklistBlock) => string | number | null>;

/** A place as a text for addresses. Ids of lots may contain any character. */
export function writeWorkPlace({ lotId, kg }: WorkPlace): string {
  return `${kg} ${lotId}`;
}

/** Reads what `writeWorkPlace` wrote; null for the start, also if it is malformed. */
export function parseWorkPlace(text: string | null): WorkPlace | null {
  const { kg, lotId } = /^(?<kg>\d{1,16}) (?<lotId>.+)$/s.exec(text ?? "")?.groups ?? {};
  return kg === undefined || lotId === undefined ? null : { kg: Number(kg), lotId };
}

const query = queriesOn<EvidenceTables>();

const countOpen = query("evidence-count-open", (db, { mode }: Params<{ mode: Mode }>) =>
  db.selectNoFrom([
    sql<number>`(SELECT count(*)::int FROM registry_requests
      WHERE mode = ${mode} AND is_open)`.as("openRequests"),
    sql<number>`(SELECT count(*)::int FROM registry_incidents
      WHERE mode = ${mode} AND state = 'open' AND kind = 'other_beneficiary')`.as("disputes"),
    sql<number>`(SELECT count(*)::int FROM registry_incidents
      WHERE mode = ${mode} AND state = 'open' AND kind = 'needs_confirmation')`.as("confirmations"),
  ]),
);

export interface WorklistCounts {
  /** Kg to retire now, by hand. */
  dueKg: number;
  /** Of these, the part of projects with something past its limit. */
  overdueKg: number;
  /** Kg sold before evidence was kept. */
  unreportedKg: number;
  openRequests: number;
  /** Requests that a person should look at. */
  waitingRequests: number;
  disputes: number;
  confirmations: number;
}

/** Counts the work that waits for the operator at registries. */
export async function getWorklistCounts(
  ctx: Context,
  { mode }: { mode: Mode },
): Promise<WorklistCounts> {
  const groups = await listWorklistGroups(ctx, { mode });
  const [open] = await countOpen(ctx.db, { mode });
  if (!open) throw new Error("could not count the open requests");
  const sum = (list: readonly { dueKg: number }[]) => list.reduce((kg, one) => kg + one.dueKg, 0);
  const current = groups.filter((one) => one.section === "current" && one.adapter === "manual");
  return {
    dueKg: sum(current),
    overdueKg: sum(current.filter(({ isOverdue }) => isOverdue)),
    unreportedKg: sum(groups.filter(({ section }) => section === "unreported")),
    waitingRequests: await countWaitingRequests(ctx, { mode }),
    ...open,
  };
}
