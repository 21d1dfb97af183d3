// The reviewed list of mutants of rules that change nothing, each with the reason.
import type { Equivalent } from "./equivalents";

export const listed: readonly Equivalent[] = [];
