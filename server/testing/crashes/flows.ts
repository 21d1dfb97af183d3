// All flows, by name.
import type { AnyFlow } from "#testing/crashes/flow";
import { migrating } from "#testing/crashes/migrate-flow";
import { operatorFlows } from "#testing/crashes/operator-flows";
import { orderFlows } from "#testing/crashes/order-flows";
import { outsideFlows } from "#testing/crashes/outside-flows";
import { paymentFlows } from "#testing/crashes/payment-flows";

export const flows: readonly AnyFlow[] = [
  ...orderFlows,
  ...paymentFlows,
  ...outsideFlows,
  ...operatorFlows,
  migrating,
];
