// The environment, read once and checked: a bad value stops the build and every start.
import { z } from "zod";

const rateLimit = z
  .string()
  .regex(/^(off|\d+(,\d+)?)$/, "must be off, N, or READS,WRITES (requests per second and key)")
  .default("100,100");
const flag = (fallback: boolean) =>
  z
    .enum(["0", "1"])
    .default(fallback ? "1" : "0")
    .transform((value) => value === "1");

const Env = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().min(1).default("0.0.0.0"),
  APP_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ""))
    .optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  CT_DATA_DIR: z.string().min(1).default(".data"),
  CT_DATABASE_POOL: z.coerce.number().int().min(1).max(500).default(10),
  CT_DEMO: flag(true),
  CT_WORKER: flag(true),
  CT_RATE_LIMIT: rateLimit,
  CT_ALLOW_PRIVATE_NETWORK: flag(false),
  CT_LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"])
    .default("info"),
});

/** Parses an environment; throws one error that lists every bad variable by name. */
export function parseEnv(source: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const parsed = Env.safeParse(given);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
  throw new Error(`The environment is not usable:\n${lines.join("\n")}`);
}

export const env = parseEnv(process.env);

/** The address under which the world reaches this installation, without a trailing slash. */
export function appUrl(): string {
  return env.APP_URL ?? `http://localhost:${process.env["PORT"] ?? env.PORT}`;
}
