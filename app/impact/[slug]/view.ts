import type { Language } from "#core/language";
import { formatMass } from "#core/mass";
import type { Reader } from "#core/reader";
import type { Brand } from "#domain/brands";
import {
  type Headline,
  type HeadlineName,
  headlineOf,
  type ImpactResource,
  type PublicImpact,
  type SectionName,
} from "#domain/impact";
import type { PictureSources } from "#domain/pictures";
import { placeOf } from "#ui/world";
import { impactCopy } from "./copy/copy";

export type CategoryView = ImpactResource["categories"][number];

export interface ProjectView {
  /** Number on the map and in the list, from 1. */
  number: number;
  /** Index of the category whose color it has. */
  category: number;
  kg: number;
  recorded: Recorded;
  vintages: string;
  project: CategoryView["projects"][number]["project"];
  place: readonly [x: number, y: number] | null;
  /** Null: none, or not fetched yet. */
  picture: PictureSources | null;
}

export interface ImpactView extends Pick<PublicImpact, "mode" | "page" | "months" | "alongside"> {
  /** The tonnes are the owner's, or those of others. */
  whose: HeadlineName;
  reader: Reader;
  brand: Brand;
  impact: ImpactResource;
  /** Of the categories, by index. */
  colors: (number | null)[];
  headline: Headline;
  projects: ProjectView[];
}

export interface Recorded {
  registry_retired_kgs: number;
  pending_kgs: number;
}

/** "9 t retired at registries; 3.5 t set aside, retirement pending"; without amounts if it is all one. */
export function splitText(
  { registry_retired_kgs, pending_kgs }: Recorded,
  language: Language,
): string {
  const { split } = impactCopy[language];
  if (pending_kgs === 0) return split.allRetired;
  if (registry_retired_kgs === 0) return split.allPending;
  const retired = split.retired(formatMass(registry_retired_kgs, language));
  return `${retired}; ${split.pending(formatMass(pending_kgs, language))}`;
}

/** "9 t of CO₂e retired", or "set aside", of the larger part that can be claimed. */
export function claimText(headline: Headline, language: Language): string {
  const { of, retired, setAside } = impactCopy[language];
  const claim = headline.claim === "retired" ? retired : setAside;
  return [formatMass(headline.kg, language), of, "CO₂e", claim].filter(Boolean).join(" ");
}

/** The beneficiary of the tonnes on the page. */
export function beneficiaryOf({ whose, impact, reader }: ImpactView): string {
  return whose === "own" ? impact.name : impactCopy[reader.language].forOthers.name(impact.name);
}

/** The tonnes that the headline leaves out; null without any. */
export function alongsideText({ whose, impact, alongside, reader }: ImpactView): string | null {
  if (alongside.kg === 0) return null;
  const { forOthers } = impactCopy[reader.language];
  const claim = claimText(headlineOf(alongside), reader.language);
  return whose === "own"
    ? forOthers.alongside(claim, impact.name)
    : forOthers.ownAlongside(claim, impact.name);
}

/** The same as a sentence of its own. */
export function splitSentence(recorded: Recorded, language: Language): string {
  const text = splitText(recorded, language);
  return text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
}

export function has({ page }: ImpactView, section: SectionName): boolean {
  return page.sections.includes(section);
}

/** Numbers the projects of all categories and locates them on the map. */
export function projectsOf(
  { categories }: ImpactResource,
  pictures: ReadonlyMap<string, PictureSources>,
): ProjectView[] {
  const all = categories.flatMap(({ projects }, category) =>
    projects.map(({ project, offset_kgs: kg, vintages, ...recorded }) => ({
      ...{ project, kg, vintages, category },
      recorded,
    })),
  );
  return all.map((one, index) => ({
    ...one,
    number: index + 1,
    picture: pictures.get(one.project.primary_image_url ?? "") ?? null,
    place: placeOf(one.project.location_latitude, one.project.location_longitude),
  }));
}
