import { billing } from "#testing/crashes/billing-flow";
import type { AnyFlow } from "#testing/crashes/flow";
import { holdFlows } from "#testing/crashes/hold-flows";
import { importing } from "#testing/crashes/import-flow";
import { migrating } from "#testing/crashes/migrate-flow";
import { orderFlows } from "#testing/crashes/order-flows";
import { outsideFlows } from "#testing/crashes/outside-flows";
import { paymentFlows } from "#testing/crashes/payment-flows";
import { refundingParts } from "#testing/crashes/refund-flow";
import { rotating } from "#testing/crashes/rotate-flow";
import { changing } from "#testing/crashes/transition-flow";

export const flows: readonly AnyFlow[] = [
  ...orderFlows,
  ...paymentFlows,
  ...holdFlows,
  refundingParts,
  changing,
  ...outsideFlows,
  billing,
  importing,
  rotating,
  migrating,
];
