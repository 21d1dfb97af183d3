// Additions of the module "billing" to the operator's overview, and to the screen of an account.
export { AccountBilling } from "./billing/screens/account-billing";
export { AccountDocument } from "./billing/screens/account-document";
export { accountQueries, unbilledQueries } from "./billing/screens/queries";
export { UnbilledSalesNotice } from "./billing/screens/unbilled-sales";
