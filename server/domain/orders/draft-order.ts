// Decides what a new order is, without writing it.
import { requireNoClaims } from "#core/claims";
import type { AccountContext } from "#core/context";
import { type RequestedAmount, requestedAmount, requestedField } from "#core/contract-money";
import { invalid } from "#core/errors";
import { newId } from "#core/id";
import { formatMoney, rulesOf } from "#core/money";
import { requireActive, requireTerms } from "#domain/accounts";
import {
  kgForTotal,
  MAX_AMOUNT_KG,
  type Offer,
  priceActivity,
  pricedPerTonne,
  priceOf,
  resolveOffer,
} from "#domain/catalogue";
import { requireCallbackUrl } from "#domain/events";
import type { Beneficiary, BeneficiaryColumns, Order, OrderDetail } from "./order";
import type { OrderTerms, PlaceOrder, PlaceRideOrder } from "./schema";

/** An order that no registry has retired anything for. */
const unsettled = {
  refunded: 0,
  registryStatus: "pending",
  registryRetiredKg: 0,
  registryRetiredOn: null,
  registryRevision: 0,
  registryStatusAt: null,
} as const;

/** An order that is matched at once, from credits in stock. */
const withoutDelay = { matchableFrom: null, coolingOff: false, creditsExpectedBy: null } as const;

/** Writes the beneficiary as columns. */
export function beneficiaryColumns(beneficiary: Beneficiary | null): BeneficiaryColumns {
  return {
    beneficiaryName: beneficiary?.name ?? null,
    beneficiaryMessage: beneficiary?.message ?? null,
    beneficiaryUrl: beneficiary?.url ?? null,
  };
}

interface Terms {
  terms: OrderTerms;
  subaccountId: string | null;
  offer: Offer;
  amountKg: number;
  /** Distance of a ride in km; null for orders that are no ride. */
  rideDistanceKm: number | null;
}

async function orderOf(ctx: AccountContext, input: Terms): Promise<OrderDetail> {
  const { terms, subaccountId, offer, amountKg, rideDistanceKm } = input;
  requireActive(ctx);
  requireTerms(ctx);
  requireNoClaims({
    description: terms.description,
    "beneficiary.message": terms.beneficiary?.message,
  });
  const url = terms.notification_config?.url;
  const callbackUrl = url === undefined ? null : await requireCallbackUrl(ctx, { url });
  return {
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
    ...pricedPerTonne(offer),
    price: priceOf(offer, amountKg),
    currency: ctx.account.currency,
    metadata: terms.metadata ?? null,
    description: terms.description ?? null,
    callbackUrl,
    callbackEvents: [...new Set(terms.notification_config?.events)],
    ...unsettled,
    ...withoutDelay,
    ...beneficiaryColumns(terms.beneficiary ?? null),
    isOwn: !terms.beneficiary,
    state: "placed",
    createdAt: ctx.now,
    settledAt: null,
    allocations: [],
  };
}

type RequestedMeasure = Pick<PlaceOrder, "amount_kg"> & RequestedAmount<"total_price">;

/** Size of an order: kg, or the most to spend, with the name of its field. */
type Measure = { amountKg: number } | { total: number; field: string };

/** @throws invalid unless exactly one of amount and total price is given */
export function measureOf({ account }: AccountContext, input: RequestedMeasure): Measure {
  const { amount_kg: amountKg } = input;
  const total = requestedAmount(input, { name: "total_price", currency: account.currency });
  const field = requestedField(input, "total_price");
  if (total === null) {
    if (amountKg !== undefined) return { amountKg };
    throw invalid("amount_kg", "is required unless you pass total_price", "required");
  }
  if (amountKg === undefined) return { total, field };
  throw invalid("amount_kg", `must not be given together with ${field}`, "exclusive");
}

/** The order's amount in whole kg. @throws invalid naming the field */
export function amountOf(measure: Measure, offer: Offer): number {
  if ("amountKg" in measure) return measure.amountKg;
  const { total, field } = measure;
  const { pricePerTonne, currency } = offer;
  const amountKg = kgForTotal(offer, total);
  if (amountKg < 1) {
    const perTonne = formatMoney({ minor: pricePerTonne, currency }, "en-US");
    throw invalid(field, `buys less than one kg: the price per tonne is ${perTonne}`, "too-small");
  }
  if (amountKg > MAX_AMOUNT_KG) {
    throw invalid(field, `buys more than ${MAX_AMOUNT_KG} kg`, "too-large");
  }
  return amountKg;
}

type NewOrder = Omit<PlaceOrder, "reservation_id"> & { subaccountId: string | null };
type NewRideOrder = PlaceRideOrder & { subaccountId: string | null };

/**
 * Prices an order of the context's account, in state `placed`, without writing it.
 * @throws account-suspended; invalid naming the field; invalid-subaccount
 */
export async function draftOrder(ctx: AccountContext, input: NewOrder): Promise<OrderDetail> {
  const measure = measureOf(ctx, input);
  const { portfolio_id: portfolioId, subaccountId } = input;
  const offer = await resolveOffer(ctx, {
    portfolioId: portfolioId ?? null,
    subaccountId,
    channel: "api",
  });
  const amountKg = amountOf(measure, offer);
  return orderOf(ctx, { terms: input, subaccountId, offer, amountKg, rideDistanceKm: null });
}

/** Drafts an order for an offer and an amount that were fixed before. @throws invalid */
export function draftOrderFor(
  ctx: AccountContext,
  input: Omit<Terms, "rideDistanceKm">,
): Promise<OrderDetail> {
  return orderOf(ctx, { ...input, rideDistanceKm: null });
}

/** Drafts an order for a ride, rounded up to whole kg. @throws as draftOrder */
export async function draftRideOrder(
  ctx: AccountContext,
  input: NewRideOrder,
): Promise<OrderDetail> {
  const { distance_km, portfolio_id: portfolioId, subaccountId } = input;
  const priced = await priceActivity(ctx, {
    activity: "passenger_car_van_or_suv",
    quantities: { distance_km },
    portfolioId: portfolioId ?? null,
    subaccountId,
    channel: "api",
  });
  return orderOf(ctx, { ...priced, terms: input, subaccountId, rideDistanceKm: distance_km });
}

export interface CheckoutTerms
  extends Pick<
    Order,
    | "subaccountId"
    | "portfolioId"
    | "splitPortfolioId"
    | "amountKg"
    | "price"
    | "metadata"
    | "description"
    | "callbackUrl"
    | "beneficiaryName"
    | "beneficiaryMessage"
    | "beneficiaryUrl"
    | "creditsExpectedBy"
  > {
  checkoutSessionId: string;
  /** End of the cooling-off period, until which the order is not matched; null: none. */
  matchableFrom: Date | null;
  pricePerTonne: number;
}

/** The order of a checkout session, whose terms the session has fixed. */
export function checkoutOrderOf(ctx: AccountContext, terms: CheckoutTerms): Order {
  const { pricePerTonne, ...fixed } = terms;
  const priceStep = rulesOf(ctx.account.currency).step;
  return {
    ...fixed,
    ...pricedPerTonne({ pricePerTonne, priceStep }),
    ...unsettled,
    coolingOff: terms.matchableFrom !== null,
    callbackEvents: [],
    accountId: ctx.account.id,
    mode: ctx.account.mode,
    currency: ctx.account.currency,
    id: newId("order"),
    type: "generic",
    rideDistanceKm: null,
    isOwn: terms.beneficiaryName === null,
    channel: "checkout",
    state: "placed",
    createdAt: ctx.now,
    settledAt: null,
  };
}
