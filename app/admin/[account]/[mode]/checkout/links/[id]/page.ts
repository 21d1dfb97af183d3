import { modulePage } from "#admin/module-page";
import { queries } from "#modules/links/screens/queries";
import { PaymentLinkPage } from "#screens/links/screens/payment-link";

export default modulePage("links", PaymentLinkPage, queries);
