// Requests that adapters send: which are due, and who serves their registry.
import { sql } from "kysely";
import type { Mode } from "#core/context";
import type { Sql } from "#core/db";
import { type Params, queriesOn } from "#core/query";
import { type Backlog, GIVEN_UP_PERIOD_MS, MAX_COUNTED } from "#core/workers";
import type { Plan, RequestedCredits } from "#gateways/registries";
import type { LotStretch } from "./match-evidence-types";
import type { EvidenceTables } from "./tables";
import { isUnasked } from "./work-lots";

const query = queriesOn<EvidenceTables>();

/** A registry of a mode, which one worker serves at a time. */
export interface Served {
  mode: Mode;
  registry: string;
}

interface Lease extends Served {
  runner: string;
  now: Date;
  leasedUntil: Date;
}

const takeLease = query("evidence-lease-registry", (db, lease: Params<Lease>) =>
  db
    .insertInto("registryRunners")
    .values({
      mode: lease.mode,
      registry: lease.registry,
      runner: lease.runner,
      leasedUntil: lease.leasedUntil,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["mode", "registry"])
        .doUpdateSet({ runner: lease.runner, leasedUntil: lease.leasedUntil })
        .where("registryRunners.leasedUntil", "<=", lease.now),
    )
    .returning("runner"),
);

/** Returns false while another worker serves the registry. */
export async function leaseRegistry(db: Sql, lease: Lease): Promise<boolean> {
  return (await takeLease(db, lease)).length === 1;
}

const extend = query(
  "evidence-extend-registry",
  (db, lease: Params<Served & { runner: string; leasedUntil: Date }>) =>
    db
      .updateTable("registryRunners")
      .set({ leasedUntil: lease.leasedUntil })
      .where("mode", "=", lease.mode)
      .where("registry", "=", lease.registry)
      .where("runner", "=", lease.runner)
      .returning("runner"),
);

/** Extends the lease, or ends it now. Returns false if another worker has taken over. */
export async function extendRegistry(
  db: Sql,
  lease: Served & { runner: string; leasedUntil: Date },
): Promise<boolean> {
  return (await extend(db, lease)).length === 1;
}

/** Stored before a request is sent, for every attempt. */
export interface Sending {
  /** The kg that the registry is asked to retire. */
  kg: number;
  plan: Plan;
}

export interface DueRequest extends Served {
  id: string;
  adapter: string;
  state: "written" | "sent" | "unknown";
  beneficiary: string;
  isPool: boolean;
  reason: string | null;
  sentAt: Date | null;
  polls: number;
  sending: Sending | null;
  refusal: string | null;
  error: string | null;
  /** The credits that still wait for evidence. An import may have confirmed a part. */
  credits: RequestedCredits[];
  open: LotStretch[];
}

const automatic = sql`ARRAY['isometric', 'sandbox']`;

const findDue = query(
  "evidence-find-due-requests",
  (db, due: Params<Served & { now: Date; limit: number }>) =>
    db
      .selectFrom(
        sql<DueRequest>`(
          SELECT r.mode, r.registry, r.id, r.adapter, r.state, r.beneficiary, r.is_pool, r.reason,
            r.sent_at, r.polls, r.plan AS sending, r.refusal, r.error, item.credits, item.open
          FROM registry_requests r
          CROSS JOIN LATERAL (
            SELECT
              coalesce(json_agg(json_build_object('serialNumberRange', lot.serial_number_range,
                'quantityKg', i.end_kg - i.start_kg)), '[]') AS credits,
              coalesce(json_agg(json_build_object('lotId', i.lot_id, 'startKg', i.start_kg,
                'endKg', i.end_kg)), '[]') AS open
            FROM registry_request_items i
            JOIN credit_lots lot ON lot.mode = i.mode AND lot.id = i.lot_id
            WHERE i.request_id = r.id AND i.mode = r.mode AND i.is_open
          ) item
          WHERE r.adapter = ANY (${automatic}) AND r.next_poll_at <= ${due.now}
            AND r.mode = ${due.mode} AND r.registry = ${due.registry}
          ORDER BY r.next_poll_at, r.id LIMIT ${due.limit}
        )`.as("request"),
      )
      .selectAll(),
);

/** Requests to send or to ask about, longest due first. */
export function findDueRequests(
  db: Sql,
  due: Served & { now: Date; limit: number },
): Promise<DueRequest[]> {
  return findDue(db, due);
}

const findServed = query("evidence-find-due-registries", (db, { now }: Params<{ now: Date }>) =>
  db
    .selectFrom(
      sql<Served>`(
        SELECT DISTINCT r.mode, r.registry FROM registry_requests r
        WHERE r.adapter = ANY (${automatic}) AND r.next_poll_at <= ${now}
      )`.as("served"),
    )
    .selectAll(),
);

/** Registries with due requests. */
export function findDueRegistries(db: Sql, now: Date): Promise<Served[]> {
  return findServed(db, { now });
}

// Test mode needs no policy: it has the sandbox registry.
const findUncovered = query("evidence-find-uncovered-registries", (db, _none: Params<object>) =>
  db
    .selectFrom(
      sql<Served>`(
        SELECT p.mode, p.registry FROM registry_policies p
        WHERE p.adapter <> 'manual' AND EXISTS (
          SELECT FROM credit_lots lot WHERE lot.mode = p.mode AND lot.registry = p.registry
            AND ${isUnasked})
        UNION
        SELECT 'test', lot.registry FROM credit_lots lot
        WHERE lot.mode = 'test' AND ${isUnasked}
          AND NOT EXISTS (SELECT FROM registry_policies p
            WHERE p.mode = 'test' AND p.registry = lot.registry AND p.adapter = 'manual')
      )`.as("served"),
    )
    .selectAll(),
);

/** Registries served by an adapter that have allocated kg without evidence and open request. */
export function findUncoveredRegistries(db: Sql): Promise<Served[]> {
  return findUncovered(db, {});
}

const findRefused = query(
  "evidence-find-refused-stretches",
  (db, filter: Params<Served & { since: Date }>) =>
    db
      .selectFrom("registryRequests as r")
      .innerJoin("registryRequestItems as i", (join) =>
        join.onRef("i.requestId", "=", "r.id").onRef("i.mode", "=", "r.mode"),
      )
      .select(["i.lotId", "i.startKg", "i.endKg"])
      .where("r.mode", "=", filter.mode)
      .where("r.registry", "=", filter.registry)
      .where("r.state", "=", "refused")
      .where("r.settledAt", ">", filter.since),
);

/** Stretches of requests that were refused since then. */
export function findRefusedStretches(
  db: Sql,
  filter: Served & { since: Date },
): Promise<LotStretch[]> {
  return findRefused(db, filter);
}

const findPlans = query(
  "evidence-find-open-plans",
  (db, request: Params<Served & { id: string }>) =>
    db
      .selectFrom("registryRequests")
      .select(sql<Plan>`plan -> 'plan'`.as("plan"))
      .where("mode", "=", request.mode)
      .where("registry", "=", request.registry)
      .where("isOpen", "=", true)
      .where("plan", "is not", null)
      .where("id", "<>", request.id),
);

/** Plans of the registry's other open requests. */
export async function findOpenPlans(db: Sql, request: Served & { id: string }): Promise<Plan[]> {
  return (await findPlans(db, request)).map(({ plan }) => plan);
}

interface Change {
  mode: Mode;
  id: string;
}

interface StoreSending extends Change {
  sending: string;
  kg: number;
}

// The request's row stays locked until the transaction ends, so nothing else can close it.
const saveSending = query("evidence-store-sending", (db, request: Params<StoreSending>) =>
  db
    .updateTable("registryRequests as r")
    .set({ plan: sql<string>`${request.sending}::jsonb`, refusal: null, polls: 0 })
    .where("r.mode", "=", request.mode)
    .where("r.id", "=", request.id)
    .where("r.isOpen", "=", true)
    .where(
      sql<boolean>`${request.kg} = (
        SELECT sum(i.end_kg - i.start_kg) FROM registry_request_items i
        WHERE i.mode = r.mode AND i.request_id = r.id AND i.is_open)`,
    )
    .returning("r.id"),
);

/** Stores what the next attempt asks for. Returns false if other kg than these are still open. */
export async function storeSending(
  db: Sql,
  { mode, id, sending }: Change & { sending: Sending },
): Promise<boolean> {
  const row = { mode, id, kg: sending.kg, sending: JSON.stringify(sending) };
  return (await saveSending(db, row)).length === 1;
}

interface Postponed extends Change {
  nextPollAt: Date;
  /** Null if nothing is wrong. */
  error: string | null;
  /** The registry's refusal; null for none. */
  refusal: string | null;
}

const postpone = query("evidence-postpone-request", (db, request: Params<Postponed>) =>
  db
    .updateTable("registryRequests")
    .set((eb) => ({
      nextPollAt: request.nextPollAt,
      error: request.error,
      refusal: sql<string | null>`coalesce(${request.refusal}, refusal)`,
      polls: eb("polls", "+", 1),
    }))
    .where("mode", "=", request.mode)
    .where("id", "=", request.id)
    .where("isOpen", "=", true),
);

/** Schedules the request's next poll or attempt. */
export async function postponeRequest(db: Sql, request: Postponed): Promise<void> {
  await postpone(db, request);
}

const findBacklog = query(
  "evidence-request-backlog",
  (db, at: Params<{ now: Date; since: Date; limit: number }>) =>
    db
      .selectFrom(
        sql<Omit<Backlog, "held">>`(
          SELECT (count(*) FILTER (WHERE next_poll_at <= ${at.now}))::int AS due,
            min(next_poll_at) FILTER (WHERE next_poll_at <= ${at.now}) AS oldest_due_at,
            (count(*) FILTER (WHERE next_poll_at > ${at.now}))::int AS later,
            (count(*) FILTER (WHERE next_poll_at > ${at.now} AND error IS NOT NULL))::int
              AS retrying,
            (SELECT count(*) FROM registry_requests refused WHERE refused.state = 'refused'
              AND refused.adapter = ANY (${automatic}) AND refused.settled_at > ${at.since})::int
              AS lost
          FROM (SELECT next_poll_at, error FROM registry_requests
            WHERE adapter = ANY (${automatic}) AND next_poll_at IS NOT NULL LIMIT ${at.limit}) open
        )`.as("backlog"),
      )
      .selectAll(),
);

/** Requests of adapters in both modes. */
export async function countRequests(db: Sql, now: Date): Promise<Backlog> {
  const since = new Date(now.getTime() - GIVEN_UP_PERIOD_MS);
  const [backlog] = await findBacklog(db, { now, since, limit: MAX_COUNTED });
  if (!backlog) throw new Error("backlog query returned no row");
  return backlog;
}
