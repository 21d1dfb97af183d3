// A project that is in the catalogue, in the form of a catalogue file.
import type { Project } from "#prisma";
import { toProjectDetailResource } from "./resource";
import { ProjectEntry } from "./schema";

/** The project as a catalogue file would have it. */
export function toProjectEntry(row: Project): ProjectEntry {
  return ProjectEntry.parse({
    ...toProjectDetailResource(row),
    // As it was written: the public form makes an absolute address of it.
    primary_image_url: row.primaryImageUrl,
  });
}
