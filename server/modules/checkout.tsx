// Additions of modules to the dashboard's screen "Checkout".
import type { ScreenQueries } from "#ui/admin/trpc";
import { NewReusableLink } from "./links/screens/new-reusable-link";
import { PaymentLinks } from "./links/screens/payment-links";
import { listQueries as linkQueries } from "./links/screens/queries";
import { listQueries as reservationQueries } from "./reservations/screens/queries";
import { Reservations } from "./reservations/screens/reservations";

export { NewReusableLink };

export const checkoutTabs = [
  { module: "links", show: "links", List: PaymentLinks },
  { module: "reservations", show: "reservations", List: Reservations },
] as const;

export const checkoutQueries = ((trpc, inputs) => ({
  ...linkQueries(trpc, inputs),
  ...reservationQueries(trpc, inputs),
})) satisfies ScreenQueries;
