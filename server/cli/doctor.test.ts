import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { env } from "#core/env";
import { providers } from "#gateways/payments";
import { startFakeS3 } from "#testing/fake-s3";
import { httpServer } from "#testing/local-server";
import { openMailServer } from "#testing/mail-server";
import { withSettings } from "#testing/settings";
import { runTill } from "#testing/till";

const ends: (() => unknown)[] = [];

withSettings();

afterEach(() => {
  providers.stripe.settings.current = null;
});
afterAll(async () => {
  for (const end of ends) await end();
});

let good: Partial<typeof env>;
let s3: Awaited<ReturnType<typeof startFakeS3>>;
let issuer: string;
let stripe: string;

beforeAll(async () => {
  s3 = await startFakeS3();
  ends.push(() => s3.close());
  const mail = await openMailServer({ login: { user: "till", password: "p#ss/word" } });
  ends.push(() => mail.close());
  const provider = await httpServer((req, res) => {
    const own = { authorization_endpoint: `${issuer}/a`, token_endpoint: `${issuer}/t` };
    const document = { issuer, ...own, jwks_uri: `${issuer}/k` };
    res.writeHead(req.url === "/.well-known/openid-configuration" ? 200 : 404);
    res.end(JSON.stringify(document));
  });
  ends.push(() => provider.close());
  issuer = provider.origin;
  const refusing = await httpServer((_req, res) => {
    res.writeHead(401, { "content-type": "application/json" });
    res.end(JSON.stringify({ error: { type: "invalid_request_error", message: "no" } }));
  });
  ends.push(() => refusing.close());
  stripe = refusing.origin;
  good = {
    s3: s3.settings,
    SMTP_URL: mail.url.replace("://", "://till:p%23ss%2Fword@"),
    loginProviders: [loginProvider(issuer)],
  };
});

const loginProvider = (url: string) =>
  ({ id: "oidc", name: "Staff", clientId: "id", clientSecret: "secret", issuer: url }) as const;
const doctor = (...args: string[]) => runTill(".", ["doctor", ...args]);

it("finds no problem if nothing is configured", async () => {
  const { code, stdout } = await doctor();
  expect(stdout).toMatch(/^ok +database +PostgreSQL \d+/m);
  expect(stdout).toMatch(/^- +files +no bucket/m);
  expect(stdout).toContain("No problems found.");
  expect(code).toBe(0);
});

it("finds no problem with services that work", async () => {
  Object.assign(env, good);
  const { code, stdout } = await doctor("--json");
  const { ok, checks } = JSON.parse(stdout);
  const states = checks.map(({ part, state }: Record<string, string>) => `${part} ${state}`);
  expect(states).toEqual([
    "database ok",
    "clock ok",
    "secrets unused",
    "files ok",
    "mail ok",
    "login ok",
    "payments unused",
    "registries unused",
    "tax unused",
  ]);
  expect({ ok, code }).toEqual({ ok: true, code: 0 });
});

it.each<[string, () => Partial<typeof env>, RegExp]>([
  [
    "a missing bucket",
    () => ({ s3: { ...s3.settings, bucket: "nobody" } }),
    /files +CT_S3_BUCKET: the store has no bucket nobody/,
  ],
  [
    "a store that is not there",
    () => ({ s3: { ...s3.settings, endpoint: "http://127.0.0.1:1" } }),
    /files +CT_S3_ENDPOINT: the store does not respond \(.*ECONNREFUSED/,
  ],
  [
    "a password that the mail server refuses",
    () => ({ SMTP_URL: good.SMTP_URL?.replace("word@", "wrong@") }),
    /mail +SMTP_URL: localhost:\d+ does not work: EAUTH .*535/,
  ],
  [
    "a mail server that is not there",
    () => ({ SMTP_URL: "smtp://127.0.0.1:1" }),
    /mail +SMTP_URL: 127\.0\.0\.1:1 does not work: ESOCKET .*ECONNREFUSED/,
  ],
  [
    "an issuer without a discovery document",
    () => ({ loginProviders: [loginProvider(`${issuer}/elsewhere`)] }),
    /login +OIDC_ISSUER: .*\/elsewhere\/\.well-known\/openid-configuration responds with 404/,
  ],
  [
    "another issuer's document",
    () => ({ loginProviders: [loginProvider(issuer.replace("localhost", "127.0.0.1"))] }),
    /login +OIDC_ISSUER: .* of another issuer, http:\/\/localhost/,
  ],
  [
    "a key that Stripe does not accept",
    () => {
      providers.stripe.settings.current = {
        secretKey: "sk_test_secret",
        publishableKey: "pk_test_1",
        webhookSecrets: ["whsec_secret"],
        mode: "test",
        url: stripe,
      };
      return {};
    },
    /payments +STRIPE_SECRET_KEY: Stripe does not accept this key/,
  ],
])("names what to correct, and exits with 1: %s", async (_what, wrong, message) => {
  Object.assign(env, good, wrong());
  const { code, stdout } = await doctor();
  expect(stdout).toMatch(message);
  expect(stdout).toContain("Found 1 problem.");
  expect(stdout).not.toMatch(/p#ss|p%23ss|sk_test_secret|whsec/);
  expect(code).toBe(1);
});

it("reports a store that would overwrite files", async () => {
  Object.assign(env, good);
  s3.conditions = "ignored";
  s3.objects.clear();
  const { code, stdout } = await doctor();
  s3.conditions = "honored";
  expect(stdout).toMatch(/PROBLEM +files +CT_S3_ENDPOINT: the store ignores If-None-Match/);
  expect(code).toBe(1);
});
