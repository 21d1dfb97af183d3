import { sql } from "kysely";
import { type Context, modes } from "#core/context";
import { env } from "#core/env";
import { type Params, queriesOn } from "#core/query";
import { plural } from "#core/text";
import { countWaitingInvoices } from "#domain/checkout";
import { listPolicies } from "#domain/evidence";
import { getSecretsStatus } from "#domain/secrets";
import { probeFiles } from "#gateways/files";
import { probeIssuer } from "#gateways/identity";
import { verifySmtp } from "#gateways/mail";
import { allProviders } from "#gateways/payments";
import { adapterFault, allAdapters } from "#gateways/registries";
import { describeCoverage } from "./probe-tax";

export interface ProbeResult {
  part:
    | "database"
    | "clock"
    | "secrets"
    | "files"
    | "mail"
    | "login"
    | "payments"
    | "registries"
    | "tax";
  /** "unused": not configured, and nothing is missing. */
  state: "ok" | "problem" | "unused";
  /** The finding. For a problem, what to correct, beginning with the variable's name. */
  detail: string;
}

type Finding = Omit<ProbeResult, "part">;

const TIMEOUT_MS = 10_000;
/** Signatures, leases and logins need clocks that differ by less than a minute. */
const MAX_CLOCK_DIFFERENCE_MS = 5000;

const ok = (detail: string): Finding => ({ state: "ok", detail });
const problem = (detail: string): Finding => ({ state: "problem", detail });
const unused = (detail: string): Finding => ({ state: "unused", detail });

const query = queriesOn<object>();

const findVersion = query("diagnostics-version", (db, _none: Params<object>) =>
  db.selectNoFrom(sql<string>`current_setting('server_version')`.as("version")),
);
const readClock = query("diagnostics-clock", (db, _none: Params<object>) =>
  db.selectNoFrom(sql<Date>`clock_timestamp()`.as("now")),
);

async function probeDatabase(ctx: Context): Promise<Finding[]> {
  const [row] = await findVersion(ctx.db, {});
  return [ok(`PostgreSQL ${row?.version ?? "(unknown version)"} responds`)];
}

/**
 * Difference by which this machine's clock is ahead of the database's, which was read between `before` and
 * `after`.
 */
export function clockDifferenceMs(databaseMs: number, before: number, after: number): number {
  if (databaseMs < before) return before - databaseMs;
  return databaseMs > after ? after - databaseMs : 0;
}

async function probeClock(ctx: Context): Promise<Finding[]> {
  const before = Date.now();
  const [row] = await readClock(ctx.db, {});
  const aheadMs = clockDifferenceMs(row?.now.getTime() ?? before, before, Date.now());
  if (Math.abs(aheadMs) <= MAX_CLOCK_DIFFERENCE_MS) return [ok("matches the database's clock")];
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  const relation = aheadMs > 0 ? "ahead of" : "behind";
  return [
    problem(
      `this machine's clock is ${seconds} s ${relation} the database's: synchronize both (NTP)`,
    ),
  ];
}

async function probeSecrets(ctx: Context): Promise<Finding[]> {
  const { masterKeyId, configuredKeyId, columns } = await getSecretsStatus(ctx);
  if (masterKeyId === null) {
    return configuredKeyId === null
      ? [unused("CT_MASTER_KEY is not set: secrets in the database are not encrypted")]
      : [problem("CT_MASTER_KEY: nothing is encrypted yet: run `till secrets encrypt`")];
  }
  const plain = columns.reduce((sum, column) => sum + column.plain, 0);
  if (plain > 0)
    return [problem(`${plain} secrets are not encrypted: run \`till secrets encrypt\``)];
  if (masterKeyId === configuredKeyId) return [ok("all secrets in the database are encrypted")];
  return [problem("CT_MASTER_KEY: the former key is still in use: run `till secrets rotate`")];
}

async function probeStorage(): Promise<Finding[]> {
  if (!env.s3) return [unused("no bucket is configured: files are stored in the database")];
  const fault = await probeFiles(env.s3);
  return [fault === null ? ok(`the bucket ${env.s3.bucket} works`) : problem(fault)];
}

async function probeMail(): Promise<Finding[]> {
  if (!env.SMTP_URL)
    return [unused(`no mail server is configured: mails are written to ${env.CT_DATA_DIR}/mails`)];
  const { host, username } = new URL(env.SMTP_URL);
  const fault = await verifySmtp(env.SMTP_URL, TIMEOUT_MS);
  if (fault !== null) return [problem(`SMTP_URL: ${host} does not work: ${fault}`)];
  return [ok(username ? `${host} accepts the login` : `${host} responds`)];
}

async function probeLogins(): Promise<Finding[]> {
  const providers = env.loginProviders.map(async ({ name, issuer }): Promise<Finding> => {
    if (issuer === undefined)
      return ok(`${name} is configured; its keys are checked at the first login`);
    const fault = await probeIssuer(issuer, TIMEOUT_MS);
    return fault === null ? ok(`${name} (${issuer}) responds`) : problem(`OIDC_ISSUER: ${fault}`);
  });
  if (providers.length > 0) return Promise.all(providers);
  return [unused("no identity provider is configured: people sign in with passwords")];
}

async function probePayments(): Promise<Finding[]> {
  return (await Promise.all(allProviders.map((provider) => provider.probe()))).flat();
}

/** Policies whose adapter cannot work: their credits stay pending. */
async function findPolicyFaults(ctx: Context): Promise<Finding[]> {
  const policies = await Promise.all(modes.map((mode) => listPolicies(ctx, { mode })));
  return policies.flat().flatMap(({ adapter, registry, mode }) => {
    const fault = adapterFault(adapter, { registry, mode });
    return fault === null ? [] : [problem(`policy of ${registry} in ${mode} mode: ${fault}`)];
  });
}

async function probeRegistries(ctx: Context): Promise<Finding[]> {
  const probed = (await Promise.all(allAdapters.map((adapter) => adapter.probe()))).flat();
  const findings = [...probed, ...(await findPolicyFaults(ctx))];
  if (findings.length > 0) return findings;
  return [unused("no registry is connected: live credits are retired from the worklist")];
}

async function probeTax(ctx: Context): Promise<Finding[]> {
  const waiting = [...(await countWaitingInvoices(ctx))].map(
    ([reason, count]) => `${plural(count, "invoice")} of sales waiting: ${reason}`,
  );
  const lines = [...(await describeCoverage(ctx)), ...waiting];
  if (lines.length > 0) return lines.map(ok);
  return [unused("no account sells to consumers: it has no seller details")];
}

const probes: Record<ProbeResult["part"], (ctx: Context) => Promise<Finding[]>> = {
  database: probeDatabase,
  clock: probeClock,
  secrets: probeSecrets,
  files: probeStorage,
  mail: probeMail,
  login: probeLogins,
  payments: probePayments,
  registries: probeRegistries,
  tax: probeTax,
};

/** Runs all probes at the same time. The only change is a probe file in the bucket. */
export async function probeInstallation(ctx: Context): Promise<ProbeResult[]> {
  const results = Object.entries(probes).map(async ([part, probe]) => {
    const findings = await probe(ctx).catch((error: unknown) => [
      problem(error instanceof Error ? error.message : String(error)),
    ]);
    return findings.map((finding) => ({ part: part as ProbeResult["part"], ...finding }));
  });
  return (await Promise.all(results)).flat();
}
