// Stripe takes payments of the mode that its keys belong to.

import { readFile } from "node:fs/promises";
import path from "node:path";
import { projectRoot } from "#core/build";
import type { Mode } from "#core/context";
import type { Language } from "#core/language";
import type { OutsideSources } from "#core/page-headers";
import type { CheckoutCopy, PaymentCalls, PaymentProvider } from "#payments/provider";
import { chargeLimits, toStripe } from "./amounts";
import { stripePayments } from "./payments";
import { probeStripe } from "./probe";
import { type StripeSettings, stripeAccountOf, stripeSettings } from "./settings";
import { readStripeNotice } from "./webhook";

/** Hosts of Stripe's script and of what it uses, as Stripe documents them. */
const outside: OutsideSources = {
  // Stripe's script sets `style` attributes on the elements that it creates.
  hasStyleAttributes: true,
  scripts: ["https://js.stripe.com", "https://*.js.stripe.com"],
  frames: ["https://js.stripe.com", "https://*.js.stripe.com", "https://hooks.stripe.com"],
  connections: ["https://api.stripe.com"],
  images: ["https://*.stripe.com"],
  payment: ["https://js.stripe.com", "https://*.js.stripe.com"],
};

/** @throws Error that names the variable, unless Stripe is configured for the mode */
function requireSettings(mode?: Mode): StripeSettings {
  const settings = stripeSettings.current;
  if (!settings) throw new Error("Stripe is not configured any more: set STRIPE_SECRET_KEY");
  // With keys of the other mode, Stripe would not know the payment.
  if (mode === undefined || settings.mode === mode) return settings;
  throw new Error(
    `a ${mode} payment needs a ${mode} STRIPE_SECRET_KEY, not a ${settings.mode} one`,
  );
}

/** Served as it is. */
const SCRIPT = "server/gateways/payments/stripe/browser.js";

let opened: { settings: StripeSettings; calls: PaymentCalls } | undefined;

export const stripeProvider = {
  name: "stripe",
  label: "Stripe",
  method: "card",
  isStandIn: false,
  limits: chargeLimits,
  processingPollMs: null,
  // Stripe lists charges page by page over the network, which takes too long for all.
  hasDisputes: true,
  booksDays: 30,
  settings: stripeSettings,
  takes: (mode) => stripeSettings.current?.mode === mode,
  setupHint(mode) {
    if (stripeSettings.current === null) return `the operator sets STRIPE_SECRET_KEY`;
    return `STRIPE_SECRET_KEY is a ${stripeSettings.current.mode} key, which takes no ${mode} payments: the operator sets a ${mode} one`;
  },
  accountId() {
    const { secretKey = "", publishableKey = "" } = stripeSettings.current ?? {};
    return stripeAccountOf(publishableKey) ?? stripeAccountOf(secretKey);
  },
  calls(_db, mode) {
    const settings = requireSettings(mode);
    if (opened?.settings !== settings) opened = { settings, calls: stripePayments(settings) };
    return opened.calls;
  },
  checkout: () => ({
    form: "token",
    scripts: ["https://js.stripe.com/endive/stripe.js"],
    outside,
    data: (price) => ({
      ...{ key: requireSettings().publishableKey, currency: price.currency },
      amount: String(toStripe(price)),
    }),
    copy,
  }),
  readScript() {
    return readFile(path.join(projectRoot(), SCRIPT), "utf8");
  },
  webhook: {
    signatureHeader: "Stripe-Signature",
    isSetUp: () => stripeSettings.current !== null,
    read: (message) => readStripeNotice(requireSettings(), message),
  },
  probe: () => probeStripe(stripeSettings.current),
} as const satisfies PaymentProvider & { settings: typeof stripeSettings };

export { type StripeSettings, stripePayments };

const copy: Readonly<Record<Language, CheckoutCopy>> = {
  en: {
    note: "Your card details are sent to Stripe, encrypted. We never see them.",
    confirm: "Your bank’s window opens automatically. If it does not, open it here.",
  },
  de: {
    note: "Ihre Kartendaten werden verschlüsselt an Stripe übertragen. Wir sehen sie nie.",
    confirm: "Das Fenster Ihrer Bank öffnet sich automatisch. Falls nicht, öffnen Sie es hier.",
  },
  fr: {
    note: "Les données de votre carte sont transmises chiffrées à Stripe. Nous ne les voyons jamais.",
    confirm: "La fenêtre de votre banque s’ouvre automatiquement. Sinon, ouvrez-la ici.",
  },
  es: {
    note: "Los datos de su tarjeta se envían cifrados a Stripe. Nosotros nunca los vemos.",
    confirm: "La ventana de su banco se abre automáticamente. Si no se abre, ábrala aquí.",
  },
};
