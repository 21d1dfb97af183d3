import type { Mode } from "#core/context";
import { formatDay } from "#core/dates";
import { type Language, languages } from "#core/language";
import { formatMoney, type Money } from "#core/money";
import type { CheckoutCopy, Instructions } from "#payments/provider";
import type { TransferSettings } from "./settings";

interface TransferCopy extends CheckoutCopy {
  title: string;
  /** Says how to pay, by when, and what happens next. */
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

export const copy: Readonly<Record<Language, TransferCopy>> = {
  en: {
    button: "Pay by bank transfer",
    note: "You get our bank details on the next page and by email. We reserve your credits until the transfer is due.",
    confirm: "",
    failed:
      "Your transfer did not arrive in full and in time. Your order is cancelled, and you owe nothing. Money that you transferred is returned to you.",
    refunding: (amount) => `We are returning ${amount} to your bank account.`,
    refunded: (amount) => `We returned ${amount} to your bank account.`,
    title: "Waiting for your transfer",
    text: (due) =>
      `Transfer exactly this amount with the reference by ${due}. When it arrives, your credits are set aside for you and we send you the receipt.`,
    test: "This is a test. Do not transfer any money.",
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
    button: "Zahlungspflichtig bestellen, per Überweisung",
    note: "Unsere Bankverbindung erhalten Sie auf der nächsten Seite und per E-Mail. Bis zum Zahlungsziel sind die CO₂-Gutschriften für Sie reserviert.",
    confirm: "",
    failed:
      "Ihre Überweisung ist nicht rechtzeitig und vollständig eingegangen. Ihre Bestellung ist storniert, und Sie müssen nichts bezahlen. Geld, das Sie überwiesen haben, erhalten Sie zurück.",
    refunding: (amount) => `Wir überweisen ${amount} auf Ihr Bankkonto zurück.`,
    refunded: (amount) => `Wir haben ${amount} auf Ihr Bankkonto zurücküberwiesen.`,
    title: "Wir warten auf Ihre Überweisung",
    text: (due) =>
      `Überweisen Sie genau diesen Betrag mit dem angegebenen Verwendungszweck bis zum ${due}. Nach dem Eingang werden Ihnen die CO₂-Gutschriften fest zugeteilt, und Sie erhalten den Zahlungsbeleg.`,
    test: "Dies ist ein Test. Überweisen Sie kein Geld.",
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
    button: "Commande avec obligation de paiement, par virement",
    note: "Vous recevrez nos coordonnées bancaires sur la page suivante et par e-mail. Vos crédits sont réservés jusqu’à l’échéance.",
    confirm: "",
    failed:
      "Votre virement n’est pas arrivé à temps et en entier. La commande est annulée et vous ne devez rien. L’argent que vous avez viré vous est restitué.",
    refunding: (amount) => `Nous remboursons ${amount} sur votre compte bancaire.`,
    refunded: (amount) => `Nous avons remboursé ${amount} sur votre compte bancaire.`,
    title: "Nous attendons votre virement",
    text: (due) =>
      `Virez exactement ce montant avec la référence, au plus tard le ${due}. Dès réception, vos crédits vous sont attribués et nous vous envoyons le reçu.`,
    test: "Ceci est un test. Ne virez pas d’argent.",
    labels: {
      amount: "Montant",
      reference: "Référence",
      name: "Titulaire",
      account: "Compte",
      bank: "Banque",
      due: "À payer au plus tard le",
    },
  },
  es: {
    button: "Pedido con obligación de pago, por transferencia",
    note: "Recibirá nuestros datos bancarios en la página siguiente y por correo electrónico. Sus créditos quedan reservados hasta la fecha límite.",
    confirm: "",
    failed:
      "Su transferencia no ha llegado a tiempo y completa. Su pedido está cancelado y no debe nada. El dinero que haya transferido se le devuelve.",
    refunding: (amount) => `Estamos devolviendo ${amount} a su cuenta bancaria.`,
    refunded: (amount) => `Hemos devuelto ${amount} a su cuenta bancaria.`,
    title: "Esperamos su transferencia",
    text: (due) =>
      `Transfiera exactamente este importe con la referencia, a más tardar el ${due}. Cuando llegue, sus créditos se le asignan y le enviamos el recibo.`,
    test: "Esto es una prueba. No transfiera dinero.",
    labels: {
      amount: "Importe",
      reference: "Referencia",
      name: "Titular",
      account: "Cuenta",
      bank: "Banco",
      due: "Fecha límite de pago",
    },
  },
};

interface Transfer {
  settings: TransferSettings;
  /** The reference. */
  id: string;
  dueAt: Date;
  mode: Mode;
  amount: Money;
}

const grouped = (text: string) => text.replace(/(.{4})(?=.)/g, "$1 ");

function instructionsIn(
  language: Language,
  { settings, id, dueAt, mode, amount }: Transfer,
): Instructions {
  const { title, text, test, labels } = copy[language];
  const { name, account, bic, bank, instructions } = settings;
  const due = formatDay(dueAt, language);
  const facts: [label: string, value: string | null][] = [
    [labels.amount, `${formatMoney(amount, language)} (${amount.currency.toUpperCase()})`],
    [labels.reference, id],
    [labels.name, name],
    account.type === "iban" ? ["IBAN", grouped(account.number)] : [labels.account, account.number],
    ["BIC", bic],
    [labels.bank, bank],
    [labels.due, due],
  ];
  return {
    title,
    paragraphs: [
      ...(mode === "test" ? [test] : []),
      text(due),
      ...(instructions ? [instructions] : []),
    ],
    facts: facts.flatMap(([label, value]) => (value === null ? [] : [{ label, value }])),
  };
}

export function instructionsFor(transfer: Transfer): Record<Language, Instructions> {
  const entries = languages.map((one) => [one, instructionsIn(one, transfer)] as const);
  return Object.fromEntries(entries) as Record<Language, Instructions>;
}
