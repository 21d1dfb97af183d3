// The registered payment providers, and which one takes a payment.
import type { Mode } from "#core/context";
import type { Db } from "#core/db";
import type { PaymentCalls, PaymentProvider } from "./provider";
import { formerProvider, providers } from "./registry";

export {
  BadNotice,
  type Charge,
  type CheckoutPart,
  callLimits,
  type Failure,
  failures,
  type Instructions,
  isReferenceOf,
  type PaidStatus,
  type PaymentCalls,
  PaymentRefused,
  type PaymentStatus,
  ProviderUnavailable,
  type RefundStatus,
  type Source,
} from "./provider";

export { providers };

/** Path of the provider's own script. */
export function scriptPath(name: string): string {
  return `/checkout/scripts/${name}.js`;
}

export type ProviderName = keyof typeof providers;

type Registered = PaymentProvider & { readonly name: ProviderName };

/** Cards first, real providers before stand-ins, otherwise in order of registration. */
function rankOf({ method, isStandIn }: PaymentProvider): number {
  return (method === "card" ? 0 : 2) + (isStandIn ? 1 : 0);
}

export const allProviders: readonly Registered[] = Object.values<Registered>(providers).toSorted(
  (one, other) => rankOf(one) - rankOf(other),
);

/** Returns null for an unknown name. */
export function findProvider(name: string): Registered | null {
  return allProviders.find((one) => one.name === name) ?? null;
}

/** For names in the database, which are always of a provider that exists. */
export function providerNamed(name: string): Registered {
  const provider = findProvider(name);
  if (!provider) throw new Error(`unknown payment provider ${name}`);
  return provider;
}

/** Returns the provider for new sessions of this mode, or null. */
export function providerOf(mode: Mode): ProviderName | null {
  return allProviders.find((one) => one.takes(mode))?.name ?? null;
}

/** Returns the provider of a session from before providers were recorded. */
export function unrecordedProvider(mode: Mode): ProviderName {
  const standIn = allProviders.find((one) => one.isStandIn);
  const isFormer = mode === "live" || providers[formerProvider].takes(mode);
  return isFormer || !standIn ? formerProvider : standIn.name;
}

/**
 * Returns one provider per payment method that takes this mode's payments now. A session keeps its
 * own.
 */
export function providersFor(mode: Mode, own: Registered): readonly Registered[] {
  const others = allProviders.filter((one) => one.method !== own.method && one.takes(mode));
  const offered = others.filter(
    (one, at) => others.findIndex(({ method }) => method === one.method) === at,
  );
  return own.takes(mode) ? [own, ...offered] : offered;
}

/** Tells the operator how to enable payments in this mode. */
export function setupHints(mode: Mode): string[] {
  return allProviders.flatMap((one) => one.setupHint(mode) ?? []);
}

/** Returns the account whose keys are configured at the payment's provider; null if unknown. */
export function providerAccountOf(of: { provider: string }): string | null {
  return providerNamed(of.provider).accountId?.() ?? null;
}

/** Returns true if the payment was begun in another account than the keys belong to now. */
export function isOfOtherAccount(of: {
  provider: string;
  providerAccount?: string | null;
}): boolean {
  const current = providerAccountOf(of);
  const { providerAccount: own = null } = of;
  return own !== null && current !== null && own !== current;
}

/**
 * Returns the calls of a payment's provider.
 * @throws Error if it is not configured for the mode, or with keys of another account
 */
export function payments(
  db: Db,
  of: { provider: string; mode: Mode; providerAccount?: string | null },
): PaymentCalls {
  const provider = providerNamed(of.provider);
  if (isOfOtherAccount(of)) {
    throw new Error(
      `the payment belongs to the ${provider.label} account ${of.providerAccount}, but the keys to ${providerAccountOf(of)}`,
    );
  }
  return provider.calls(db, of.mode);
}
