// Pure decisions about the public page: how it is shown where nothing was set, and by what was.
import type { Mode } from "#core/context";
import { type EquivalentName, equivalentNames } from "./rules";

/** In the order in which they are shown. */
export const sectionNames = ["map", "equivalents", "timeline", "projects"] as const;
export type SectionName = (typeof sectionNames)[number];

export interface ImpactPage {
  slug: string;
  isEnabled: boolean;
  /** In the order in which they are shown. */
  equivalents: EquivalentName[];
  /** In the order in which they are shown. */
  sections: SectionName[];
  /** Whether search engines may have it. */
  isListed: boolean;
}

/** What was set of a page. */
export interface PageSettings {
  enabled: boolean;
  enabledEquivalents: readonly string[];
  sections: readonly string[];
  listed: boolean;
}

/** How every page begins: shown, with all, to all. */
export const firstSettings: PageSettings = {
  enabled: true,
  enabledEquivalents: equivalentNames,
  sections: sectionNames,
  listed: true,
};

/** The page as it was set. A search must never find what was retired on test alone. */
export function pageOf(
  { slug, mode }: { slug: string; mode: Mode },
  set: PageSettings | null,
): ImpactPage {
  const { enabled, enabledEquivalents, sections, listed } = set ?? firstSettings;
  return {
    slug,
    isEnabled: enabled,
    equivalents: equivalentNames.filter((name) => enabledEquivalents.includes(name)),
    sections: sectionNames.filter((name) => sections.includes(name)),
    isListed: listed && mode === "live",
  };
}

// An account's slug has no underscore, its id and those of subaccounts have one: none is two things.
const ACCOUNT_SLUG = /^[a-z0-9-]{1,105}$/;
const SUBACCOUNT_ID = /^sub_[0-9a-z]{26}$/;

/** Whose page the text in an address can name; null: nobody's. */
export function ownerKindOf(slug: string): "account" | "subaccount" | null {
  if (ACCOUNT_SLUG.test(slug)) return "account";
  return SUBACCOUNT_ID.test(slug) ? "subaccount" : null;
}
