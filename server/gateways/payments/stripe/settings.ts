// All settings of Stripe or none, with keys of one mode and account.
import { z } from "zod";
import { readSettings } from "#core/env";

export interface StripeSettings {
  secretKey: string;
  publishableKey: string;
  /** Each endpoint at Stripe has its own, and a rotated one has two for a while. */
  webhookSecrets: readonly string[];
  /** The mode of its keys, which is the mode of accounts that it takes payments for. */
  mode: "live" | "test";
  /** Replaces Stripe's own URL in tests. */
  url?: string;
}

/** Returns the Stripe account of a key; null for older keys, which do not contain it. */
export function stripeAccountOf(key: string): string | null {
  const [, account] = /^[prs]k_(?:live|test)_5(1[A-Za-z0-9]{15})/.exec(key) ?? [];
  return account === undefined ? null : `acct_${account}`;
}

/** Returns what is wrong with the combination of keys, by variable. */
function stripeFaults(settings: StripeSettings): [variable: string, message: string][] {
  const { secretKey, publishableKey, mode, url } = settings;
  const faults: [string, string][] = [];
  const [one, other] = [stripeAccountOf(secretKey), stripeAccountOf(publishableKey)];
  if (!publishableKey.startsWith(`pk_${mode}_`)) {
    const message = `must be of the same mode as STRIPE_SECRET_KEY: pk_${mode}_…`;
    faults.push(["STRIPE_PUBLISHABLE_KEY", message]);
  } else if (one !== null && other !== null && one !== other) {
    const message = `belongs to the Stripe account ${other}, but STRIPE_SECRET_KEY to ${one}`;
    faults.push(["STRIPE_PUBLISHABLE_KEY", message]);
  }
  if (mode === "live" && url !== undefined) {
    const message =
      "must not be set with live keys: live credits would be retired on a stand-in's word";
    faults.push(["CT_STRIPE_URL", message]);
  }
  return faults;
}

const Stripe = z
  .object({
    STRIPE_SECRET_KEY: z
      .string()
      .regex(/^[sr]k_(live|test)_/, "must be a secret or restricted key of Stripe's (sk_…, rk_…)")
      .optional(),
    STRIPE_PUBLISHABLE_KEY: z
      .string()
      .regex(/^pk_(live|test)_/, "must be a publishable key of Stripe's (pk_…)")
      .optional(),
    STRIPE_WEBHOOK_SECRET: z
      .string()
      .regex(/^\s*whsec_\w+(\s*,\s*whsec_\w+)*\s*$/, "must be whsec_…, several separated by commas")
      .optional(),
    CT_STRIPE_URL: z.url({ protocol: /^https?$/ }).optional(),
  })
  .transform((given, { issues }): StripeSettings | null => {
    const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = given;
    const { STRIPE_WEBHOOK_SECRET: secrets, CT_STRIPE_URL: url } = given;
    const webhookSecrets = secrets?.split(",").map((one) => one.trim()) ?? [];
    if (!secretKey && !publishableKey && !secrets) return null;
    if (secretKey && publishableKey && secrets) {
      const mode = secretKey.slice(3).startsWith("live_") ? "live" : "test";
      const settings = {
        secretKey,
        publishableKey,
        webhookSecrets,
        mode,
        ...(url && { url }),
      } as const;
      const faults = stripeFaults(settings);
      for (const [variable, message] of faults) {
        issues.push({ code: "custom", path: [variable], message, input: undefined });
      }
      return faults.length === 0 ? settings : null;
    }
    const message = "is required with the other STRIPE_… variables";
    // An unset variable is missing from the input.
    const needed = { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey };
    for (const [name, value] of Object.entries({
      ...needed,
      STRIPE_WEBHOOK_SECRET: secrets,
    })) {
      if (!value) issues.push({ code: "custom", path: [name], message, input: undefined });
    }
    return null;
  });

export function readStripeSettings(source?: Record<string, string | undefined>) {
  return readSettings<StripeSettings | null>(Stripe, source);
}

export const stripeSettings = readStripeSettings();
