// Access to Isometric's API.
import { z } from "zod";
import { readSettings } from "#core/env";

/** Hosts of Isometric's production and sandbox environments. */
const hosts = {
  production: "https://api.isometric.com/registry/v0",
  sandbox: "https://api.sandbox.isometric.com/registry/v0",
} as const;

/** Isometric's own list. Public at the registry. */
const purposes = [
  "corporate_targets",
  "public_environmental_claims",
  "insetting",
  "regulatory_requirement",
  "other",
] as const;

/** Longer than any request that is still under way at the registry. */
const SETTLE_SECONDS = 900;

export interface IsometricSettings {
  accessToken: string;
  clientSecret: string;
  /** Production retires live credits, and the sandbox those of test mode. */
  mode: "live" | "test";
  /** Without a trailing slash. */
  url: string;
  /** Organization in whose name credits are retired; null for the token's own. */
  organizationId: string | null;
  purpose: (typeof purposes)[number];
  settleMs: number;
}

const Isometric = z
  .object({
    CT_ISOMETRIC_TOKEN: z.string().optional(),
    CT_ISOMETRIC_CLIENT_SECRET: z.string().optional(),
    CT_ISOMETRIC_ENVIRONMENT: z.enum(["production", "sandbox"]).default("production"),
    CT_ISOMETRIC_URL: z
      .url({ protocol: /^https?$/ })
      .transform((url) => url.replace(/\/+$/, ""))
      .optional(),
    CT_ISOMETRIC_ORGANIZATION_ID: z
      .string()
      .regex(/^org_\w{16,33}$/, "must be the ID of an organization at Isometric (org_…)")
      .optional(),
    CT_ISOMETRIC_PURPOSE: z.enum(purposes).default("other"),
    CT_ISOMETRIC_SETTLE_SECONDS: z.coerce.number().int().min(1).max(86_400).optional(),
  })
  .transform((given, { issues }): IsometricSettings | null => {
    const { CT_ISOMETRIC_TOKEN: accessToken, CT_ISOMETRIC_CLIENT_SECRET: clientSecret } = given;
    const { CT_ISOMETRIC_ENVIRONMENT: environment, CT_ISOMETRIC_URL: url } = given;
    const fault = (variable: string, message: string) => {
      issues.push({ code: "custom", path: [variable], message, input: undefined });
      return null;
    };
    if (!accessToken && !clientSecret) return null;
    if (!accessToken)
      return fault("CT_ISOMETRIC_TOKEN", "is required with CT_ISOMETRIC_CLIENT_SECRET");
    if (!clientSecret)
      return fault("CT_ISOMETRIC_CLIENT_SECRET", "is required with CT_ISOMETRIC_TOKEN");
    if (url && environment === "production") {
      const message = "must not be set for production: live credits would not be retired there";
      return fault("CT_ISOMETRIC_URL", message);
    }
    return {
      accessToken,
      clientSecret,
      mode: environment === "production" ? "live" : "test",
      url: url ?? hosts[environment],
      organizationId: given.CT_ISOMETRIC_ORGANIZATION_ID ?? null,
      purpose: given.CT_ISOMETRIC_PURPOSE,
      settleMs: (given.CT_ISOMETRIC_SETTLE_SECONDS ?? SETTLE_SECONDS) * 1000,
    };
  });

export function readIsometricSettings(source?: Record<string, string | undefined>) {
  return readSettings<IsometricSettings | null>(Isometric, source);
}

export const isometricSettings = readIsometricSettings();
