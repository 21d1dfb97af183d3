// The SQL of impact: where the catalogue places projects.
import type { Mode } from "#core/context";
import type { Sql, Statement } from "#core/db";
import type { Project } from "#prisma";
import type { PlacedProject } from "./rules";

// In the catalogue's order; projects without a category come last, by type.
const FIND_PLACES: Statement = {
  name: "impact-find-places",
  text: `
    SELECT p.*, first.id AS category_id, first.name AS category_name,
           first.description AS category_description
    FROM projects p
    LEFT JOIN LATERAL (
      SELECT c.*, member.position AS place
      FROM category_projects member
      JOIN project_categories c ON c.mode = member.mode AND c.id = member.category_id
      WHERE member.mode = p.mode AND member.project_id = p.id
      ORDER BY c.position, c.id
      LIMIT 1
    ) first ON true
    WHERE p.mode = $1 AND p.id = ANY ($2::text[])
    ORDER BY first.position, first.id, CASE WHEN first.id IS NULL THEN p.type END, first.place,
             p.position, p.id`,
};

type PlaceRow = Record<string, unknown> & {
  category_id: string | null;
  category_name: string | null;
  category_description: string | null;
};

/** A row of projects as the Prisma client would give it: the same types, in camelCase. */
function toProject(row: Record<string, unknown>): Project {
  const fields = Object.entries(row).map(([column, value]) => [
    column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    value,
  ]);
  return Object.fromEntries(fields) as Project;
}

/** The projects with the first category that holds each, in the order in which they are shown. */
export async function findPlaces(
  sql: Sql,
  wanted: { mode: Mode; projectIds: string[] },
): Promise<PlacedProject[]> {
  const rows = await sql.query<PlaceRow>(FIND_PLACES, [wanted.mode, wanted.projectIds]);
  return rows.map(({ category_id: id, category_name, category_description, ...row }) => ({
    project: toProject(row),
    category:
      id === null
        ? null
        : { id, name: category_name ?? "", description: category_description ?? "" },
  }));
}
