import type { EvidenceKind } from "#domain/inventory";
import type { KgStretch, UnitRun } from "./unit-runs-rules";

/** Kg of a lot; `endKg` is not included. */
export interface LotStretch extends KgStretch {
  lotId: string;
}

/** A row of a registry's export of retirements, and the kg of our lots that its serials are. */
export interface EvidenceRow {
  /** Equal for rows with equal facts; does not depend on the row's place. */
  key: string;
  kind: EvidenceKind;
  quantityKg: number | null;
  /** ISO date. */
  retiredOn: string | null;
  beneficiary: string | null;
  projectRegistryId: string | null;
  vintageYear: number | null;
  /** Null if the row has no serials, or serials that name more than was retired. */
  pieces: readonly LotStretch[] | null;
}

export interface OpenRequestItem extends KgStretch {
  requestId: string;
  beneficiary: string;
  isPool: boolean;
}

/** Facts of a registry's record that an export may show differently later. */
export interface RecordedFacts {
  kind: EvidenceKind;
  retiredOn: string;
  beneficiary: string | null;
}

/** A lot of ours that some row shares serials with. All lists are sorted and disjoint. */
export interface EvidenceLot {
  id: string;
  isRemoved: boolean;
  /** End of the last unit that an order has touched. */
  touchedEndKg: number;
  /** Live records of the registry. */
  evidence: readonly (KgStretch & RecordedFacts)[];
  requests: readonly OpenRequestItem[];
  /** Touched units. */
  runs: readonly UnitRun[];
  /** Waiting rows and rows in dispute, open or resolved, by the row's key. May overlap. */
  incidents: readonly (KgStretch & { rowKey: string; isOpen: boolean; isDispute: boolean })[];
}

/** Whole units that wait to be retired: a row without serials may be theirs. */
export interface EvidenceCandidate {
  requestId: string | null;
  beneficiary: string;
  isPool: boolean;
  projectRegistryId: string | null;
  vintageYear: number;
  quantityKg: number;
  /** ISO date of the oldest allocation: no earlier retirement can be for it. */
  allocatedOn: string;
  items: readonly LotStretch[];
}

export interface EvidenceMatchInput {
  rows: readonly EvidenceRow[];
  lots: readonly EvidenceLot[];
  candidates: readonly EvidenceCandidate[];
  /** Number of incidents, open or resolved, with this row and no kg of a lot. */
  waitingRows: ReadonlyMap<string, number>;
  policy: { poolText: string; timing: "after_sale" | "before_sale" };
  now: Date;
}

/** Reason why an operator must decide. */
export type ConfirmationReason =
  | "no_serials"
  | "no_beneficiary"
  | "no_date"
  | "future_date"
  | "before_allocation"
  | "similar_name"
  | "cancelled"
  | "rest_for_sale"
  | "in_dispute"
  | "rows_differ";

/** Evidence that is recorded if the operator confirms, and the text that we expected. */
export interface EvidenceProposal {
  requestId: string | null;
  beneficiary: string;
  isPool: boolean;
  items: readonly LotStretch[];
}

interface OfRow {
  row: EvidenceRow;
}

interface OfPiece extends OfRow, LotStretch {
  /** Key of the row; of all of them if rows differ about these kg. */
  rowKey: string;
}

export type EvidenceOutcome =
  | (OfPiece & { kind: "evidence"; isPool: boolean; requestId: string | null })
  | (OfPiece & { kind: "other_beneficiary"; proposal: EvidenceProposal })
  | (OfPiece & {
      kind: "needs_confirmation";
      reason: ConfirmationReason;
      proposal: EvidenceProposal;
      /** All rows about these kg. */
      rows: readonly EvidenceRow[];
    })
  /** No order has touched these units: they leave stock. */
  | (OfPiece & { kind: "removal" })
  | (OfPiece & { kind: "known" })
  /** The kg have a record with other facts than the row. */
  | (OfPiece & { kind: "differs" })
  /** Without serials: the candidate that fits, or a row that waits already, or nothing of ours. */
  | (OfRow & {
      kind: "row_needs_confirmation";
      reason: "no_serials";
      proposal: EvidenceProposal;
    })
  | (OfRow & { kind: "row_known" })
  | (OfRow & { kind: "row_unrelated" });
