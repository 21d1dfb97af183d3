// The SQL of impact: where the catalogue places projects.
import { sql } from "kysely";
import type { Mode } from "#core/context";
import type { Sql } from "#core/db";
import { type Params, queriesOn } from "#core/query";
import type { CatalogueTables } from "#domain/catalogue";
import type { PlacedProject } from "./rules";

const query = queriesOn<CatalogueTables>();

interface Asked {
  mode: Mode;
  projectIds: string[];
}

// In the catalogue's order; projects without a category come last, by type.
const findPlaced = query("impact-find-places", (db, asked: Params<Asked>) =>
  db
    .selectFrom("projects as p")
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("categoryProjects as member")
          .innerJoin("projectCategories as c", (join) =>
            join.onRef("c.mode", "=", "member.mode").onRef("c.id", "=", "member.categoryId"),
          )
          .select(["c.id", "c.name", "c.description", "c.position", "member.position as place"])
          .whereRef("member.mode", "=", "p.mode")
          .whereRef("member.projectId", "=", "p.id")
          .orderBy("c.position")
          .orderBy("c.id")
          .limit(1)
          .as("first"),
      (join) => join.onTrue(),
    )
    .selectAll("p")
    .select(["first.id as categoryId", "first.name as categoryName"])
    .select("first.description as categoryDescription")
    .where("p.mode", "=", asked.mode)
    .where("p.id", "=", sql<string>`any (${asked.projectIds}::text[])`)
    .orderBy("first.position")
    .orderBy("first.id")
    .orderBy((eb) => eb.case().when("first.id", "is", null).then(eb.ref("p.type")).end())
    .orderBy("first.place")
    .orderBy("p.position")
    .orderBy("p.id"),
);

/** The projects with the first category that holds each, in the order in which they are shown. */
export async function findPlaces(db: Sql, asked: Asked): Promise<PlacedProject[]> {
  const rows = await findPlaced(db, asked);
  return rows.map(({ categoryId: id, categoryName, categoryDescription, ...project }) => ({
    project,
    category:
      id === null ? null : { id, name: categoryName ?? "", description: categoryDescription ?? "" },
  }));
}
