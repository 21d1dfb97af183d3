// What the checkout page says about Stripe.
import type { Language } from "#core/language";
import type { CheckoutTexts } from "#payments/provider";

export const texts: Readonly<Record<Language, CheckoutTexts>> = {
  en: {
    note: "Your card details go to Stripe, encrypted. We never see them.",
    confirm: "Your bank's window opens by itself. If it does not, open it here.",
  },
  de: {
    note: "Ihre Kartendaten gehen verschlüsselt an Stripe. Wir sehen sie nie.",
    confirm: "Das Fenster Ihrer Bank öffnet sich von selbst. Wenn nicht, öffnen Sie es hier.",
  },
  fr: {
    note: "Les données de votre carte sont transmises chiffrées à Stripe. Nous ne les voyons jamais.",
    confirm: "La fenêtre de votre banque s’ouvre d’elle-même. Sinon, ouvrez-la ici.",
  },
  es: {
    note: "Los datos de su tarjeta van cifrados a Stripe. Nosotros nunca los vemos.",
    confirm: "La ventana de su banco se abre sola. Si no, ábrala aquí.",
  },
};
