// Reads what anyone who knows an order's id may see.
import type { Context } from "#core/context";
import { orderNumber } from "#core/id";
import { type Beneficiary, toBeneficiary } from "./beneficiary-rules";
import { loadDetail } from "./load-detail";
import type { OrderDetail } from "./rules";
import { findNamedOrder } from "./store";

export interface PublicOrder
  extends Pick<
    OrderDetail,
    "id" | "mode" | "state" | "amountKg" | "description" | "createdAt" | "settledAt" | "allocations"
  > {
  number: string;
  beneficiary: Beneficiary | null;
  accountName: string;
  subaccountName: string | null;
}

/** The order with this id, of whichever account, or null. */
export async function findPublicOrder(ctx: Context, id: string): Promise<PublicOrder | null> {
  const order = await findNamedOrder(ctx.db, id);
  if (!order) return null;
  const detail = await loadDetail(ctx, order);
  return {
    id: detail.id,
    number: orderNumber(detail.id),
    accountName: detail.accountName,
    subaccountName: detail.subaccountName,
    mode: detail.mode,
    state: detail.state,
    amountKg: detail.amountKg,
    description: detail.description,
    beneficiary: toBeneficiary(detail),
    createdAt: detail.createdAt,
    settledAt: detail.settledAt,
    allocations: detail.allocations,
  };
}
