import { expect, it } from "vitest";
import { loggedPath } from "./request-class";
import { changesPages, kindOf } from "./request-kind";

it.each([
  ["POST", "/v1/orders", true, "sales", null],
  ["POST", "/v1/checkout/sessions", true, "payments", null],
  ["POST", "/checkout/cs_1/pay", false, "payments", "checkout"],
  ["POST", "/buy/harbor-hotel", false, "payments", "checkout"],
  ["GET", "/buy/harbor-hotel?lang=de", false, "checkout", "checkout"],
  ["POST", "/unsubscribe/per_1.acc_1.key_expiring.abc", false, "pages", "forms"],
  ["GET", "/unsubscribe/per_1.acc_1.key_expiring.abc", false, "pages", "pages"],
  ["POST", "/webhooks/stripe", false, "notices", "webhooks"],
  ["GET", "/checkout/cs_1", false, "checkout", "checkout"],
  ["GET", "/v1/orders?limit=3", true, "api", null],
  ["POST", "/v1/quotes/ride", true, "api", null],
  ["POST", "/v1/orders", false, "pages", "api"],
  ["GET", "/v1/verify?serial=1", false, "pages", "api"],
  ["POST", "/api/auth/callback/credentials", false, "dashboard", "forms"],
  ["POST", "/trpc/session.requestPasswordReset?batch=1", false, "dashboard", "forms"],
  ["GET", "/trpc/orders.list", false, "dashboard", "dashboard"],
  ["GET", "/admin/acme/live", false, "dashboard", "dashboard"],
  ["GET", "/_next/static/chunks/a.js", false, "assets", "assets"],
  ["GET", "/icon.svg?x", false, "assets", "assets"],
  ["GET", "/certificates/ord_1", false, "pages", "pages"],
  ["GET", "/impact/acme", false, "pages", "pages"],
  ["GET", "/", false, "pages", "pages"],
  ["GET", "/docs/reference", false, "docs", "docs"],
  ["GET", "/docs.md", false, "docs", "docs"],
  ["GET", "/llms.txt", false, "docs", "docs"],
  ["GET", "/v1/openapi.json", true, "docs", "docs"],
  ["GET", "/v1/errors/gone", false, "docs", "docs"],
])("%s %s (with a key: %s) is %s", (method, url, hasKey, name, counted) => {
  expect(kindOf(method, url, hasKey)).toMatchObject({ class: name, counted });
});

it("gives only uploads more time to arrive, and places of their own", () => {
  const upload = { isUpload: true, class: "uploads" };
  expect(kindOf("PUT", "/v1/subaccounts/sub_1/logo", true)).toMatchObject(upload);
  for (const screen of ["import", "retirements"]) {
    const path = `/admin/operator/live/${screen}/files`;
    expect(kindOf("POST", path, false)).toMatchObject(upload);
  }
  expect(kindOf("POST", "/v1/orders", true).isUpload).toBeUndefined();
});

it.each([
  ["POST", "/v1/orders?x", false],
  ["POST", "/v1/checkout/sessions", false],
  ["POST", "/v1/quotes/ride", false],
  ["POST", "/buy/harbor-hotel", false],
  ["POST", "/v1/orders/ord_1/cancel", true],
  ["POST", "/v1/checkout/sessions/cs_1/refunds", true],
  ["PUT", "/v1/subaccounts/sub_1/logo", true],
  ["POST", "/checkout/cs_1/pay", true],
])("%s %s may change a page: %s", (method, url, changes) => {
  expect(changesPages(method, url)).toBe(changes);
});

it.each([
  ["/checkout/cs_01abc/pay?lang=de", "/checkout/…/pay"],
  ["/checkout/what-somebody-typed", "/checkout/…"],
  ["/v1/checkout/sessions/cs_01abc/expire", "/v1/checkout/sessions/…/expire"],
  ["/admin/acme/test/checkout/cs_01abc", "/admin/acme/test/checkout/…"],
  ["/admin/reset?token=secret", "/admin/reset"],
  ["/unsubscribe/per_1.acc_1.key_expiring.abc", "/unsubscribe/…"],
  ["/buy/harbor-hotel?lang=de", "/buy/harbor-hotel"],
  ["/v1/orders/ord_01abc", "/v1/orders/ord_01abc"],
])("logs %s as %s", (url, logged) => {
  expect(loggedPath(url)).toBe(logged);
});
