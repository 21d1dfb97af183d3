// A kilogram has one beneficiary, who alone may claim it.

/** Tonnes that a page headlines: its owner's, or those of the owner's customers and partners. */
export const headlines = ["own", "for_others"] as const;
export type HeadlineName = (typeof headlines)[number];

/** Kg that the ledger allocated, and those of them whose retirement a registry has recorded. */
export interface RecordedKg {
  kg: number;
  registryRetiredKg: number;
}

/** Recorded kg, and those of them whose beneficiary is the owner of the page. */
export interface SplitKg extends RecordedKg {
  ownKg: number;
  ownRegistryRetiredKg: number;
}

/** The kg of the owner, or else those of its customers and partners. A kg is one or the other. */
export function recordedFor(whose: HeadlineName, sums: SplitKg): RecordedKg {
  const own = { kg: sums.ownKg, registryRetiredKg: sums.ownRegistryRetiredKg };
  if (whose === "own") return own;
  return {
    kg: sums.kg - own.kg,
    registryRetiredKg: sums.registryRetiredKg - own.registryRetiredKg,
  };
}

/** The headline that was chosen, or the other one while the owner has only such tonnes. */
export function effectiveHeadline(chosen: HeadlineName, sums: SplitKg): HeadlineName {
  const isEmpty = recordedFor(chosen, sums).kg === 0;
  if (!isEmpty || sums.kg === 0) return chosen;
  return chosen === "own" ? "for_others" : "own";
}

export function sumKg(parts: readonly { kg: number }[]): number {
  return parts.reduce((kg, part) => kg + part.kg, 0);
}

/** Sums all kg and own kg. */
export function sumSplit(parts: readonly SplitKg[]): SplitKg {
  return {
    kg: sumKg(parts),
    registryRetiredKg: sumRegistryRetiredKg(parts),
    ownKg: parts.reduce((kg, part) => kg + part.ownKg, 0),
    ownRegistryRetiredKg: parts.reduce((kg, part) => kg + part.ownRegistryRetiredKg, 0),
  };
}

export function sumRegistryRetiredKg(parts: readonly { registryRetiredKg: number }[]): number {
  return parts.reduce((kg, part) => kg + part.registryRetiredKg, 0);
}
