import { expect, it } from "vitest";
import { disputeReason } from "./dispute-reasons";

it("explains the bank's reason, and shows a code that it does not know", () => {
  expect(disputeReason("fraudulent")).toBe("The cardholder did not make the payment");
  expect(disputeReason("made_with_lost_card")).toBe("The card was lost");
  expect(disputeReason("goods_in_orbit")).toBe("Reason: goods in orbit");
});
