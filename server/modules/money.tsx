// Additions of modules to the operator's screen "Money".
import { OperatorBilling } from "./billing/screens/operator-billing";
import { moneyQueries } from "./billing/screens/queries";

export const moneyTabs = [{ module: "billing", show: "billing", View: OperatorBilling }] as const;

export { moneyQueries };
