// Writes a new order with the caller's idempotency key in one statement, whatever its kind.
import type { AccountContext } from "#core/context";
import { isForeignKeyViolation } from "#core/db-errors";
import { Problem } from "#core/errors";
import { newId } from "#core/id";
import { signalWork } from "#core/signal";
import { requireCallbackUrl } from "#domain/events";
import { type Offer, priceOf } from "#domain/pricing";
import { beneficiaryColumns } from "./beneficiary-rules";
import type { OrderDetail } from "./rules";
import type { OrderTerms } from "./schema";
import { insertOrder } from "./store";

interface WriteOrder {
  terms: OrderTerms;
  subaccountId: string | null;
  offer: Offer;
  amountKg: number;
  /** The distance of a ride, in km; null makes an order of any other kind. */
  rideDistanceKm: number | null;
}

/**
 * Writes an order through the API, of the context's account, in the state `placed`.
 * @throws invalid `notification_config.url`; invalid-subaccount; ClaimTaken
 */
export async function writeOrder(ctx: AccountContext, input: WriteOrder): Promise<OrderDetail> {
  const { terms, subaccountId, offer, amountKg, rideDistanceKm } = input;
  const url = terms.notification_config?.url;
  const callbackUrl = url === undefined ? null : await requireCallbackUrl(url);
  const order: OrderDetail = {
    accountId: ctx.account.id,
    mode: ctx.account.mode,
    id: newId("order"),
    subaccountId,
    portfolioId: offer.portfolioId,
    splitPortfolioId: offer.splitPortfolioId,
    type: rideDistanceKm === null ? "generic" : "ride",
    rideDistanceKm,
    channel: "api",
    checkoutSessionId: null,
    amountKg,
    pricePerKgUsdCents: offer.pricePerKgCents,
    priceUsdCents: priceOf(amountKg, offer.pricePerKgCents),
    metadata: terms.metadata ?? null,
    description: terms.description ?? null,
    callbackUrl,
    ...beneficiaryColumns(terms.beneficiary ?? null),
    state: "placed",
    createdAt: ctx.now,
    settledAt: null,
    allocations: [],
  };
  try {
    await insertOrder(ctx.db, order, ctx.claim);
  } catch (error) {
    // The subaccount was deleted since it was looked up: the foreign key held.
    if (isForeignKeyViolation(error)) throw new Problem("invalid-subaccount", { cause: error });
    throw error;
  }
  signalWork();
  return order;
}
