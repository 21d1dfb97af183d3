import { z } from "zod";
import { amountFields, amountSchema, currencyField } from "#core/contract-money";
import { channels } from "#domain/catalogue";
import type { Reservation } from "./reservations";
import { publicStateOf, publicStates } from "./rules";

const id = (description: string, example: string | null) =>
  z
    .string()
    .nullable()
    .meta({ description, examples: [example] });

export const ReservationResource = z
  .strictObject({
    id: z
      .string()
      .meta({ description: "The reservation's id.", examples: ["rsv_01kx3v6d0tf9sv4m2c8j5a7b9e"] }),
    amount_kg: z.int().meta({ description: "Reserved credits in kg.", examples: [25] }),
    currency: currencyField,
    ...amountSchema("price", {
      description: "Total price of the order or checkout session that uses the reservation.",
      example: 150,
    }),
    ...amountSchema("price_per_tonne", {
      description: "Price per tonne. The price is kg × price per tonne / 1000, rounded up.",
      example: 6000,
    }),
    portfolio_id: z
      .string()
      .meta({ description: "Portfolio to buy from.", examples: ["pf_sandbox_balanced"] }),
    subaccount_id: id("Subaccount that the credits are reserved for.", null),
    channel: z.enum(channels).meta({ description: "Whose price is reserved." }),
    state: z.enum(publicStates).meta({
      description:
        "`held` while the credits are kept for you. `used` once an order has them. `released` if " +
        "you gave them back, the order or session ended without them, or they left the stock and " +
        "could not be replaced. `expired` after `expires_on`.",
    }),
    created_on: z.iso
      .datetime()
      .meta({ description: "When it was made.", examples: ["2026-11-21T12:00:00.000Z"] }),
    expires_on: z.iso.datetime().meta({
      description:
        "When it ends by itself. A payment that is under way then, or an order, keeps the credits.",
      examples: ["2026-11-21T12:15:00.000Z"],
    }),
    order_id: id("Order that uses the reservation.", null),
    checkout_session_id: id("Checkout session that uses the reservation.", null),
  })
  .meta({ id: "Reservation", description: "Credits kept for you for a while, at a fixed price." });
export type ReservationResource = z.infer<typeof ReservationResource>;

export function toReservationResource(reservation: Reservation): ReservationResource {
  return {
    id: reservation.id,
    amount_kg: reservation.amountKg,
    currency: reservation.currency,
    ...amountFields(
      { price: Number(reservation.price), price_per_tonne: reservation.pricePerTonne },
      reservation.currency,
    ),
    portfolio_id: reservation.portfolioId,
    subaccount_id: reservation.subaccountId,
    channel: reservation.channel,
    state: publicStateOf(reservation, reservation.readAt),
    created_on: reservation.createdAt.toISOString(),
    expires_on: reservation.reservedUntil.toISOString(),
    order_id: reservation.orderId,
    checkout_session_id: reservation.checkoutSessionId,
  };
}
