// Where customers' money is taken: the registered providers, and which of them is asked when.
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
  type PaymentCalls,
  PaymentRefused,
  type PaymentStatus,
  ProviderUnavailable,
  type Source,
  scriptPath,
} from "./provider";
export { providers };

export type ProviderName = keyof typeof providers;

type Registered = PaymentProvider & { readonly name: ProviderName };

/** Cards before other methods, real providers before their stand-ins; else as they are registered. */
function rankOf({ method, isStandIn }: PaymentProvider): number {
  return (method === "card" ? 0 : 2) + (isStandIn ? 1 : 0);
}

export const allProviders: readonly Registered[] = Object.values<Registered>(providers).toSorted(
  (one, other) => rankOf(one) - rankOf(other),
);

/** The provider of this name, or null where there is none. */
export function findProvider(name: string): Registered | null {
  return allProviders.find((one) => one.name === name) ?? null;
}

/** @throws Error where there is none: what is stored names only providers that there were */
export function providerNamed(name: string): Registered {
  const provider = findProvider(name);
  if (!provider) throw new Error(`there is no payment provider ${name}`);
  return provider;
}

/** Who takes the money of this mode's new sessions, or null where nobody does. */
export function providerOf(mode: Mode): ProviderName | null {
  return allProviders.find((one) => one.takes(mode))?.name ?? null;
}

/** Whose a session is that does not say so: older versions had one provider, and its stand-in. */
export function unrecordedProvider(mode: Mode): ProviderName {
  const standIn = allProviders.find((one) => one.isStandIn);
  const isFormer = mode === "live" || providers[formerProvider].takes(mode);
  return isFormer || !standIn ? formerProvider : standIn.name;
}

/** For each method, who takes a mode's money now; a session stays with the provider it has. */
export function providersFor(mode: Mode, own: Registered): readonly Registered[] {
  const others = allProviders.filter((one) => one.method !== own.method && one.takes(mode));
  const offered = others.filter(
    (one, at) => others.findIndex(({ method }) => method === one.method) === at,
  );
  return own.takes(mode) ? [own, ...offered] : offered;
}

/** What the operator sets so that somebody takes this mode's money. */
export function setupHints(mode: Mode): string[] {
  return allProviders.flatMap((one) => one.setupHint(mode) ?? []);
}

/** The calls about a payment. @throws Error where its provider is not set up for its mode */
export function payments(db: Db, of: { provider: string; mode: Mode }): PaymentCalls {
  return providerNamed(of.provider).calls(db, of.mode);
}
