// Places the order that a completed checkout session comes to, at the price that it locked.
import type { AccountContext } from "#core/context";
import { newId } from "#core/id";
import type { Order } from "./rules";
import { insertCheckoutOrder } from "./store";

interface PlaceCheckoutOrder
  extends Pick<
    Order,
    | "subaccountId"
    | "portfolioId"
    | "splitPortfolioId"
    | "amountKg"
    | "pricePerKgUsdCents"
    | "priceUsdCents"
    | "description"
    | "callbackUrl"
    | "beneficiaryName"
    | "beneficiaryMessage"
    | "beneficiaryUrl"
  > {
  checkoutSessionId: string;
  /** Its money is not there yet: it is not matched until `releaseOrder`. */
  awaitingPayment: boolean;
}

/** Writes the order; a session has one at most. Returns its id. */
export async function placeCheckoutOrder(
  ctx: AccountContext,
  input: PlaceCheckoutOrder,
): Promise<string> {
  const { awaitingPayment, ...terms } = input;
  const order: Order = {
    ...terms,
    accountId: ctx.account.id,
    mode: ctx.account.mode,
    id: newId("order"),
    type: "generic",
    rideDistanceKm: null,
    channel: "checkout",
    metadata: null,
    state: "placed",
    createdAt: ctx.now,
    settledAt: null,
  };
  await insertCheckoutOrder(ctx.db, order, awaitingPayment);
  return order.id;
}
