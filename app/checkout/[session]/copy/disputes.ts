// Copy for payments whose money the customer gets back, or may get back.
import type { Language } from "#core/language";
import type { CheckoutPage } from "#domain/checkout";

type Dispute = NonNullable<CheckoutPage["dispute"]>;

interface DisputeCopy extends Record<Dispute, { title: string; text: string }> {
  /** Title after a refund of everything. */
  refunded: string;
  /** The order is not fulfilled yet. */
  waits: string;
  /** The order is fulfilled. */
  stays: string;
  /** The refund waits for the bank's decision. */
  held(amount: string): string;
}

export const disputeCopy: Readonly<Record<Language, DisputeCopy>> = {
  en: {
    disputed: {
      title: "Your payment is disputed",
      text: "Your bank decides whether you get this payment back.",
    },
    reviewed: {
      title: "Your payment is being reviewed",
      text: "The review can take a few days.",
    },
    returned: {
      title: "Your payment was returned",
      text: "Your bank returned this payment to you. You will not be charged again.",
    },
    refunded: "Your payment was refunded",
    held: (amount) =>
      `Your bank is deciding on this payment. If it does not return the money to you, we refund ${amount}.`,
    waits: "Until then your order waits. You do not need to do anything here.",
    stays: "The credits stay with your order, even if you get the money back.",
  },
  de: {
    disputed: {
      title: "Ihre Zahlung wurde beanstandet",
      text: "Ihre Bank entscheidet, ob Sie diese Zahlung zurückerhalten.",
    },
    reviewed: {
      title: "Ihre Zahlung wird geprüft",
      text: "Die Prüfung kann einige Tage dauern.",
    },
    returned: {
      title: "Ihre Zahlung wurde zurückgebucht",
      text: "Ihre Bank hat Ihnen diese Zahlung zurückgebucht. Ihnen wird nichts weiter berechnet.",
    },
    refunded: "Ihre Zahlung wurde erstattet",
    held: (amount) =>
      `Ihre Bank entscheidet noch über diese Zahlung. Zahlt sie Ihnen das Geld nicht zurück, erstatten wir ${amount}.`,
    waits: "Bis dahin ruht Ihre Bestellung. Sie müssen hier nichts weiter tun.",
    stays:
      "Die CO₂-Gutschriften bleiben Ihrer Bestellung zugeordnet, auch wenn Sie das Geld zurückerhalten.",
  },
  fr: {
    disputed: {
      title: "Votre paiement est contesté",
      text: "Votre banque décide si ce paiement vous est restitué.",
    },
    reviewed: {
      title: "Votre paiement est en cours de vérification",
      text: "La vérification peut prendre quelques jours.",
    },
    returned: {
      title: "Votre paiement vous a été restitué",
      text: "Votre banque vous a restitué ce paiement. Aucun autre montant ne sera débité.",
    },
    refunded: "Votre paiement a été remboursé",
    held: (amount) =>
      `Votre banque n’a pas encore statué sur ce paiement. Si elle ne vous le restitue pas, nous remboursons ${amount}.`,
    waits: "D’ici là, votre commande reste en attente. Vous n’avez rien à faire sur cette page.",
    stays: "Les crédits restent attribués à votre commande, même si l’argent vous est restitué.",
  },
  es: {
    disputed: {
      title: "Su pago está en disputa",
      text: "Su banco decide si se le devuelve este pago.",
    },
    reviewed: {
      title: "Su pago se está revisando",
      text: "La revisión puede tardar unos días.",
    },
    returned: {
      title: "Su pago se ha devuelto",
      text: "Su banco le ha devuelto este pago. No se le cobrará nada más.",
    },
    refunded: "Su pago se ha reembolsado",
    held: (amount) =>
      `Su banco aún está decidiendo sobre este pago. Si no le devuelve el dinero, reembolsaremos ${amount}.`,
    waits: "Hasta entonces, su pedido queda en espera. No tiene que hacer nada aquí.",
    stays: "Los créditos siguen asignados a su pedido, aunque se le devuelva el dinero.",
  },
};
