// What the page is made of: the impact as the API gives it, and the places of its projects.
import type { ImpactResource, PublicImpact, SectionName } from "#domain/impact";
import { placeOf } from "#ui/world";

export type ShownCategory = ImpactResource["categories"][number];

export interface ShownProject {
  /** Its number on the map and in the lists, from 1 on. */
  number: number;
  /** Whose colour it has, from 0 on. */
  category: number;
  kg: number;
  vintages: string;
  project: ShownCategory["projects"][number]["project"];
  place: readonly [x: number, y: number] | null;
}

export interface Shown extends Pick<PublicImpact, "mode" | "page" | "months"> {
  impact: ImpactResource;
  /** In the order of the categories. */
  projects: ShownProject[];
}

/** Whether the page's owner wants the section on it. */
export function has({ page }: Shown, section: SectionName): boolean {
  return page.sections.includes(section);
}

/** Numbers the projects through all categories, and finds them on the map. */
export function projectsOf({ categories }: ImpactResource): ShownProject[] {
  const all = categories.flatMap(({ projects }, category) =>
    projects.map(({ project, offset_kgs: kg, vintages }) => ({ project, kg, vintages, category })),
  );
  return all.map((one, index) => ({
    ...one,
    number: index + 1,
    place: placeOf(one.project.location_latitude, one.project.location_longitude),
  }));
}
