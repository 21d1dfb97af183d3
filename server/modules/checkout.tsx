// Additions of modules to the dashboard's screen "Checkout".
import { NewReusableLink } from "./links/screens/new-reusable-link";
import { PaymentLinks } from "./links/screens/payment-links";
import { listQueries } from "./links/screens/queries";

export { NewReusableLink };

export const checkoutTabs = [{ module: "links", show: "links", List: PaymentLinks }] as const;

export const checkoutQueries = listQueries;
