import type { ImportedLot } from "./export-contents";
import type { ImportedProject } from "./imported-project";

type Mechanism = NonNullable<ImportedProject["mechanism"]>;

/** Facts about credits, from the labels that a registry lists with them. */
export interface LabelFacts {
  mechanism: Mechanism | null;
  lot: Pick<ImportedLot, "labels" | "corresponding_adjustment">;
}

const removals = /^(?:carbon dioxide removals?|emission removals?|removals?)$/i;
const reductions = /^(?:ghg )?emissions? reductions?$|^reductions?$/i;

function mechanismOf(items: readonly string[]): Mechanism | null {
  const isRemoval = items.some((item) => removals.test(item));
  const isReduction = items.some((item) => reductions.test(item));
  if (isRemoval && isReduction) return "mixed";
  if (isRemoval) return "removal";
  return isReduction ? "reduction" : null;
}

export const isMechanism = (item: string) => mechanismOf([item]) !== null;

/** Labels keep the registry's name, except the CCP label, which registries call differently. */
const schemeOf = (item: string) =>
  /^(?:ICVCM )?CCP(?:[- ](?:approved|eligible|label(?:led|ed)?))?$/i.test(item) ? "CCP" : item;

/** The label that a "yes" in this column gives: `CORSIA Eligible` is `CORSIA`. */
export const labelNamed = (column: string) =>
  column.replace(/^eligible for /i, "").replace(/\s+(?:eligible|approved)$/i, "");

/**
 * Reads labels such as `ICVCM CCP` and `Article 6 Authorized – NDC Use`. Empty lists state nothing:
 * they leave a lot's labels as they are.
 */
export function readLabels(items: readonly string[], sourceUrl: string): LabelFacts {
  const schemes = items.filter((item) => !isMechanism(item)).map(schemeOf);
  const labels = [...new Set(schemes)].map((scheme) => ({
    scheme: scheme.slice(0, 128),
    granted_on: null,
    source_url: sourceUrl,
  }));
  const isAuthorized = items.some((item) => /^article 6 authori[sz]ed/i.test(item));
  return {
    mechanism: mechanismOf(items),
    lot: {
      ...(labels.length > 0 && { labels }),
      ...(isAuthorized && { corresponding_adjustment: "authorized" }),
    },
  };
}
