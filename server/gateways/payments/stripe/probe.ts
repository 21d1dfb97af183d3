// Tests the settings with Stripe, for `till doctor` and the start of the worker.
import type Stripe from "stripe";
import { appUrl } from "#core/env";
import type { Finding } from "#payments/provider";
import { openStripe, type StripeFailure, TIMEOUTS, type Timeouts } from "./client";
import { type StripeSettings, stripeAccountOf } from "./settings";
import { webhookEvents } from "./webhook";

export interface StripeAccountCheck {
  /** Null if Stripe does not reveal it: with a restricted key, or without a response. */
  accountId: string | null;
  /** One message per problem, starting with its variable. */
  problems: string[];
}

function accountProblems(account: Stripe.Account, { publishableKey }: StripeSettings): string[] {
  const problems: string[] = [];
  const other = stripeAccountOf(publishableKey);
  if (other !== null && other !== account.id) {
    problems.push(
      `STRIPE_PUBLISHABLE_KEY: belongs to the Stripe account ${other}, but STRIPE_SECRET_KEY to ${account.id}`,
    );
  }
  if (!account.charges_enabled) {
    problems.push(`STRIPE_SECRET_KEY: the Stripe account ${account.id} cannot take payments yet`);
  }
  const { card_payments: cards, payments } = account.settings ?? {};
  if (account.settings && !cards?.statement_descriptor_prefix && !payments?.statement_descriptor) {
    problems.push(
      `STRIPE_SECRET_KEY: the Stripe account ${account.id} has no statement descriptor: set one under Public details, so that customers recognize the charge`,
    );
  }
  return problems;
}

/** Card wallets, and others that Stripe offers on registered domains only. */
const wallets = ["apple_pay", "google_pay", "link"] as const;

async function domainProblems(stripe: Stripe, { hostname }: URL): Promise<string[]> {
  const { data } = await stripe.paymentMethodDomains.list({ domain_name: hostname, limit: 10 });
  const domain = data.find(({ enabled }) => enabled);
  if (!domain) {
    return [
      `APP_URL: ${hostname} is not registered at Stripe, so Apple Pay, Google Pay and Link are not offered: add it under Payment method domains`,
    ];
  }
  return wallets
    .filter((name) => domain[name].status === "inactive")
    .map((name) => `APP_URL: ${name} is inactive on the Stripe domain ${hostname}`);
}

async function webhookProblems(stripe: Stripe, address: string): Promise<string[]> {
  const endpoints = await stripe.webhookEndpoints
    .list({ limit: 100 })
    .autoPagingToArray({ limit: 1000 });
  const endpoint = endpoints.find(({ url, status }) => url === address && status === "enabled");
  if (!endpoint) return [`STRIPE_WEBHOOK_SECRET: Stripe has no enabled webhook for ${address}`];
  const { enabled_events: enabled } = endpoint;
  const missing = webhookEvents.filter((one) => !enabled.includes(one) && !enabled.includes("*"));
  if (missing.length === 0) return [];
  return [`STRIPE_WEBHOOK_SECRET: the webhook for ${address} lacks ${missing.join(", ")}`];
}

/** Without permission or a response, nothing is known. */
async function knownProblems(problems: Promise<string[]>): Promise<string[]> {
  return problems.catch(() => []);
}

/** Stripe knows only domains that the internet can reach. */
function isPublic({ protocol, hostname }: URL): boolean {
  const isName = /[a-z]$/i.test(hostname) && hostname.includes(".");
  return protocol === "https:" && isName && !/\.(localhost|local|internal|test)$/i.test(hostname);
}

/** Tests the keys with Stripe; without a response, it finds no problem. */
export async function checkStripeAccount(
  settings: StripeSettings,
  timeouts: Timeouts = TIMEOUTS,
): Promise<StripeAccountCheck> {
  const stripe = await openStripe(settings, timeouts);
  try {
    const account = await stripe.accounts.retrieveCurrent();
    return { accountId: account.id, problems: accountProblems(account, settings) };
  } catch (error) {
    const isRefused = (error as Partial<StripeFailure>).statusCode === 401;
    const problems = isRefused ? ["STRIPE_SECRET_KEY: Stripe does not accept this key"] : [];
    return { accountId: null, problems };
  }
}

/** Tests what Stripe knows about this installation: its webhook and its domain. */
export async function checkStripeSetUp(
  settings: StripeSettings,
  address: string = appUrl(),
): Promise<string[]> {
  const url = new URL(address);
  if (!isPublic(url)) return [];
  const stripe = await openStripe(settings, TIMEOUTS);
  const checks = [
    domainProblems(stripe, url),
    webhookProblems(stripe, new URL("/webhooks/stripe", url).href),
  ];
  return (await Promise.all(checks.map(knownProblems))).flat();
}

export async function probeStripe(settings: StripeSettings | null): Promise<Finding[]> {
  if (!settings) {
    const detail = "Stripe is not configured: only test accounts can take card payments";
    return [{ state: "unused", detail }];
  }
  const { accountId, problems } = await checkStripeAccount(settings);
  const all = [...problems, ...(await checkStripeSetUp(settings))];
  if (all.length > 0) return all.map((detail) => ({ state: "problem", detail }));
  const detail =
    accountId === null
      ? "Stripe did not return the keys' account: the key is restricted, or Stripe did not respond"
      : `Stripe accepts the ${settings.mode} keys of ${accountId}`;
  return [{ state: "ok", detail }];
}
