// What the page of a project is made of.
import type { findPublicProject, ProjectDetailResource } from "#domain/catalogue";
import type { listRetiredOfProject } from "#domain/impact";

type Found = NonNullable<Awaited<ReturnType<typeof findPublicProject>>>;

export interface Shown extends Omit<Found, "project"> {
  project: ProjectDetailResource;
  /** By vintage, the oldest first. */
  retired: Awaited<ReturnType<typeof listRetiredOfProject>>;
}
