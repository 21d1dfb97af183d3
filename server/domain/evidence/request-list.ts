import { type RawBuilder, sql } from "kysely";
import type { Context, Mode } from "#core/context";
import { Problem } from "#core/errors";
import { type Cursor, cursorOf, type Page, type PageQuery, pageOf } from "#core/page";
import { type Params, queriesOn } from "#core/query";
import { recordAudit } from "#domain/accounts";
import { registryLabelOf } from "#domain/inventory";
import { problemOf, REFUSED_PAUSE_MS, type RequestProblem, UNCONFIRMED_MS } from "./request-rules";
import type { AdapterName, RequestState } from "./schema";
import type { EvidenceTables } from "./tables";

const query = queriesOn<EvidenceTables>();

/** `waiting`: those that a person should look at. */
export const requestViews = ["waiting", "open", "refused"] as const;
export type RequestView = (typeof requestViews)[number];

interface RequestRow {
  id: string;
  registry: string;
  adapter: AdapterName;
  state: RequestState;
  beneficiary: string;
  isPool: boolean;
  error: string | null;
  createdAt: Date;
  sentAt: Date | null;
  settledAt: Date | null;
  nextPollAt: Date | null;
  /** Kg that are not retired yet; all of them if it was refused. */
  kg: number;
  serials: string[];
}

export interface ListedRequest extends Omit<RequestRow, "nextPollAt"> {
  registryLabel: string;
  problem: RequestProblem | null;
  /** When the worker acts next, if it does. */
  nextAt: Date | null;
}

interface Filter {
  mode: Mode;
  now: Date;
}

/** Refused credits that were not requested again and have no evidence. */
const isLeft = sql`EXISTS (
  SELECT FROM registry_request_items i
  WHERE i.mode = r.mode AND i.request_id = r.id
    AND NOT EXISTS (
      SELECT FROM registry_request_items later
      WHERE later.lot_id = i.lot_id AND later.mode = i.mode AND later.request_id > i.request_id
        AND later.start_kg < i.end_kg AND later.end_kg > i.start_kg)
    AND NOT EXISTS (
      SELECT FROM registry_retirement_items e
      WHERE e.is_live AND int8range(e.line_start_kg + e.start_kg, e.line_start_kg + e.end_kg)
        && int8range(i.line_start_kg + i.start_kg, i.line_start_kg + i.end_kg)))`;

const isRefused = sql`(NOT r.is_open AND r.state = 'refused' AND r.adapter <> 'manual')`;

/** The condition of problemOf, for refused requests only while something is left to do. */
const isWaiting = (now: RawBuilder<Date>) => sql`(
  (r.is_open AND r.adapter <> 'manual' AND (r.state = 'unknown' OR r.error IS NOT NULL))
  OR (r.is_open AND r.adapter = 'manual'
    AND r.sent_at < ${now}::timestamptz - ${sql.lit(UNCONFIRMED_MS)} * interval '1 ms')
  OR (${isRefused} AND ${isLeft}))`;

const conditions: Record<RequestView, (now: RawBuilder<Date>) => RawBuilder<unknown>> = {
  waiting: isWaiting,
  open: () => sql`r.is_open`,
  refused: () => isRefused,
};

interface RequestPage extends Filter {
  /** The request before the page; null for the first page. */
  cursorId: string | null;
  limit: number;
}

const pageQuery = (view: RequestView, direction: Cursor["direction"]) =>
  query(`evidence-page-requests-${view}-${direction}`, (db, page: Params<RequestPage>) =>
    db
      .selectFrom(
        sql<RequestRow>`(
          SELECT r.id, r.registry, r.adapter, r.state, r.beneficiary, r.is_pool, r.error,
            r.created_at, r.sent_at, r.settled_at, r.next_poll_at, item.kg, item.serials
          FROM registry_requests r
          CROSS JOIN LATERAL (
            SELECT coalesce(sum(i.end_kg - i.start_kg), 0)::bigint AS kg,
              coalesce(array_agg(i.serial_number_range ORDER BY i.lot_id, i.start_kg), '{}')
                AS serials
            FROM registry_request_items i
            WHERE i.mode = r.mode AND i.request_id = r.id AND (i.is_open OR NOT r.is_open)
          ) item
          WHERE r.mode = ${page.mode} AND ${conditions[view](page.now)}
            AND (${page.cursorId}::text IS NULL
              OR r.id ${sql.raw(direction === "older" ? "<" : ">")} ${page.cursorId})
          ORDER BY r.id ${sql.raw(direction === "older" ? "DESC" : "ASC")} LIMIT ${page.limit}
        )`.as("request"),
      )
      .selectAll(),
  );

const pages = Object.fromEntries(
  requestViews.map((view) => [
    view,
    { older: pageQuery(view, "older"), newer: pageQuery(view, "newer") },
  ]),
) as Record<RequestView, Record<Cursor["direction"], ReturnType<typeof pageQuery>>>;

function toListed({ nextPollAt, ...row }: RequestRow, now: Date): ListedRequest {
  const { state, settledAt, registry } = row;
  const isRefused = state === "refused" && settledAt !== null;
  return {
    ...row,
    registryLabel: registryLabelOf(registry),
    problem: problemOf(row, now),
    nextAt: isRefused ? new Date(settledAt.getTime() + REFUSED_PAUSE_MS) : nextPollAt,
  };
}

/** A page of requests to registries, newest first. */
export async function listRequests(
  ctx: Context,
  { view, ...input }: PageQuery & { mode: Mode; view: RequestView },
): Promise<Page<ListedRequest>> {
  const cursor = cursorOf(input);
  const rows = await pages[view][cursor?.direction ?? "older"](ctx.db, {
    mode: input.mode,
    now: ctx.now,
    cursorId: cursor?.id ?? null,
    limit: input.limit + 1,
  });
  return pageOf(
    rows.map((row) => toListed(row, ctx.now)),
    input.limit,
    cursor,
  );
}

const countWaiting = query("evidence-count-waiting-requests", (db, filter: Params<Filter>) =>
  db.selectNoFrom(
    sql<number>`(SELECT count(*)::int FROM registry_requests r
      WHERE r.mode = ${filter.mode} AND ${isWaiting(filter.now)})`.as("count"),
  ),
);

/** Requests that a person should look at. */
export async function countWaitingRequests(
  { db, now }: Context,
  { mode }: { mode: Mode },
): Promise<number> {
  const [row] = await countWaiting(db, { mode, now });
  return row?.count ?? 0;
}

/**
 * Lets the worker act on a request now rather than at its next time: it asks the registry about one
 * that was sent, and sends one that was not.
 * @throws conflict if it has ended, or people serve the registry
 */
export async function pollRequestNow(
  ctx: Context,
  { mode, id }: { mode: Mode; id: string },
): Promise<void> {
  const { count } = await ctx.db.prisma.registryRequest.updateMany({
    where: { mode, id, isOpen: true, adapter: { not: "manual" } },
    data: { nextPollAt: ctx.now },
  });
  if (count === 0) {
    throw new Problem("conflict", { title: "The worker has nothing left to do for this request" });
  }
  await recordAudit(ctx, {
    action: "registry_request.polled",
    subjectId: id,
    data: { mode },
  });
}
