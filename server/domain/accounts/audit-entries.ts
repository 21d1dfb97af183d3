import type { AccountContext } from "#core/context";
import type { Change } from "#core/edits";
import { invalid } from "#core/errors";
import { firstIdAt, orderNumber } from "#core/id";
import { cursorOf, type Page, pageOf, walkOf } from "#core/page";
import type { AuditEntry } from "#prisma";
import type { actorTypes, ListAuditEntries } from "./schema";

export interface AuditLogEntry {
  id: string;
  at: Date;
  actor: {
    type: (typeof actorTypes)[number];
    id: string | null;
    /** Name of a person or key; null if it no longer exists. */
    name: string | null;
    email: string | null;
  };
  action: string;
  /**
   * The object of the action. Its name is that of a key, person or subaccount, or an order number.
   */
  subject: { id: string; name: string | null } | null;
  data: Record<string, string | number | boolean | null>;
  /** Fields of an edit with both values, as texts. */
  changes: { field: string; before: string; after: string }[];
  requestId: string | null;
}

/** The changes apart from what else the entry says. */
function dataOf({ data: stored }: AuditEntry): Pick<AuditLogEntry, "data" | "changes"> {
  const { changes = {}, ...data } = stored as AuditLogEntry["data"] & {
    changes?: Record<string, Change>;
  };
  const textOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
  return {
    data,
    changes: Object.entries(changes).map(([field, { before, after }]) => ({
      field,
      before: textOf(before),
      after: textOf(after),
    })),
  };
}

const HOUR_MS = 3_600_000;

/**
 * Filters by time, and by id so that the primary key is used: an id is made within an hour of its
 * entry.
 */
function within(input: Pick<ListAuditEntries, "from" | "to">) {
  const from = input.from ? new Date(input.from) : null;
  const to = input.to ? new Date(input.to) : null;
  if (from && to && from > to) throw invalid("to", "must not be before from");
  const idAt = (at: Date, hours: number) =>
    firstIdAt("auditEntry", new Date(at.getTime() + hours * HOUR_MS));
  return [
    ...(from ? [{ createdAt: { gte: from }, id: { gte: idAt(from, -1) } }] : []),
    ...(to ? [{ createdAt: { lte: to }, id: { lt: idAt(to, 1) } }] : []),
  ];
}

/** Names of the account's keys and subaccounts, and of persons. */
async function namesOf(ctx: AccountContext, entries: readonly AuditEntry[]) {
  const { prisma } = ctx.db;
  const ids = entries.flatMap(({ actorId, subjectId }) => [actorId ?? "", subjectId ?? ""]);
  const like = (prefix: string) => [...new Set(ids.filter((id) => id.startsWith(prefix)))];
  const accountId = ctx.account.id;
  const select = { id: true, name: true } as const;
  const [people, keys, subaccounts] = await Promise.all([
    prisma.person.findMany({
      where: { id: { in: like("per_") } },
      select: { id: true, name: true, email: true },
    }),
    prisma.apiKey.findMany({ where: { accountId, id: { in: like("key_") } }, select }),
    prisma.subaccount.findMany({ where: { accountId, id: { in: like("sub_") } }, select }),
  ]);
  return {
    names: new Map([...people, ...keys, ...subaccounts].map(({ id, name }) => [id, name])),
    emails: new Map(people.map(({ id, email }) => [id, email])),
  };
}

/** The cursor may be any entry of the account. @throws invalid naming an unknown cursor, or `to` */
export async function listAuditEntries(
  ctx: AccountContext,
  input: ListAuditEntries,
): Promise<Page<AuditLogEntry>> {
  const accountId = ctx.account.id;
  const { auditEntry } = ctx.db.prisma;
  const cursor = cursorOf(input);
  if (cursor && !(await auditEntry.findFirst({ where: { accountId, id: cursor.id } }))) {
    throw invalid(cursor.parameter, "is not the id of an audit log entry", "unknown-id");
  }
  const { beyond, ...walk } = walkOf(input.limit, cursor);
  const where = {
    accountId,
    ...(input.actor && { actorType: input.actor }),
    ...(input.action && { action: input.action }),
    AND: [...within(input), beyond],
  };
  const page = pageOf(await auditEntry.findMany({ where, ...walk }), input.limit, cursor);
  const { names, emails } = await namesOf(ctx, page.data);
  const named = (id: string) => names.get(id) ?? (id.startsWith("ord_") ? orderNumber(id) : null);
  const data = page.data.map((entry) => ({
    id: entry.id,
    at: entry.createdAt,
    actor: {
      type: entry.actorType as AuditLogEntry["actor"]["type"],
      id: entry.actorId,
      name: entry.actorId && named(entry.actorId),
      email: emails.get(entry.actorId ?? "") ?? null,
    },
    action: entry.action,
    subject:
      entry.subjectId === null ? null : { id: entry.subjectId, name: named(entry.subjectId) },
    ...dataOf(entry),
    requestId: entry.requestId,
  }));
  return { data, hasMore: page.hasMore };
}
