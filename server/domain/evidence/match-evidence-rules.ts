import { isInFuture, shiftDay } from "#core/dates";
import { matchRowsWithoutSerials } from "./evidence-row-rules";
import type {
  ConfirmationReason,
  EvidenceLot,
  EvidenceMatchInput,
  EvidenceOutcome,
  EvidenceProposal,
  EvidenceRow,
  LotStretch,
  OpenRequestItem,
  RecordedFacts,
} from "./match-evidence-types";
import { isSameText, isSimilarName } from "./text-rules";
import type { KgStretch, UnitRun } from "./unit-runs-rules";

type Policy = EvidenceMatchInput["policy"] & { now: Date };

/** Facts about kg of a lot that nothing divides further. */
interface Section extends LotStretch {
  lot: EvidenceLot;
  /** Rows with different facts, by key. */
  rows: EvidenceRow[];
  record: RecordedFacts | null;
  request: OpenRequestItem | null;
  run: UnitRun | null;
  /** Keys of rows that have an incident here. */
  incidentKeys: Set<string>;
  isInDispute: boolean;
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Returns a lookup of the stretch that contains a kg, for ascending kg. */
function sweep<Item extends KgStretch>(items: readonly Item[]): (kg: number) => Item | null {
  let index = 0;
  return (kg) => {
    while ((items[index]?.endKg ?? Number.POSITIVE_INFINITY) <= kg) index += 1;
    const item = items[index];
    return item && item.startKg <= kg ? item : null;
  };
}

/** Returns a lookup of all stretches that contain a kg, for ascending kg. */
function sweepAll<Item extends KgStretch>(items: readonly Item[]): (kg: number) => Item[] {
  const sorted = items.toSorted((a, b) => a.startKg - b.startKg);
  let index = 0;
  let open: Item[] = [];
  return (kg) => {
    for (let next = sorted[index]; next && next.startKg <= kg; next = sorted[index]) {
      open.push(next);
      index += 1;
    }
    open = open.filter(({ endKg }) => endKg > kg);
    return open;
  };
}

type RowPiece = KgStretch & { row: EvidenceRow };

/** Divides the lot's kg that rows name wherever any fact changes. */
function* sectionsOf(lot: EvidenceLot, rowPieces: readonly RowPiece[]): Generator<Section> {
  const stretches = [rowPieces, lot.evidence, lot.requests, lot.runs, lot.incidents].flat();
  const ends = stretches.flatMap(({ startKg, endKg }) => [startKg, endKg]);
  const cuts = [...new Set([...ends, lot.touchedEndKg])].sort((a, b) => a - b);
  const evidence = sweep(lot.evidence);
  const requests = sweep(lot.requests);
  const runs = sweep(lot.runs);
  const incidents = sweepAll(lot.incidents);
  const rowPiecesAt = sweepAll(rowPieces);
  for (const [index, startKg] of cuts.entries()) {
    const endKg = cuts[index + 1];
    const here = rowPiecesAt(startKg);
    if (endKg === undefined || here.length === 0) continue;
    const byKey = new Map(here.map(({ row }) => [row.key, row]));
    const atHand = incidents(startKg);
    yield {
      lot,
      lotId: lot.id,
      startKg,
      endKg,
      rows: [...byKey.values()].sort((a, b) => compare(a.key, b.key)),
      record: evidence(startKg),
      request: requests(startKg),
      run: runs(startKg),
      incidentKeys: new Set(atHand.flatMap(knownKeys)),
      isInDispute: atHand.some(({ isOpen, isDispute }) => isOpen && isDispute),
    };
  }
}

/** Between the keys of rows that are one incident. Keys are JSON, which has no line breaks. */
const KEY_SEPARATOR = "\n";

/** Key of all the section's rows: rows that differ are one incident. */
const keyOf = ({ rows }: Section) => rows.map(({ key }) => key).join(KEY_SEPARATOR);

/** Keys of the rows that are the incident with this key. */
export const rowKeysIn = (incidentKey: string): string[] => incidentKey.split(KEY_SEPARATOR);

/** A row that was decided with others is decided. One that waits with others may come corrected. */
const knownKeys = ({ rowKey, isOpen }: EvidenceLot["incidents"][number]) =>
  isOpen ? [rowKey] : rowKeysIn(rowKey);

const pieceOf = (section: Section, row: EvidenceRow) => {
  const { lotId, startKg, endKg } = section;
  return { row, rowKey: keyOf(section), lotId, startKg, endKg };
};

/** Text that we expect at the registry, and whether it is the pool's. */
function expectedText({ request, run }: Section, policy: Policy) {
  if (request) return { beneficiary: request.beneficiary, isPool: request.isPool };
  if (run?.isFull && run.beneficiary !== null) {
    return { beneficiary: run.beneficiary, isPool: false };
  }
  return { beneficiary: policy.poolText, isPool: true };
}

/** Returns whether the text is the pool's; null if it is not a true text for these kg. */
function fittingText(
  section: Section,
  beneficiary: string,
  policy: Policy,
): { isPool: boolean } | null {
  const { request, run } = section;
  if (isSameText(beneficiary, policy.poolText)) return { isPool: true };
  if (request && isSameText(beneficiary, request.beneficiary)) return { isPool: request.isPool };
  const isSole = run?.isFull && run.beneficiary !== null;
  return isSole && isSameText(beneficiary, run.beneficiary ?? "") ? { isPool: false } : null;
}

/** Returns whether the text is almost one that would fit. */
function isNearText({ request, run }: Section, beneficiary: string, policy: Policy): boolean {
  const expected = [policy.poolText, request?.beneficiary, run?.isFull && run.beneficiary];
  return expected.some((text) => text && isSimilarName(beneficiary, text));
}

/** Reason for which a date can't be that of the kg's retirement; null if it can. */
function dateFault({ run }: Section, isPool: boolean, row: EvidenceRow, policy: Policy) {
  const { retiredOn } = row;
  if (retiredOn === null) return "no_date";
  if (isInFuture(retiredOn, policy.now)) return "future_date";
  const isInAdvance = isPool && policy.timing === "before_sale";
  const allocatedOn = run?.newestAt.toISOString().slice(0, 10);
  // A registry's date may be that of another time zone.
  const isEarly = allocatedOn !== undefined && retiredOn < shiftDay(allocatedOn, -1);
  return isEarly && !isInAdvance ? "before_allocation" : null;
}

function proposalOf(section: Section, policy: Policy): EvidenceProposal {
  const { lotId, startKg, endKg, request } = section;
  const items = [{ lotId, startKg, endKg }];
  return { requestId: request?.requestId ?? null, ...expectedText(section, policy), items };
}

function confirmation(
  section: Section,
  row: EvidenceRow,
  reason: ConfirmationReason,
  policy: Policy,
): EvidenceOutcome {
  const proposal = proposalOf(section, policy);
  const { rows } = section;
  return { kind: "needs_confirmation", ...pieceOf(section, row), reason, proposal, rows };
}

/** Units that no order has touched. */
function unsoldOutcome(section: Section, row: EvidenceRow, policy: Policy): EvidenceOutcome {
  const piece = pieceOf(section, row);
  const isRetired = row.kind === "retired" && section.rows.length === 1;
  if (isRetired && row.beneficiary === null && policy.timing === "before_sale") {
    return confirmation(section, row, "no_beneficiary", policy);
  }
  const isForPool = row.beneficiary !== null && isSameText(row.beneficiary, policy.poolText);
  if (!isRetired || !isForPool) return { kind: "removal", ...piece };
  const fault = dateFault(section, true, row, policy);
  if (fault) return confirmation(section, row, fault, policy);
  return { kind: "evidence", ...piece, isPool: true, requestId: null };
}

/** Units of our orders. */
function soldOutcome(section: Section, row: EvidenceRow, policy: Policy): EvidenceOutcome {
  const { rows, request, run } = section;
  const piece = pieceOf(section, row);
  const wait = (reason: ConfirmationReason) => confirmation(section, row, reason, policy);
  if (rows.length > 1) return wait("rows_differ");
  if (row.kind === "cancelled") return wait("cancelled");
  if (row.beneficiary === null) return wait("no_beneficiary");
  const fitting = fittingText(section, row.beneficiary, policy);
  if (!fitting) {
    const isOnlyCustomer = !run?.isFull && isSimilarName(row.beneficiary, run?.beneficiary ?? "");
    if (isOnlyCustomer) return wait("rest_for_sale");
    if (isNearText(section, row.beneficiary, policy)) return wait("similar_name");
    const doubt = row.retiredOn !== null && dateFault(section, false, row, policy);
    if (doubt) return wait(doubt);
    return { kind: "other_beneficiary", ...piece, proposal: proposalOf(section, policy) };
  }
  const fault = dateFault(section, fitting.isPool, row, policy);
  if (fault) return wait(fault);
  if (section.isInDispute) return wait("in_dispute");
  return { kind: "evidence", ...piece, ...fitting, requestId: request?.requestId ?? null };
}

/** Returns whether the registry shows other facts now than those that were recorded. */
function differs(row: EvidenceRow, record: RecordedFacts): boolean {
  const isOtherName =
    row.beneficiary !== null && !isSameText(row.beneficiary, record.beneficiary ?? "");
  const isOtherDay = row.retiredOn !== null && row.retiredOn !== record.retiredOn;
  return isOtherName || isOtherDay || row.kind !== record.kind;
}

function outcomeOf(section: Section, policy: Policy): EvidenceOutcome[] {
  const { lot, rows, record, incidentKeys } = section;
  const row = rows.find(({ key }) => !incidentKeys.has(key));
  const isSold = section.startKg < lot.touchedEndKg;
  if (record && row && differs(row, record)) return [{ kind: "differs", ...pieceOf(section, row) }];
  const isKnown = record !== null || !row || incidentKeys.has(keyOf(section));
  if (isKnown || (lot.isRemoved && !isSold)) {
    return rows.slice(0, 1).map((first) => ({ kind: "known", ...pieceOf(section, first) }));
  }
  return [isSold ? soldOutcome(section, row, policy) : unsoldOutcome(section, row, policy)];
}

/** The facts that two adjacent outcomes must share to be one. */
function signature(outcome: EvidenceOutcome): string {
  const { kind } = outcome;
  const key = "rowKey" in outcome ? outcome.rowKey : outcome.row.key;
  const evidence = outcome.kind === "evidence" ? [outcome.isPool, outcome.requestId] : [];
  const reason = "reason" in outcome ? outcome.reason : null;
  const { requestId = null, beneficiary = null } = "proposal" in outcome ? outcome.proposal : {};
  return JSON.stringify([kind, key, evidence, reason, requestId, beneficiary]);
}

function mergeAdjacent(outcomes: Iterable<EvidenceOutcome>): EvidenceOutcome[] {
  const merged: EvidenceOutcome[] = [];
  for (const outcome of outcomes) {
    const last = merged.at(-1);
    const isNext =
      last !== undefined &&
      "lotId" in last &&
      "lotId" in outcome &&
      last.lotId === outcome.lotId &&
      last.endKg === outcome.startKg &&
      signature(last) === signature(outcome);
    if (!isNext) {
      merged.push(outcome);
      continue;
    }
    last.endKg = outcome.endKg;
    if (last.kind === "needs_confirmation" || last.kind === "other_beneficiary") {
      const { lotId, startKg, endKg } = last;
      last.proposal = { ...last.proposal, items: [{ lotId, startKg, endKg }] };
    }
  }
  return merged;
}

/**
 * Compares a registry's export of retirements with our allocations and requests. Each kg that a row
 * names gets one outcome, whatever the order of the rows; a row that was imported before gets
 * `known`. Evidence needs a beneficiary that fits: everything else waits for an operator.
 */
export function matchEvidence(input: EvidenceMatchInput): EvidenceOutcome[] {
  const { rows, lots } = input;
  const policy = { ...input.policy, now: input.now };
  const rowPieces = rows.flatMap((row) =>
    (row.pieces ?? []).map(({ lotId, startKg, endKg }) => ({ lotId, startKg, endKg, row })),
  );
  const byLot = Map.groupBy(rowPieces, ({ lotId }) => lotId);
  const outcomes = lots.flatMap((lot) => {
    const sections = [...sectionsOf(lot, byLot.get(lot.id) ?? [])];
    return mergeAdjacent(sections.flatMap((section) => outcomeOf(section, policy)));
  });
  const used = outcomes.flatMap((outcome) => ("lotId" in outcome ? [outcome] : []));
  return [...outcomes, ...matchRowsWithoutSerials(input, used)];
}
