import { expectAgreement } from "./certificates-agree";
import { test } from "./checked-test";

test("page, PDF and JSON of 200 random orders agree in every figure, and are signed", async ({
  page,
  baseURL,
}) => {
  test.setTimeout(600_000);
  await expectAgreement(page, baseURL, 200);
});
