import { createHmac } from "node:crypto";
import { type Selectable, sql } from "kysely";
import { RateLimiterMemory } from "rate-limiter-flexible";
import type { Context } from "#core/context";
import { sha256 } from "#core/crypto";
import type { Sql } from "#core/db";
import { invalid } from "#core/errors";
import { newId } from "#core/id";
import { oncePerProcess } from "#core/once-per-process";
import { cursorOf, type Page, pageOf, walkOf } from "#core/page";
import { type Params, pick, queriesOn } from "#core/query";
import { normalEmail } from "#core/text";
import type { Prisma, SecurityEvent } from "#prisma";
import { ensureCookieSecret } from "./installation-secrets";
import { levelOf } from "./rules";
import { type ListSecurityEvents, type SecurityEventKind, securityEventMessages } from "./schema";
import type { PeopleTables } from "./tables";

const query = queriesOn<PeopleTables>();

const given = [
  "id",
  "bucket",
  "kind",
  "personId",
  "emailHash",
  "network",
  "userAgent",
  "requestId",
] as const;

interface NewEvent
  extends Pick<Selectable<PeopleTables["securityEvents"]>, (typeof given)[number]> {
  data: Record<string, string>;
  now: Date;
}

const add = query(
  "people-add-security-event",
  (db, event: Params<Omit<NewEvent, "data"> & { data: string }>) =>
    db
      .insertInto("securityEvents")
      .values({
        ...pick(event, given),
        data: event.data,
        count: 1,
        createdAt: event.now,
        lastAt: event.now,
      })
      .onConflict((conflict) =>
        conflict.column("bucket").doUpdateSet((eb) => ({
          count: eb("securityEvents.count", "+", 1),
          requestId: eb.ref("excluded.requestId"),
          userAgent: eb.ref("excluded.userAgent"),
          lastAt: eb.fn<Date>("greatest", ["securityEvents.lastAt", "excluded.lastAt"]),
        })),
      ),
);

/** Adds the event, or counts it with the same events of the hour. */
async function addSecurityEvent(db: Sql, event: NewEvent): Promise<void> {
  await add(db, { ...event, data: JSON.stringify(event.data) });
}

const deleteOld = query(
  "people-delete-old-security-events",
  (db, old: Params<{ before: string; skipped: number }>) =>
    db.deleteFrom("securityEvents").where("id", "<", ({ selectFrom }) => {
      const newestTooMany = selectFrom("securityEvents")
        .select("id")
        .orderBy("id", "desc")
        .offset(old.skipped)
        .limit(1);
      return sql<string>`greatest(${old.before}, coalesce(${newestTooMany}, ''))`;
    }),
);

/** Deletes everything older than `before`, and all but about the newest `maxEvents`. */
export async function deleteOldSecurityEvents(
  db: Sql,
  { before, maxEvents }: { before: string; maxEvents: number },
): Promise<void> {
  await deleteOld(db, { before, skipped: maxEvents - 1 });
}

/** Source of a request, as far as its connection and headers show. */
export interface Visitor {
  network: string;
  userAgent: string | null;
}

interface NewSecurityEvent {
  kind: SecurityEventKind;
  visitor: Visitor;
  personId?: string;
  /** As typed. Only a keyed digest is stored and logged. */
  email?: string;
  data?: Record<string, string>;
}

const HOUR_MS = 3_600_000;

// Each event costs a write, so floods from many networks are sampled. One budget per process.
const budget = oncePerProcess(
  "security-events",
  () => new RateLimiterMemory({ points: 1200, duration: 60 }),
);

/** Events of an address are found by this digest. */
async function securityEmailHash(ctx: Context, email: string): Promise<Buffer> {
  const secret = await ensureCookieSecret(ctx);
  return createHmac("sha256", secret)
    .update(`security event ${normalEmail(email)}`)
    .digest();
}

/** Logs once a minute that events are dropped. */
async function hasBudget(ctx: Context): Promise<boolean> {
  try {
    await budget.consume("all");
    return true;
  } catch {
    const state = await budget.get("all");
    if (state?.consumedPoints === budget.points + 1) {
      ctx.log.warn({ event: "auth.events_dropped" }, "too many security events; dropping some");
    }
    return false;
  }
}

/**
 * Stores and logs the event. Repeats within an hour increase the count of one row. If the caller's
 * transaction may be rolled back, pass a context without it.
 */
export async function recordSecurityEvent(ctx: Context, event: NewSecurityEvent): Promise<void> {
  if (!(await hasBudget(ctx))) return;
  const { kind, visitor, personId = null, email, data = {} } = event;
  const emailHash = email === undefined ? null : await securityEmailHash(ctx, email);
  const hash = emailHash?.toString("hex").slice(0, 16);
  ctx.log[levelOf(kind)](
    { event: kind, personId, emailHash: hash, ...visitor, ...data },
    securityEventMessages[kind],
  );
  const hour = Math.floor(ctx.now.getTime() / HOUR_MS);
  const same = [kind, personId, emailHash?.toString("hex"), visitor.network, hour, data];
  await addSecurityEvent(ctx.db, {
    id: newId("securityEvent"),
    bucket: sha256(JSON.stringify(same)),
    kind,
    personId,
    emailHash,
    network: visitor.network.slice(0, 64),
    userAgent: visitor.userAgent?.slice(0, 512) ?? null,
    data,
    requestId: ctx.requestId.slice(0, 128),
    now: ctx.now,
  });
}

export interface ListedSecurityEvent extends SecurityEvent {
  /** Null if the event concerns no known person, such as a login with an unknown address. */
  person: { id: string; name: string; email: string } | null;
}

/** Addresses are stored as digests, so a search needs the whole address. */
async function conditionOf(ctx: Context, search: string): Promise<Prisma.SecurityEventWhereInput> {
  if (!search.includes("@")) return { network: search.trim() };
  const email = normalEmail(search);
  const emailHash = new Uint8Array(await securityEmailHash(ctx, email));
  const person = await ctx.db.prisma.person.findUnique({ where: { email } });
  return { OR: [{ emailHash }, ...(person ? [{ personId: person.id }] : [])] };
}

/** @throws invalid naming an unknown cursor */
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
