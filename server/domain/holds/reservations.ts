import type { AccountContext, SqlContext } from "#core/context";
import type { RequestedAmount } from "#core/contract-money";
import type { Offer } from "#domain/catalogue";

export interface ReservationUse extends RequestedAmount<"total_price"> {
  reservation_id: string;
  amount_kg?: number | undefined;
  portfolio_id?: string | null | undefined;
  subaccountId: string | null;
}

/** Amount, portfolio and price of an order or a session. */
export interface Purchase {
  amountKg: number;
  offer: Offer;
}

/** Holds that an account made through the API, which its orders and checkout sessions use. */
export interface Reservations {
  /**
   * Finds what the reservation fixes, if it may be used now.
   * @throws invalid naming the field; invalid-subaccount; conflict if it is used or has ended
   */
  findUsable: (ctx: AccountContext, use: ReservationUse) => Promise<Purchase>;
  /**
   * Gives it to an order or a session, in the transaction that writes these.
   * @throws conflict if it was used or has ended
   */
  take: (
    ctx: Omit<AccountContext, "db"> & Pick<SqlContext, "db">,
    to: { id: string } & ({ orderId: string } | { sessionId: string }),
  ) => Promise<void>;
}
