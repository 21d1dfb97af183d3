// Additions of modules to the operator's screen "Money".
import type { ScreenQueries } from "#ui/admin/trpc";
import { OperatorBilling } from "./billing/screens/operator-billing";
import { moneyQueries as billingQueries } from "./billing/screens/queries";
import { Months } from "./statements/screens/months";
import { monthQueries } from "./statements/screens/queries";

export const moneyTabs = [
  { module: "billing", show: "billing", View: OperatorBilling },
  { module: "statements", show: "months", View: Months },
] as const;

export const moneyQueries = ((trpc, inputs) => ({
  ...billingQueries(trpc, inputs),
  ...monthQueries(trpc, inputs),
})) satisfies ScreenQueries;
