import type { ImpactResource, PublicImpact, SectionName } from "#domain/impact";
import { placeOf } from "#ui/world";

export type CategoryView = ImpactResource["categories"][number];

export interface ProjectView {
  /** Number on the map and in the list, from 1. */
  number: number;
  /** Index of the category whose color it has. */
  category: number;
  kg: number;
  vintages: string;
  project: CategoryView["projects"][number]["project"];
  place: readonly [x: number, y: number] | null;
}

export interface ImpactView extends Pick<PublicImpact, "mode" | "page" | "months"> {
  impact: ImpactResource;
  projects: ProjectView[];
}

export function has({ page }: ImpactView, section: SectionName): boolean {
  return page.sections.includes(section);
}

/** Numbers the projects of all categories and locates them on the map. */
export function projectsOf({ categories }: ImpactResource): ProjectView[] {
  const all = categories.flatMap(({ projects }, category) =>
    projects.map(({ project, offset_kgs: kg, vintages }) => ({ project, kg, vintages, category })),
  );
  return all.map((one, index) => ({
    ...one,
    number: index + 1,
    place: placeOf(one.project.location_latitude, one.project.location_longitude),
  }));
}
