import { expectAgreement } from "./certificates-agree";
import { test } from "./checked-test";

test("page, PDF and JSON of 20 random orders agree in every figure, and are signed", async ({
  page,
  baseURL,
}) => {
  // The registry retires one order after another.
  test.slow();
  await expectAgreement(page, baseURL, 20);
});
