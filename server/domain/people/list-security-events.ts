// Failed and unusual sign-ins of the whole installation, newest first.
import type { Context } from "#core/context";
import { invalid } from "#core/errors";
import { cursorOf, type Page, pageOf, walkOf } from "#core/page";
import type { Prisma, SecurityEvent } from "#prisma";
import { normalEmail } from "./login-rules";
import { securityEmailHash } from "./record-security-event";
import type { ListSecurityEvents } from "./schema";

export interface ListedSecurityEvent extends SecurityEvent {
  /** Null where nobody here is concerned, such as at a login with an unknown address. */
  person: { id: string; name: string; email: string } | null;
}

/** Addresses are stored as digests, so one is found only when it is given in full. */
async function conditionOf(ctx: Context, search: string): Promise<Prisma.SecurityEventWhereInput> {
  if (!search.includes("@")) return { network: search.trim() };
  const email = normalEmail(search);
  const emailHash = new Uint8Array(await securityEmailHash(ctx, email));
  const person = await ctx.db.prisma.person.findUnique({ where: { email } });
  return { OR: [{ emailHash }, ...(person ? [{ personId: person.id }] : [])] };
}

/** A page of security events. @throws invalid naming the cursor that does not exist */
export async function listSecurityEvents(
  ctx: Context,
  input: ListSecurityEvents,
): Promise<Page<ListedSecurityEvent>> {
  const { securityEvent, person } = ctx.db.prisma;
  const cursor = cursorOf(input);
  if (cursor && !(await securityEvent.findUnique({ where: { id: cursor.id } }))) {
    throw invalid(cursor.parameter, "is not the id of a security event");
  }
  const { beyond, ...walk } = walkOf(input.limit, cursor);
  const search = input.search ? await conditionOf(ctx, input.search) : {};
  const kind = input.kind ? { kind: input.kind } : {};
  const rows = await securityEvent.findMany({ where: { AND: [kind, search, beyond] }, ...walk });
  const { data, hasMore } = pageOf(rows, input.limit, cursor);
  const people = await person.findMany({
    where: { id: { in: data.flatMap(({ personId }) => personId ?? []) } },
    select: { id: true, name: true, email: true },
  });
  const byId = new Map(people.map((one) => [one.id, one]));
  return {
    data: data.map((row) => ({ ...row, person: byId.get(row.personId ?? "") ?? null })),
    hasMore,
  };
}
