import { modulePage } from "#admin/module-page";
import { queries } from "#modules/billing/screens/queries";
import { BillingPage } from "#screens/billing/screens/billing";

export default modulePage("billing", BillingPage, queries);
