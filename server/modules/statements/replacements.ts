// Credits that replaced others, because a registry shows those as someone else's. The order was sold
// once: replacements add no kg and no price, but their retirement counts.
import type { Sql } from "#core/db";
import {
  findRemedied,
  type ReplacementKey,
  type SaleGroup,
  type SaleRow,
  type SoldIn,
} from "./lines-store";

/** Sales of a group with the kg that were replaced, and that replaced others. */
export type StatementGroup = SaleGroup & { replacedKg: number; replacementKg: number };

/** True for credits that replaced others. */
export const isReplacement = ({ orderStartKg, orderAmountKg }: SaleRow): boolean =>
  orderStartKg >= orderAmountKg;

const keyOf = (row: Omit<SaleGroup, "kg" | "price" | "retiredKg">) =>
  [
    ...[row.channel, row.subaccountId, row.portfolioId],
    ...[row.projectId, row.vintageYear, row.registry],
  ].join(" ");

function emptyGroup(row: SaleRow): StatementGroup {
  const { channel, subaccountId, subaccountName, portfolioId, portfolioName } = row;
  const { projectId, projectName, vintageYear, registry, registryProjectId } = row;
  return {
    ...{ channel, subaccountId, subaccountName, portfolioId, portfolioName },
    ...{ projectId, projectName, vintageYear, registry, registryProjectId },
    ...{ kg: 0, price: 0, retiredKg: 0, replacedKg: 0, replacementKg: 0 },
  };
}

/** Adds replacements to the groups of the same sales. A group that has nothing else comes last. */
export async function withReplacements(
  db: Sql,
  sold: SoldIn,
  sales: readonly SaleGroup[],
): Promise<StatementGroup[]> {
  const groups = new Map(
    sales.map((group) => [keyOf(group), { ...group, replacedKg: 0, replacementKg: 0 }]),
  );
  for (const row of await findRemedied(db, sold)) {
    const group = groups.get(keyOf(row)) ?? emptyGroup(row);
    group.replacedKg += row.replacedKg;
    if (isReplacement(row)) {
      group.replacementKg += row.amountKg;
      group.retiredKg += row.registryRetiredKg;
    }
    groups.set(keyOf(row), group);
  }
  return [...groups.values()];
}

/** Up to `limit` replacements after the key, by order. */
export async function findReplacements(
  db: Sql,
  sold: SoldIn,
  { after, limit }: { after: ReplacementKey | null; limit: number },
): Promise<SaleRow[]> {
  const rows = (await findRemedied(db, sold)).filter(isReplacement);
  const first = after
    ? rows.findIndex(
        ({ orderId, orderStartKg }) =>
          orderId > after.orderId ||
          (orderId === after.orderId && orderStartKg > after.orderStartKg),
      )
    : 0;
  return first < 0 ? [] : rows.slice(first, first + limit);
}
