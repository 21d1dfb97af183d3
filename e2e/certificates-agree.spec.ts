// certificates-agree.endurance.spec.ts does the same for 200 orders.
import { expectAgreement } from "./certificates-agree";
import { test } from "./checked-test";

test("page, PDF and JSON of 15 random orders agree in every figure, and are signed", async ({
  page,
  baseURL,
}) => {
  test.setTimeout(120_000);
  await expectAgreement(page, baseURL, 15);
});
