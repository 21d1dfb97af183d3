import { z } from "zod";
import { masterKeyFrom } from "./crypto";
import { databaseUrlFault } from "./db-url";
import { issueMessage } from "./issue-message";
import { mailbox, smtpUrl } from "./mail-settings";
import { DEFAULT_CURRENCY } from "./money";
import { resolveSecretFiles } from "./secret-files";
import { currencyCode } from "./typed-money";

const rateLimit = z
  .string()
  .regex(
    /^(off|\d+(,\d+){0,2})$/,
    "must be off, N, or READS,WRITES,LOOKUPS (requests per second and key, look-ups per address)",
  )
  .default("100,100,10");
const journalAccount =
  "(receivables|clearing|prepayments|revenue_api|revenue_checkout|refunds|credit_notes|tax|tax_checkout|bank|deposits|adjustments|fees|cost_of_credits|stock_of_credits|settlement_differences)=[^,=]{1,100}";
const journalAccounts = z
  .string()
  .regex(
    new RegExp(`^${journalAccount}(,${journalAccount})*$`),
    "must be role=account pairs, such as receivables=1400,revenue_api=8400",
  );
const KEY_FORM = "must be 32 bytes as 64 hexadecimal digits or in base64";
const masterKey = z.string().refine((text) => masterKeyFrom(text) !== null, KEY_FORM);
const formerKeys = z
  .string()
  .refine(
    (text) => text.split(",").every((one) => masterKeyFrom(one.trim()) !== null),
    `${KEY_FORM}, several separated by commas`,
  );
/** Days after which data is deleted. */
const days = (fallback: number, shortest = 1) =>
  z.coerce.number().int().min(shortest).max(36_500).default(fallback);
const flag = (fallback: boolean) =>
  z
    .enum(["0", "1"])
    .default(fallback ? "1" : "0")
    .transform((value) => value === "1");

/** With or without a past of the demo account. */
const demo = z
  .enum(["0", "1", "empty"])
  .default("1")
  .transform((value) => ({ "0": "none", "1": "full", empty: "empty" })[value] as Demo);
type Demo = "none" | "full" | "empty";

const databaseUrl = z.string().refine((text) => databaseUrlFault(text) === null, {
  error: ({ input }) => databaseUrlFault(String(input)) ?? "",
});
/** Paths of pages and endpoints begin at the root of the host. */
const originUrl = z
  .url({ protocol: /^https?$/, abort: true })
  .refine((url) => /^https?:\/\/[^/?#]+\/*$/.test(url), "must be without a path: https://host")
  .transform((url) => url.replace(/\/+$/, ""));

const Env = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().min(1).optional(),
  APP_URL: originUrl.optional(),
  CT_PROBLEM_TYPE_BASE: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ""))
    .optional(),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  CT_MASTER_KEY: masterKey.optional(),
  CT_MASTER_KEY_OLD: formerKeys.optional(),
  CT_PREPARED: flag(true),
  CT_MIGRATE: flag(true),
  CT_DATABASE_WAIT: z.coerce.number().int().min(0).max(3600).default(60),
  CT_RENDERER_POOL: z.coerce.number().int().min(1).max(500).default(5),
  CT_DATA_DIR: z.string().min(1).default(".data"),
  CT_BACKUP_PASSPHRASE: z.string().min(12, "must have at least 12 characters").optional(),
  CT_BACKUP_RECIPIENT: z
    .string()
    .regex(/^age1[0-9a-z]{20,}$/, "must be a public key of age (age1…)")
    .optional(),
  CT_MOVE_TO: databaseUrl.optional(),
  CT_DATABASE_POOL: z.coerce.number().int().min(1).max(500).default(10),
  CT_DEMO: demo,
  CT_CURRENCY: currencyCode.default(DEFAULT_CURRENCY),
  CT_WORKER: flag(true),
  CT_RATE_LIMIT: rateLimit,
  CT_TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
  CT_ADDRESS_LIMIT: z
    .string()
    .regex(/^(off|[1-9]\d{0,5})$/, "must be off or N (page views per second and address)")
    .default("20")
    .transform((value) => (value === "off" ? null : Number(value))),
  CT_LIMIT_LOOPBACK: flag(false),
  CT_MAX_CONNECTIONS: z.coerce.number().int().min(10).max(1_000_000).default(10_000),
  CT_MAX_CONNECTIONS_PER_ADDRESS: z.coerce.number().int().min(1).max(1_000_000).default(256),
  CT_MAX_CONCURRENT_SALES: z.coerce.number().int().min(8).max(10_000).default(48),
  CT_REQUEST_TIMEOUT: z.coerce.number().int().min(1).max(300).default(20),
  CT_REUSE_PORT: flag(false),
  CT_SHUTDOWN_DELAY: z.coerce.number().int().min(0).max(300).default(0),
  CT_SHUTDOWN_GRACE: z.coerce.number().int().min(0).max(300).default(5),
  CT_SECURITY_CONTACT: z
    .string()
    .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, "must be a mailto: or https: address")
    .optional(),
  CT_CLAIMS: z.enum(["warn", "refuse"]).default("warn"),
  CT_ALLOW_PRIVATE_NETWORK: flag(false),
  CT_LOCALHOST_RECEIVERS: z.enum(["0", "1"]).optional(),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: mailbox.optional(),
  MAIL_REPLY_TO: mailbox.optional(),
  CT_INVOICE_REMINDERS: z
    .string()
    .regex(/^[1-9]\d{0,2}(,[1-9]\d{0,2})*$/, "must be numbers of days, such as 7,21")
    .optional(),
  CT_RETAIN_EVENTS: days(400, 30),
  CT_RETAIN_RESPONSES: days(30),
  CT_RETAIN_MAILS: days(90, 7),
  CT_RETAIN_LOGINS: days(30),
  CT_RETAIN_UNPAID: days(90),
  CT_RETAIN_NOTICES: days(400, 90),
  CT_RETAIN_AUDIT: days(3660, 3660),
  CT_JOURNAL_ACCOUNTS: journalAccounts.optional(),
  CT_LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"])
    .default("info"),
});

/** Limits per second, or null for none: reads and writes per key, lookups per address. */
export function rateLimitsOf(setting: string) {
  if (setting === "off") return null;
  const [reads = 100, writes = reads, lookups = 10] = setting.split(",").map(Number);
  return { reads, writes, lookups };
}

export interface S3Settings {
  bucket: string;
  /** Only for stores other than AWS. */
  endpoint?: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** All settings of S3 or none: a missing one would show only when a file is stored. */
const S3 = z
  .object({
    CT_S3_BUCKET: z.string().optional(),
    CT_S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
    CT_S3_REGION: z.string().optional(),
    CT_S3_ACCESS_KEY_ID: z.string().optional(),
    CT_S3_SECRET_ACCESS_KEY: z.string().optional(),
  })
  .transform((given, { issues }): S3Settings | null => {
    const names = Object.entries(given).flatMap(([name, value]) => (value ? [name] : []));
    if (names.length === 0) return null;
    const { CT_S3_BUCKET: bucket, CT_S3_ENDPOINT: endpoint } = given;
    const { CT_S3_ACCESS_KEY_ID: accessKeyId, CT_S3_SECRET_ACCESS_KEY: secretAccessKey } = given;
    if (bucket && accessKeyId && secretAccessKey) {
      const region = given.CT_S3_REGION ?? "us-east-1";
      return { bucket, region, accessKeyId, secretAccessKey, ...(endpoint && { endpoint }) };
    }
    const needed = ["CT_S3_BUCKET", "CT_S3_ACCESS_KEY_ID", "CT_S3_SECRET_ACCESS_KEY"];
    for (const name of needed.filter((it) => !names.includes(it))) {
      const message = `is required with ${names.join(", ")}`;
      issues.push({ code: "custom", path: [name], message, input: undefined });
    }
    return null;
  });

/** An identity provider for sign-in. */
export interface LoginProvider {
  id: "google" | "github" | "oidc";
  name: string;
  clientId: string;
  clientSecret: string;
  /** Only for OpenID providers other than Google and GitHub. */
  issuer?: string;
}

const optional = z.string().optional();
const LoginProviders = z
  .object({
    GOOGLE_CLIENT_ID: optional,
    GOOGLE_CLIENT_SECRET: optional,
    GITHUB_CLIENT_ID: optional,
    GITHUB_CLIENT_SECRET: optional,
    OIDC_CLIENT_ID: optional,
    OIDC_CLIENT_SECRET: optional,
    OIDC_ISSUER: z.url({ protocol: /^https?$/ }).optional(),
    OIDC_NAME: z.string().max(64).optional(),
  })
  .transform((given, { issues }): LoginProvider[] => {
    const names = { google: "Google", github: "GitHub", oidc: given.OIDC_NAME ?? "Single sign-on" };
    return (["google", "github", "oidc"] as const).flatMap((id) => {
      const prefix = id.toUpperCase() as "GOOGLE" | "GITHUB" | "OIDC";
      const needed = {
        [`${prefix}_CLIENT_ID`]: given[`${prefix}_CLIENT_ID`],
        [`${prefix}_CLIENT_SECRET`]: given[`${prefix}_CLIENT_SECRET`],
        ...(id === "oidc" && { OIDC_ISSUER: given.OIDC_ISSUER }),
      };
      const [clientId, clientSecret, issuer] = Object.values(needed);
      if (!Object.values(needed).some(Boolean)) return [];
      for (const [name, value] of Object.entries(needed)) {
        const message = `is required with the other ${prefix}_… variables`;
        if (!value) issues.push({ code: "custom", path: [name], message, input: undefined });
      }
      const keys = { clientId: clientId ?? "", clientSecret: clientSecret ?? "" };
      return [{ id, name: names[id], ...keys, ...(issuer && { issuer }) }];
    });
  });

const MESSAGES = { error: issueMessage };

type Environment = Record<string, string | undefined>;

function withoutEmpty(source: Environment): Environment {
  return Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
}

function unusable(issues: readonly z.core.$ZodIssue[]): Error {
  const lines = issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
  return new Error(`Invalid environment variables:\n${lines.join("\n")}`);
}

/** Settings that a gateway reads itself. Only tests change `current`. */
export interface Settings<T> {
  current: T;
}

/** Parses a gateway's settings. Throws one error that lists every invalid variable. */
export function readSettings<T>(
  schema: z.ZodType<T>,
  source: Environment = process.env,
): Settings<T> {
  const { data, error } = schema.safeParse(withoutEmpty(source), MESSAGES);
  if (error) throw unusable(error.issues);
  return { current: data as T };
}

/** A demo that has no address of its own is for the person at this machine. */
function defaultHost({ APP_URL, CT_DEMO }: Pick<z.infer<typeof Env>, "APP_URL" | "CT_DEMO">) {
  return APP_URL === undefined && CT_DEMO !== "none" ? "127.0.0.1" : "0.0.0.0";
}

/** Throws one error that lists every invalid variable. */
export function parseEnv(source: Environment) {
  const given = withoutEmpty(source);
  const [parsed, s3] = [Env.safeParse(given, MESSAGES), S3.safeParse(given, MESSAGES)];
  const logins = LoginProviders.safeParse(given, MESSAGES);
  if (parsed.success && s3.success && logins.success) {
    const { HOST = defaultHost(parsed.data) } = parsed.data;
    return { ...parsed.data, HOST, s3: s3.data, loginProviders: logins.data };
  }
  throw unusable([parsed, s3, logins].flatMap(({ error }) => error?.issues ?? []));
}

resolveSecretFiles(process.env);
export const env = parseEnv(process.env);

/** Public URL of this installation, without a trailing slash. */
export function appUrl(): string {
  return env.APP_URL ?? `http://localhost:${process.env["PORT"] ?? env.PORT}`;
}

/** True if a setting says where the server is, for programs beside it. */
export function isAppUrlSet(): boolean {
  return env.APP_URL !== undefined || process.env["PORT"] !== undefined;
}

const LOCAL_HOSTS = new Set(["localhost", "127.0.0.1", "[::1]"]);

export function isLocalhost(hostname: string): boolean {
  return LOCAL_HOSTS.has(hostname);
}

/** Returns true unless this installation's own URL is on localhost. */
export function isProduction(): boolean {
  return !isLocalhost(new URL(appUrl()).hostname);
}

/**
 * Returns true if test accounts may send events to this machine. By default only if the
 * installation itself runs on localhost: elsewhere it is the operator's machine, not the
 * developer's.
 */
export function allowsLocalReceivers(): boolean {
  const setting = env.CT_LOCALHOST_RECEIVERS;
  return setting === undefined ? isLocalhost(new URL(appUrl()).hostname) : setting === "1";
}
