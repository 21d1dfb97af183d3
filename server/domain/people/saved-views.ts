// Views of the dashboard's lists, which only the person who saved them sees.
import type { Context } from "#core/context";
import { isUniqueViolation } from "#core/db-errors";
import { conflict, notFound, Problem } from "#core/errors";
import { newId } from "#core/id";
import { type Params, queriesOn } from "#core/query";
import type { AccountTables } from "#domain/accounts";
import type { SavedView } from "#prisma";
import type { ChangeView, ListViews, SaveView } from "./schema";

export interface ViewOwner {
  personId: string;
  /** Null on the operator's screens. */
  accountId: string | null;
}

type View = Pick<SavedView, "id" | "name" | "query" | "columns">;

/** Views of one list at most. */
const MAX_VIEWS = 50;

const fields = { id: true, name: true, query: true, columns: true } as const;

/** Two views saved at once must not both be the last one allowed. */
const lockPerson = queriesOn<AccountTables>()(
  "people-lock-person-for-views",
  (db, person: Params<{ id: string }>) =>
    db.selectFrom("people").select("id").where("id", "=", person.id).forNoKeyUpdate(),
);

function explain(cause: unknown): never {
  if (!isUniqueViolation(cause)) throw cause;
  const errors = { name: ["is the name of another view"] };
  throw new Problem("conflict", { title: "Another view has this name", errors, cause });
}

/** Oldest first. */
export function listViews(
  ctx: Context,
  { owner, screen }: ListViews & { owner: ViewOwner },
): Promise<View[]> {
  const where = { ...owner, screen };
  return ctx.db.prisma.savedView.findMany({ where, select: fields, orderBy: { id: "asc" } });
}

/** @throws conflict, naming `name` if another view of the list has it */
export async function saveView(
  ctx: Context,
  { owner, ...view }: SaveView & { owner: ViewOwner },
): Promise<View> {
  const { savedView } = ctx.db.prisma;
  await lockPerson(ctx.db, { id: owner.personId });
  if ((await savedView.count({ where: { ...owner, screen: view.screen } })) >= MAX_VIEWS) {
    throw conflict("You have too many views of this list", "Delete one that you no longer use.");
  }
  const data = { ...owner, ...view, id: newId("savedView"), createdAt: ctx.now };
  return savedView.create({ data, select: fields }).catch(explain);
}

/** @throws not-found if it is not the owner's; conflict naming `name` */
export async function changeView(
  ctx: Context,
  { owner, id, name, state }: ChangeView & { owner: ViewOwner },
): Promise<void> {
  const data = { ...(name !== undefined && { name }), ...state };
  const where = { ...owner, id };
  const { count } = await ctx.db.prisma.savedView.updateMany({ where, data }).catch(explain);
  if (count === 0) throw notFound("view");
}

/** @throws not-found if it is not the owner's */
export async function deleteView(
  ctx: Context,
  { owner, id }: { owner: ViewOwner; id: string },
): Promise<void> {
  const { count } = await ctx.db.prisma.savedView.deleteMany({ where: { ...owner, id } });
  if (count === 0) throw notFound("view");
}
