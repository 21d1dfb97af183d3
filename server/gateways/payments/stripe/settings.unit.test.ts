import { expect, it } from "vitest";
import { readStripeSettings } from "./settings";

const read = (source: Record<string, string>) => readStripeSettings(source).current;

it("requires all settings of Stripe or none, and takes the mode from the key", () => {
  const of = (mode: string, kind = "sk") => ({
    STRIPE_SECRET_KEY: `${kind}_${mode}_secret`,
    STRIPE_PUBLISHABLE_KEY: `pk_${mode}_1`,
    STRIPE_WEBHOOK_SECRET: "whsec_secret",
  });
  const url = "http://127.0.0.1:12111";
  expect(read({})).toBeNull();
  expect(read({ CT_STRIPE_URL: url })).toBeNull();
  for (const [mode, kind] of [
    ["test", "sk"],
    ["live", "sk"],
    ["live", "rk"],
  ] as const) {
    const secretKey = `${kind}_${mode}_secret`;
    const keys = { secretKey, publishableKey: `pk_${mode}_1`, webhookSecrets: ["whsec_secret"] };
    expect(read(of(mode, kind))).toEqual({ ...keys, mode });
    const elsewhere = { ...of(mode, kind), CT_STRIPE_URL: url };
    if (mode === "test") expect(read(elsewhere)).toEqual({ ...keys, mode, url });
    // A fake Stripe could retire real credits.
    else expect(() => read(elsewhere)).toThrow(/CT_STRIPE_URL: must not be set with live/);
  }
  for (const name of Object.keys(of("test"))) {
    const half = { ...of("test"), [name]: "" };
    expect(() => read(half)).toThrow(new RegExp(`${name}: is required with `));
    const wrong = { ...of("test"), [name]: "secret" };
    expect(() => read(wrong)).toThrow(new RegExp(`${name}: `));
    for (const bad of [half, wrong]) expect(() => read(bad)).not.toThrow(/_secret/);
  }
});

it("rejects keys of two modes", () => {
  const keys = { STRIPE_SECRET_KEY: "sk_live_1", STRIPE_WEBHOOK_SECRET: "whsec_1" };
  const mixed = { ...keys, STRIPE_PUBLISHABLE_KEY: "pk_test_1" };
  expect(() => read(mixed)).toThrow(/STRIPE_PUBLISHABLE_KEY: must be .* pk_live_/);
  expect(() => read({ ...mixed, CT_STRIPE_URL: "stripe.example" })).toThrow(/CT_STRIPE_URL/);
});

it("rejects keys of two accounts if the keys contain them", () => {
  const [one, other] = ["51AbCdEfGhIjKlMn", "51ZyXwVuTsRqPoNm"].map((it) => `${it}0secret`);
  const keys = (secret: string, publishable: string) => ({
    STRIPE_SECRET_KEY: `sk_test_${secret}`,
    STRIPE_PUBLISHABLE_KEY: `pk_test_${publishable}`,
    STRIPE_WEBHOOK_SECRET: "whsec_1",
  });
  const mixed = () => read(keys(`${one}1`, `${other}2`));
  expect(mixed).toThrow(/STRIPE_PUBLISHABLE_KEY: belongs to the Stripe account acct_1Zy/);
  expect(mixed).not.toThrow(/secret/);
  expect(read(keys(`${one}1`, `${one}2`))).toMatchObject({ mode: "test" });
  expect(read(keys("old", `${one}2`))).toMatchObject({ mode: "test" });
});

it("accepts several webhook secrets, separated by commas", () => {
  const keys = { STRIPE_SECRET_KEY: "sk_test_1", STRIPE_PUBLISHABLE_KEY: "pk_test_1" };
  const secretsOf = (text: string) =>
    read({ ...keys, STRIPE_WEBHOOK_SECRET: text })?.webhookSecrets;
  expect(secretsOf(" whsec_1, whsec_2 ,whsec_3")).toEqual(["whsec_1", "whsec_2", "whsec_3"]);
  for (const bad of ["whsec_1,", "whsec_1;whsec_2", "whsec_1 whsec_2", "whsec_1,sk_test_1"]) {
    expect(() => secretsOf(bad)).toThrow(/STRIPE_WEBHOOK_SECRET: must be whsec_/);
    expect(() => secretsOf(bad)).not.toThrow(/whsec_1|sk_test_1/);
  }
});
