import fs from "node:fs";

/** Variables that may be given as a file: `NAME_FILE=/path`. */
export const secretVariables = [
  "DATABASE_URL",
  "DATABASE_DIRECT_URL",
  "CT_MASTER_KEY",
  "CT_MASTER_KEY_OLD",
  "SMTP_URL",
  "CT_BACKUP_PASSPHRASE",
  "CT_MOVE_TO",
  "CT_METRICS_TOKEN",
  "OTEL_EXPORTER_OTLP_HEADERS",
  "CT_S3_ACCESS_KEY_ID",
  "CT_S3_SECRET_ACCESS_KEY",
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "CT_ISOMETRIC_TOKEN",
  "CT_ISOMETRIC_CLIENT_SECRET",
  "GOOGLE_CLIENT_SECRET",
  "GITHUB_CLIENT_SECRET",
  "OIDC_CLIENT_SECRET",
] as const;

type Environment = Record<string, string | undefined>;

function readSecret(name: string, file: string): string {
  let text: string;
  try {
    text = fs.readFileSync(file, "utf8");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${name}_FILE: ${file} cannot be read: ${reason}`, { cause: error });
  }
  // Editors and `echo` end a file with a line break.
  const value = text.replace(/[\r\n]+$/, "");
  if (value === "") throw new Error(`${name}_FILE: ${file} is empty`);
  return value;
}

/**
 * Replaces each `NAME_FILE` by `NAME`, also for child processes.
 * @throws an error that lists all variables that are set twice or whose file cannot be used
 */
export function resolveSecretFiles(environment: Environment): void {
  const faults: string[] = [];
  for (const name of secretVariables) {
    const file = environment[`${name}_FILE`];
    if (!file) continue;
    if (environment[name]) {
      faults.push(`${name} and ${name}_FILE are both set: remove one`);
      continue;
    }
    try {
      environment[name] = readSecret(name, file);
      // Not deleted: Next would set it again from `.env`.
      environment[`${name}_FILE`] = "";
    } catch (error) {
      faults.push(error instanceof Error ? error.message : String(error));
    }
  }
  if (faults.length === 0) return;
  throw new Error(`Invalid environment variables:\n${faults.map((it) => `  ${it}`).join("\n")}`);
}
