import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql } from "kysely";
import type { Sql } from "#core/db";
import { runOnce } from "#core/query";
import {
  type InventoryTables,
  latestRecord,
  type RegistryStatus,
  registryStatus,
  retiredKg,
} from "#domain/inventory";
import type { ReadTables } from "./tables";

export interface RetirementFilter {
  accountId: string;
  subaccountId: string | null;
  registry: string | null;
  status: RegistryStatus | null;
  from: Date | null;
  to: Date | null;
}

/** Place of a retirement in the account's list. */
export interface RetirementKey {
  retiredAt: Date;
  orderId: string;
  orderStartKg: number;
}

interface Walk {
  /** The retirement at the cursor; null for the first page. */
  beyond: RetirementKey | null;
  /** Walks to newer retirements. */
  isBackwards: boolean;
  limit: number;
}

type Rows = ExpressionBuilder<ReadTables & { r: InventoryTables["retirements"] }, "r">;

/** Conditions of the filter on retirements `r`. */
export function filterRetirements(eb: Rows, filter: RetirementFilter): Expression<SqlBool> {
  const { accountId, subaccountId, registry, status, from, to } = filter;
  const ofSubaccount = () =>
    eb
      .selectFrom("orders as o")
      .select(sql`1`.as("found"))
      .whereRef("o.accountId", "=", "r.accountId")
      .whereRef("o.id", "=", "r.orderId")
      .where("o.subaccountId", "=", subaccountId);
  const ofStatus = (value: RegistryStatus) =>
    eb
      .selectFrom("orders as o")
      .innerJoin("creditLots as lot", (join) =>
        join.onRef("lot.mode", "=", "r.mode").onRef("lot.id", "=", "r.lotId"),
      )
      .select(sql`1`.as("found"))
      .whereRef("o.accountId", "=", "r.accountId")
      .whereRef("o.id", "=", "r.orderId")
      .where(registryStatus, "=", value);
  const ofRegistry = () =>
    eb
      .selectFrom("creditLots as l")
      .select(sql`1`.as("found"))
      .whereRef("l.mode", "=", "r.mode")
      .whereRef("l.id", "=", "r.lotId")
      .where("l.registry", "=", registry);
  return eb.and([
    eb("r.accountId", "=", accountId),
    ...(from ? [eb("r.retiredAt", ">=", from)] : []),
    ...(to ? [eb("r.retiredAt", "<=", to)] : []),
    ...(status ? [eb.exists(ofStatus(status))] : []),
    ...(subaccountId === null ? [] : [eb.exists(ofSubaccount())]),
    ...(registry === null ? [] : [eb.exists(ofRegistry())]),
  ]);
}

const lotColumns = [
  "lot.projectId",
  "lot.vintageYear",
  "lot.registry",
  "lot.labels",
  "lot.correspondingAdjustment",
  "lot.correspondingAdjustmentUrl",
  "lot.creditType",
  "lot.retirementUrl as lotUrl",
] as const;

const projectColumns = [
  "p.name as projectName",
  "p.type as projectType",
  "p.registryId as registryProjectId",
  "p.countryCode",
  "p.mechanism",
  "p.sink",
] as const;

const evidenceColumns = [
  "e.id as registryRetirementId",
  "e.retiredOn as registryRetiredOn",
  "e.registryReference",
  "e.beneficiary as registryBeneficiary",
  "e.isPool",
  "e.url as evidenceUrl",
] as const;

const retirementColumns = [
  "r.orderId",
  "r.orderStartKg",
  "r.serialNumberRange",
  "r.retiredAt",
  "r.replacedKg",
] as const;

/**
 * Up to `limit` retirements from the cursor on, newest first unless backwards. The keys come from
 * the index, and only the page's rows are read; planned for the filter's values each time.
 */
export async function findRetirementRows(db: Sql, filter: RetirementFilter, walk: Walk) {
  const { beyond, isBackwards, limit } = walk;
  const [order, comparison] = isBackwards ? (["asc", ">"] as const) : (["desc", "<"] as const);
  const key = ["r.retiredAt", "r.orderId", "r.orderStartKg"] as const;
  const sorting = sql.join(key.map((column) => sql`${sql.ref(column)} ${sql.raw(order)}`));
  const rows = await runOnce(db, (builder: Kysely<ReadTables>) => {
    const page = builder
      .selectFrom("retirements as r")
      .select(["r.accountId", "r.orderId", "r.orderStartKg"])
      .where((eb) => filterRetirements(eb, filter))
      .$if(beyond !== null, (list) =>
        list.where((eb) =>
          eb(
            eb.refTuple(...key),
            comparison,
            eb.tuple(
              beyond?.retiredAt ?? new Date(),
              beyond?.orderId ?? "",
              beyond?.orderStartKg ?? 0,
            ),
          ),
        ),
      )
      .orderBy(sorting)
      .limit(limit);
    return builder
      .selectFrom(page.as("page"))
      .innerJoin("retirements as r", (join) =>
        join
          .onRef("r.accountId", "=", "page.accountId")
          .onRef("r.orderId", "=", "page.orderId")
          .onRef("r.orderStartKg", "=", "page.orderStartKg"),
      )
      .innerJoin("orders as o", (join) =>
        join.onRef("o.accountId", "=", "r.accountId").onRef("o.id", "=", "r.orderId"),
      )
      .innerJoin("creditLots as lot", (join) =>
        join.onRef("lot.mode", "=", "r.mode").onRef("lot.id", "=", "r.lotId"),
      )
      .innerJoin("projects as p", (join) =>
        join.onRef("p.mode", "=", "lot.mode").onRef("p.id", "=", "lot.projectId"),
      )
      .leftJoinLateral(latestRecord.as<"e">(sql`e`), (join) => join.onTrue())
      .select(retirementColumns)
      .select([registryStatus.as("registryStatus"), retiredKg.as("registryRetiredKg")])
      .select(["o.subaccountId", "o.metadata"])
      .select(lotColumns)
      .select(projectColumns)
      .select(evidenceColumns)
      .select(
        sql<Date | null>`CASE WHEN r.remedy_end_kg IS NOT NULL THEN r.retired_at END`.as(
          "substitutedAt",
        ),
      )
      .select((eb) => eb("r.orderEndKg", "-", eb.ref("r.orderStartKg")).as("amountKg"))
      .orderBy(sorting);
  });
  return rows.map((row) => ({ ...row, id: `${row.orderId}_${row.orderStartKg}` }));
}

export type RetirementRow = Awaited<ReturnType<typeof findRetirementRows>>[number];
