import type { RegistryStatus } from "#domain/inventory";
import type { ReplacedAs } from "./order";

/** Facts of one sentence, formatted in its language. */
export interface SentenceFacts {
  /** "25 kg". */
  mass: string;
  /** Beneficiary. */
  name: string;
  seller: string;
  /** Name of the registry; null for the sandbox's. */
  registry: string | null;
  /** "November 3, 2026". */
  day: string;
  /** The registry's reference, if it has one. */
  reference: string | null;
}

type Sentence = (facts: SentenceFacts) => string;

/** Sentences about an order whose credits all have one status, and about a part of its credits. */
interface StatusCopy {
  whole: Sentence;
  part: Sentence;
}

export interface RetirementCopy extends Record<RegistryStatus, StatusCopy> {
  /** Short names of the statuses, for headings and lists. */
  labels: Record<RegistryStatus, string>;
  orderCancelled: string;
  waiting: string;
  /** First sentence of a live statement in which no part is disputed or unreported. */
  setAside: Sentence;
  /** First sentence if the credits have several statuses, some disputed or unreported. */
  allocated: Sentence;
  /** First sentence if all credits are retired, in several records. */
  retiredInParts: Sentence;
  /** A part of the credits that several records retired; `day` is the latest. */
  retiredByDay: Sentence;
  /** Credits of which others took the place; `day` is the day of that. */
  replaced: Record<ReplacedAs, Sentence>;
  /** Last sentence if all credits are retired. */
  final: string;
  /** `pool` is the name that the registry shows for a tonne of several customers. */
  shared(pool: string): string;
  /** Retired credits whose records name no beneficiary: the attribution is the seller's own. */
  unnamed: Sentence;
  /** First sentence in test mode. */
  test: string;
}
