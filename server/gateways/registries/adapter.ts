// The interface of a registry adapter. Each adapter is a folder here, listed in adapters.ts.
import type { Mode } from "#core/context";

/** Credits to retire in one beneficiary's name, or under the operator's pool text. */
export interface RetirementRequest {
  /**
   * Ours, carried in the registry's note: registries have no idempotency keys, so a request whose
   * response was lost is recognized by it.
   */
  id: string;
  mode: Mode;
  beneficiary: string;
  /** The registry's ID for the beneficiary, where it needs one; null for the operator's own. */
  organizationId: string | null;
  items: readonly RequestedCredits[];
  /** When it was last sent; null before. */
  sentAt: Date | null;
}

export interface RequestedCredits {
  /** Serials of the whole lot. */
  serialNumberRange: string;
  quantityKg: number;
}

/** The registry's own record of a retirement. */
export interface RegistryRecord {
  /** The registry's ID. */
  reference: string;
  /** Such as 2026-11-03. */
  retiredOn: string;
  quantityKg: number;
  beneficiary: string | null;
  url: string | null;
}

/**
 * JSON that is stored before a request is sent, and used by every attempt. It pins down what can be
 * retired only once, so that a repeated attempt cannot retire other credits.
 */
export type Plan = Readonly<Record<string, unknown>>;

export type Preparation =
  | { state: "ready"; plan: Plan }
  /** The registry will never accept it as it is. */
  | { state: "refused"; reason: string }
  | { state: "unavailable"; reason: string };

export type RetireResult =
  | { state: "confirmed"; record: RegistryRecord }
  /**
   * It will not accept the request. A proxy may have delivered a copy that it accepted, so only
   * `find` tells that nothing was retired.
   */
  | { state: "refused"; reason: string }
  /** Accepted; `find` returns the record later. */
  | { state: "pending" }
  /** The registry may have retired the credits, or may still do so. */
  | { state: "unknown"; reason: string };

export type FindResult =
  | { state: "confirmed"; record: RegistryRecord }
  | { state: "pending" }
  /** The registry has no such retirement. One that is still under way may appear until `settleMs`. */
  | { state: "absent" }
  | { state: "unavailable"; reason: string };

/**
 * Calls about single requests. They may be repeated, never run inside a database transaction, and never
 * throw because of a registry or network. Each response has a time limit.
 */
export interface RegistryCalls {
  /** Chooses what to retire. Changes nothing. `taken` are the plans of other open requests. */
  prepare(request: RetirementRequest, taken: readonly Plan[]): Promise<Preparation>;
  /** Sends the request. */
  retire(request: RetirementRequest, plan: Plan): Promise<RetireResult>;
  /** Asks for a request that was sent. Called after `pending`, `unknown`, and a crash. */
  find(request: RetirementRequest, plan: Plan): Promise<FindResult>;
}

export interface Capabilities {
  /** The smallest amount that it retires; null for the unit of the lot's registry. */
  unitKg: number | null;
  /** A request names its beneficiary by the registry's own ID. */
  needsOrganizationId: boolean;
  /** A request may contain credits of one supplier only. */
  oneSupplierPerRequest: boolean;
}

/** A result of the installation's self-test. */
export interface AdapterFinding {
  /** "unused": not configured, and not needed. */
  state: "ok" | "problem" | "unused";
  /** For a problem, what to correct, starting with the variable's name. */
  detail: string;
}

export interface RegistryAdapter {
  /** Stored in the database, and the folder's name. Never changes. */
  readonly name: string;
  /** Used in sentences: "requests to <label>". */
  readonly label: string;
  /** Keys of the registries that it can serve; null for all. */
  readonly registries: readonly string[] | null;
  readonly capabilities: Capabilities;
  /** First pause before asking about a request that was sent; later ones grow. */
  readonly firstPollMs: number;
  /**
   * After this time a request that was sent is either in the registry's list, or was never carried
   * out. Only then `absent` counts.
   */
  settleMs(): number;
  /** Returns why it can't serve this mode and what the operator can set; null if it can. */
  setupHint(mode: Mode): string | null;
  /** Returns the calls, or null if people work at the registry. @throws Error if not configured */
  calls(mode: Mode): RegistryCalls | null;
  /** Tests the settings with the registry. */
  probe(): Promise<AdapterFinding[]>;
}
