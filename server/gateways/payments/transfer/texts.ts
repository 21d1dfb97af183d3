// What customers read about bank transfers.
import type { Mode } from "#core/context";
import { type Language, languages } from "#core/language";
import { formatMoney } from "#core/money";
import type { CheckoutTexts, Instructions } from "#payments/provider";
import type { TransferSettings } from "./settings";

interface TransferTexts extends CheckoutTexts {
  title: string;
  /** How to pay, by when, and what happens next. */
  text: (due: string) => string;
  test: string;
  labels: {
    amount: string;
    reference: string;
    name: string;
    account: string;
    bank: string;
    due: string;
  };
}

export const texts: Readonly<Record<Language, TransferTexts>> = {
  en: {
    button: "Pay by bank transfer",
    note: "You get our bank details on the next page and by e-mail. Your credits are reserved until the transfer is due.",
    confirm: "",
    failed: "Your transfer did not arrive in time. The order is cancelled, and you owe nothing.",
    refunding: (amount) => `${amount} is being returned to your bank account.`,
    refunded: (amount) => `${amount} was returned to your bank account.`,
    title: "Waiting for your transfer",
    text: (due) =>
      `Transfer exactly this amount, with the reference, by ${due}. As soon as it arrives, your credits are retired and you get the receipt.`,
    test: "This is a test: do not transfer any money.",
    labels: {
      amount: "Amount",
      reference: "Reference",
      name: "Account holder",
      account: "Account",
      bank: "Bank",
      due: "Due by",
    },
  },
  de: {
    button: "Per Überweisung bezahlen",
    note: "Die Bankverbindung sehen Sie auf der nächsten Seite und in der E-Mail. Bis zur Frist sind die Zertifikate für Sie reserviert.",
    confirm: "",
    failed:
      "Ihre Überweisung ist nicht rechtzeitig eingegangen. Die Bestellung ist storniert, Sie schulden nichts.",
    refunding: (amount) => `${amount} werden auf Ihr Bankkonto zurücküberwiesen.`,
    refunded: (amount) => `${amount} wurden auf Ihr Bankkonto zurücküberwiesen.`,
    title: "Wir warten auf Ihre Überweisung",
    text: (due) =>
      `Überweisen Sie genau diesen Betrag mit dem Verwendungszweck bis ${due}. Sobald er eingeht, werden Ihre Zertifikate stillgelegt, und Sie erhalten den Beleg.`,
    test: "Dies ist ein Test: Überweisen Sie kein Geld.",
    labels: {
      amount: "Betrag",
      reference: "Verwendungszweck",
      name: "Kontoinhaber",
      account: "Konto",
      bank: "Bank",
      due: "Zu zahlen bis",
    },
  },
  fr: {
    button: "Payer par virement",
    note: "Nos coordonnées bancaires figurent à la page suivante et dans l’e-mail. Vos crédits sont réservés jusqu’à l’échéance.",
    confirm: "",
    failed:
      "Votre virement n’est pas arrivé à temps. La commande est annulée et vous ne devez rien.",
    refunding: (amount) => `${amount} sont en cours de remboursement sur votre compte bancaire.`,
    refunded: (amount) => `${amount} ont été remboursés sur votre compte bancaire.`,
    title: "Nous attendons votre virement",
    text: (due) =>
      `Virez exactement ce montant, avec la référence, avant le ${due}. Dès sa réception, vos crédits sont retirés et vous recevez le reçu.`,
    test: "Ceci est un test : ne virez pas d’argent.",
    labels: {
      amount: "Montant",
      reference: "Référence",
      name: "Titulaire",
      account: "Compte",
      bank: "Banque",
      due: "À payer avant le",
    },
  },
  es: {
    button: "Pagar por transferencia",
    note: "Verá los datos bancarios en la página siguiente y en el correo. Sus créditos quedan reservados hasta el vencimiento.",
    confirm: "",
    failed: "Su transferencia no llegó a tiempo. El pedido está cancelado y no debe nada.",
    refunding: (amount) => `Se están devolviendo ${amount} a su cuenta bancaria.`,
    refunded: (amount) => `Se devolvieron ${amount} a su cuenta bancaria.`,
    title: "Esperamos su transferencia",
    text: (due) =>
      `Transfiera exactamente este importe, con la referencia, antes del ${due}. En cuanto llegue, sus créditos se retiran y recibe el justificante.`,
    test: "Esto es una prueba: no transfiera dinero.",
    labels: {
      amount: "Importe",
      reference: "Referencia",
      name: "Titular",
      account: "Cuenta",
      bank: "Banco",
      due: "A pagar antes del",
    },
  },
};

interface Transfer {
  settings: TransferSettings;
  /** The reference. */
  id: string;
  dueAt: Date;
  mode: Mode;
  amountCents: number;
}

const grouped = (text: string) => text.replace(/(.{4})(?=.)/g, "$1 ");

function instructionsIn(
  language: Language,
  { settings, id, dueAt, mode, amountCents }: Transfer,
): Instructions {
  const { title, text, test, labels } = texts[language];
  const { name, account, bic, bank, instructions } = settings;
  const locale = language === "en" ? "en-GB" : language;
  const due = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(dueAt);
  const facts: [label: string, value: string | null][] = [
    [labels.amount, `${formatMoney(amountCents, "USD", language)} (USD)`],
    [labels.reference, id],
    [labels.name, name],
    account.type === "iban" ? ["IBAN", grouped(account.number)] : [labels.account, account.number],
    ["BIC", bic],
    [labels.bank, bank],
    [labels.due, due],
  ];
  return {
    title,
    texts: [...(mode === "test" ? [test] : []), text(due), ...(instructions ? [instructions] : [])],
    facts: facts.flatMap(([label, value]) => (value === null ? [] : [{ label, value }])),
  };
}

/** How to pay, in each language. */
export function instructionsFor(transfer: Transfer): Record<Language, Instructions> {
  const entries = languages.map((one) => [one, instructionsIn(one, transfer)] as const);
  return Object.fromEntries(entries) as Record<Language, Instructions>;
}
