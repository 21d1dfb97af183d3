// Copy of the page of a payment link. The English copy is the one that others must satisfy.
import type { Language } from "#core/language";

const en = {
  description: (shop: string) =>
    `Buy carbon credits from ${shop}. Choose an amount. They are set aside for you and then retired at their registry. You receive a certificate.`,
  form: "Choose an amount",
  amount: "Amount",
  other: "Other amount",
  own: "Amount in kg",
  range: (min: string, max: string) => `From ${min} to ${max}`,
  notInStock: "Not in stock",
  next: "You see the total and pay on the next page.",
  submit: "Continue to payment",
  about: "About this portfolio",
  backOrder: (shop: string, day: string) =>
    `${shop} does not have all of this in stock. Credits beyond the stock come by ${day}.`,
  faults: {
    "amount.missing": () => "Enter an amount.",
    "amount.invalid": () => "Enter whole kilograms, such as 25.",
    "amount.small": (min: string) => `Enter ${min} or more.`,
    "amount.large": (_min: string, max: string) => `Enter ${max} or less.`,
    "amount.stock": (_min: string, max: string) =>
      `There are not enough credits in stock. Enter ${max} or less.`,
    wait: () => "Too many attempts. Wait a minute, then try again.",
    unavailable: () => "This is not on sale right now. You have not been charged.",
  },
  states: {
    paused: {
      title: "Not on sale right now",
      text: (shop: string) => `${shop} has paused this page. You have not been charged.`,
    },
    sold_out: {
      title: "Sold out",
      text: (shop: string) =>
        `${shop} does not have enough carbon credits in stock right now. Try again later.`,
    },
    unavailable: {
      title: "Not on sale right now",
      text: (shop: string) => `${shop} cannot take payments here right now. Try again later.`,
    },
  },
  unknown: {
    title: "Page not found",
    text: "Check the address for missing characters, or ask the seller for the link.",
  },
};
export type BuyCopy = typeof en;
export type BuyFault = keyof BuyCopy["faults"];

const de: BuyCopy = {
  description: (shop) =>
    `Kaufen Sie CO₂-Gutschriften bei ${shop}. Wählen Sie eine Menge. Die Gutschriften werden für Sie reserviert und anschließend in ihrem Register stillgelegt. Sie erhalten ein Zertifikat.`,
  form: "Menge wählen",
  amount: "Menge",
  other: "Andere Menge",
  own: "Menge in kg",
  range: (min, max) => `Von ${min} bis ${max}`,
  notInStock: "Nicht vorrätig",
  next: "Auf der nächsten Seite sehen Sie den Gesamtpreis und bezahlen.",
  submit: "Weiter zur Zahlung",
  about: "Über dieses Portfolio",
  backOrder: (shop, day) =>
    `${shop} hat nicht alles vorrätig. Was den Vorrat übersteigt, erhalten Sie bis zum ${day}.`,
  faults: {
    "amount.missing": () => "Geben Sie eine Menge ein.",
    "amount.invalid": () => "Geben Sie ganze Kilogramm ein, zum Beispiel 25.",
    "amount.small": (min) => `Geben Sie mindestens ${min} ein.`,
    "amount.large": (_min, max) => `Geben Sie höchstens ${max} ein.`,
    "amount.stock": (_min, max) =>
      `Es sind nicht genügend CO₂-Gutschriften vorrätig. Geben Sie höchstens ${max} ein.`,
    wait: () => "Zu viele Versuche. Warten Sie eine Minute und versuchen Sie es erneut.",
    unavailable: () => "Der Verkauf ist derzeit nicht möglich. Ihnen wurde nichts berechnet.",
  },
  states: {
    paused: {
      title: "Derzeit nicht im Verkauf",
      text: (shop) => `${shop} hat diese Seite pausiert. Ihnen wurde nichts berechnet.`,
    },
    sold_out: {
      title: "Ausverkauft",
      text: (shop) =>
        `${shop} hat derzeit nicht genügend CO₂-Gutschriften vorrätig. Versuchen Sie es später erneut.`,
    },
    unavailable: {
      title: "Derzeit nicht im Verkauf",
      text: (shop) =>
        `${shop} kann hier derzeit keine Zahlungen annehmen. Versuchen Sie es später erneut.`,
    },
  },
  unknown: {
    title: "Seite nicht gefunden",
    text: "Prüfen Sie, ob die Adresse vollständig ist, oder fragen Sie beim Verkäufer nach dem Link.",
  },
};

const fr: BuyCopy = {
  description: (shop) =>
    `Achetez des crédits carbone à ${shop}. Choisissez une quantité. Les crédits sont mis de côté pour vous, puis retirés auprès de leur registre. Vous recevez un certificat.`,
  form: "Choisir une quantité",
  amount: "Quantité",
  other: "Autre quantité",
  own: "Quantité en kg",
  range: (min, max) => `De ${min} à ${max}`,
  notInStock: "Plus en stock",
  next: "Vous voyez le total et payez sur la page suivante.",
  submit: "Continuer vers le paiement",
  about: "À propos de ce portefeuille",
  backOrder: (shop, day) =>
    `${shop} n’a pas tout en stock. Les crédits au-delà du stock arrivent au plus tard le ${day}.`,
  faults: {
    "amount.missing": () => "Saisissez une quantité.",
    "amount.invalid": () => "Saisissez des kilogrammes entiers, par exemple 25.",
    "amount.small": (min) => `Saisissez au moins ${min}.`,
    "amount.large": (_min, max) => `Saisissez au plus ${max}.`,
    "amount.stock": (_min, max) =>
      `Il n’y a pas assez de crédits en stock. Saisissez au plus ${max}.`,
    wait: () => "Trop de tentatives. Patientez une minute, puis réessayez.",
    unavailable: () => "La vente n’est pas possible pour le moment. Aucun montant n’a été débité.",
  },
  states: {
    paused: {
      title: "Pas en vente pour le moment",
      text: (shop) => `${shop} a suspendu cette page. Aucun montant n’a été débité.`,
    },
    sold_out: {
      title: "Épuisé",
      text: (shop) =>
        `${shop} n’a pas assez de crédits carbone en stock pour le moment. Réessayez plus tard.`,
    },
    unavailable: {
      title: "Pas en vente pour le moment",
      text: (shop) =>
        `${shop} ne peut pas accepter de paiements ici pour le moment. Réessayez plus tard.`,
    },
  },
  unknown: {
    title: "Page introuvable",
    text: "Vérifiez que l’adresse est complète, ou demandez le lien au vendeur.",
  },
};

const es: BuyCopy = {
  description: (shop) =>
    `Compre créditos de carbono a ${shop}. Elija una cantidad. Los créditos se reservan para usted y después se retiran en su registro. Recibe un certificado.`,
  form: "Elegir una cantidad",
  amount: "Cantidad",
  other: "Otra cantidad",
  own: "Cantidad en kg",
  range: (min, max) => `De ${min} a ${max}`,
  notInStock: "Sin existencias",
  next: "En la página siguiente verá el total y podrá pagar.",
  submit: "Continuar con el pago",
  about: "Sobre esta cartera",
  backOrder: (shop, day) =>
    `${shop} no lo tiene todo en existencias. Los créditos que falten llegarán a más tardar el ${day}.`,
  faults: {
    "amount.missing": () => "Introduzca una cantidad.",
    "amount.invalid": () => "Introduzca kilogramos enteros, por ejemplo 25.",
    "amount.small": (min) => `Introduzca ${min} como mínimo.`,
    "amount.large": (_min, max) => `Introduzca ${max} como máximo.`,
    "amount.stock": (_min, max) =>
      `No hay suficientes créditos en existencias. Introduzca ${max} como máximo.`,
    wait: () => "Demasiados intentos. Espere un minuto y vuelva a intentarlo.",
    unavailable: () => "Ahora no está a la venta. No se le ha cobrado nada.",
  },
  states: {
    paused: {
      title: "Ahora no está a la venta",
      text: (shop) => `${shop} ha pausado esta página. No se le ha cobrado nada.`,
    },
    sold_out: {
      title: "Agotado",
      text: (shop) =>
        `${shop} no tiene suficientes créditos de carbono en este momento. Vuelva a intentarlo más tarde.`,
    },
    unavailable: {
      title: "Ahora no está a la venta",
      text: (shop) =>
        `${shop} no puede aceptar pagos aquí en este momento. Vuelva a intentarlo más tarde.`,
    },
  },
  unknown: {
    title: "Página no encontrada",
    text: "Compruebe que la dirección esté completa o pida el enlace al vendedor.",
  },
};

export const buyCopy: Readonly<Record<Language, BuyCopy>> = { en, de, fr, es };
