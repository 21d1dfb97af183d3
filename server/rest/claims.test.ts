// Public texts with a claim about climate effects, which operators may refuse.
import { beforeAll, expect, it } from "vitest";
import { env } from "#core/env";
import { setBrand } from "#domain/brands";
import { call } from "#testing/api";
import { openSession } from "#testing/checkout";
import { contextOf, makeAccount, makeStock } from "#testing/factories";
import { withSettings } from "#testing/settings";
import { payForm } from "./checkout-forms";

withSettings();

let seller: Awaited<ReturnType<typeof makeAccount>>;
let portfolio_id: string;
beforeAll(async () => {
  ({ portfolioId: portfolio_id } = await makeStock());
  seller = await makeAccount();
});

const claim = "Klimaneutraler Versand";
const urls = { success_url: "https://shop.example/a", cancel_url: "https://shop.example/b" };
const post = (path: string, body: object) =>
  call("POST", path, { key: seller.token, body: { portfolio_id, ...body } });
const form = (fields: Record<string, string>) =>
  new Request("http://localhost:3000/", {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { host: "localhost:3000", "sec-fetch-site": "same-origin" },
  });

const everywhere: [path: string, body: () => object, field: string][] = [
  ["/orders", () => ({ amount_kg: 1, description: claim }), "description"],
  [
    "/orders",
    () => ({ amount_kg: 1, beneficiary: { name: "Ada", message: claim } }),
    "beneficiary.message",
  ],
  ["/checkout/sessions", () => ({ ...urls, amount_kg: 100, description: claim }), "description"],
];

it.each(everywhere)("%s refuses a claim in a text if the operator says so", async (...request) => {
  const [path, body, field] = request;
  expect((await post(path, body())).status).toBe(201);
  env.CT_CLAIMS = "refuse";
  const { status, json } = await post(path, body());
  expect([status, json.error_codes]).toEqual([400, { [field]: "not-allowed" }]);
  expect(json.errors[field][0]).toContain("must not say “Klimaneutraler”");
});

it("a beneficiary may be named so", async () => {
  env.CT_CLAIMS = "refuse";
  const beneficiary = { name: "Klimaneutral GmbH" };
  expect((await post("/orders", { amount_kg: 1, beneficiary })).status).toBe(201);
});

it("the words on an impact page and a customer's message are refused, too", async () => {
  const brand = {
    ...{ accent_color: null, website_url: null, sender_name: null, imprint_url: null },
    ...{ privacy_url: null, story: "We are climate positive.", subaccountId: null },
  };
  const { id } = await openSession();
  env.CT_CLAIMS = "refuse";
  await expect(setBrand(contextOf(seller.live), brand)).rejects.toMatchObject({
    errors: { story: [expect.stringContaining("climate positive")] },
  });
  const message = "Nous compensons nos émissions";
  const paid = await payForm(form({ email: "ada@example.com", beneficiary: "Ada", message }), id);
  expect(paid.headers.get("location")).toContain("fault=message.claim");
});
