import type { Context, Mode } from "#core/context";
import type { FileRetirementRow } from "./export-contents";
import type { Registry } from "./registry-identities";

/** Consequences of the retired rows of an import for orders. */
export interface EvidenceReport {
  /** Records of the registry that became evidence. */
  retirements: number;
  retiredKg: number;
  /** Orders with new evidence. */
  orders: number;
  /** Rows that name another beneficiary for credits of ours. */
  incidents: number;
  incidentKg: number;
  /** Rows that an operator must confirm. */
  confirmations: number;
  /** Rows of which nothing is new. */
  knownRows: number;
  /** Those of them that differ from what was recorded: `till registry drift` lists them. */
  differingRows: number;
  /** Rows without anything of ours. */
  unrelatedRows: number;
  changed: boolean;
}

export interface EvidenceInput {
  mode: Mode;
  registry: Registry;
  rows: readonly FileRetirementRow[];
  /**
   * `slice`: records a part if the rows are about many orders. `preview`: records nothing.
   * Default: records all.
   */
  extent?: "slice" | "preview" | undefined;
}

export interface RecordedEvidence {
  report: EvidenceReport;
  /** The rows whose unsold serials leave stock. */
  removable: readonly FileRetirementRow[];
  /** Orders with new evidence. */
  orderKeys: readonly string[];
  /** True if only a part was recorded: repeat it. */
  hasMore: boolean;
}

/**
 * Records the rows as evidence for orders. The room above implements it, because evidence builds on
 * stock and orders.
 */
export type RecordEvidence = (ctx: Context, input: EvidenceInput) => Promise<RecordedEvidence>;
