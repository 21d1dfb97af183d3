// Texts of payment links with a claim about climate effects, which operators may refuse.
import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { env } from "#core/env";
import { call } from "#testing/api";
import { makeAccount, makeStock } from "#testing/factories";
import { withSettings } from "#testing/settings";
import { buyForm } from "./buy";

withSettings();

let key: string;
let portfolio_id: string;
beforeAll(async () => {
  ({ portfolioId: portfolio_id } = await makeStock());
  ({ token: key } = await makeAccount());
});

const claim = "Klimaneutraler Versand";
const link = () => ({ slug: `link-${randomUUID()}`, name: "Your trip", portfolio_id });
const post = (body: object) => call("POST", "/payment-links", { key, body });

it.each(["description", "name"])(
  "refuses a claim in its %s if the operator says so",
  async (field) => {
    expect((await post({ ...link(), [field]: claim })).status).toBe(201);
    env.CT_CLAIMS = "refuse";
    const { status, json } = await post({ ...link(), [field]: claim });
    expect([status, json.error_codes]).toEqual([400, { [field]: "not-allowed" }]);
    expect(json.errors[field][0]).toContain("must not say “Klimaneutraler”");
  },
);

it("an existing link goes on", async () => {
  const existing = { ...link(), description: claim };
  await post(existing);
  env.CT_CLAIMS = "refuse";
  const request = new Request("http://localhost:3000/", {
    method: "POST",
    body: new URLSearchParams({ amount: "100" }),
    headers: { host: "localhost:3000", "sec-fetch-site": "same-origin" },
  });
  const bought = await buyForm(request, existing.slug);
  expect(bought.headers.get("location")).toContain("/checkout/");
});
