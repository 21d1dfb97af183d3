// Seller, buyer, tax and withdrawal. The English copy is the one that other languages must satisfy.
import { beforePeriod } from "#core/sentence";
export const saleEn = {
  country: "Country",
  chooseCountry: "Choose your country",
  buyer: "You buy",
  consumer: "as a consumer",
  business: "for a business",
  onlyBusinesses: (shop: string) => `I buy for a business. ${shop} does not sell to consumers.`,
  consent: "Right of withdrawal",
  consentHint: (moment: string) =>
    `Optional. If you do not agree, we keep the credits for you and set them aside after ${moment}. Until then you can withdraw without giving a reason.`,
  /** "Includes 20% VAT ($0.58)." */
  tax: (rate: string, name: string, amount: string) => `Includes ${rate} ${name} (${amount}).`,
  storedEmail: (email: string) =>
    `We send your receipt and certificate to ${email}. Enter another address to change this.`,
  soldBy: (seller: string) => `Sold by ${seller}`,
  taxId: "Tax ID",
  contact: "Contact",
  terms: "Terms",
  privacy: "Privacy",
  refunds: "Refunds",
  accept: (seller: string) => `By paying, you accept the terms of ${beforePeriod(seller)}.`,
  questions: (contact: string) => `Questions? Write to ${contact}.`,
  expected: (day: string) => `The seller expects credits by ${day}.`,
  coolingOff: (moment: string) =>
    `Your payment arrived. We keep your credits until ${moment}. Until then you can withdraw from the contract without giving a reason. After that, the credits are set aside for you and you receive the certificate.`,
  withdraw: "Withdraw from contract here",
  withdrawByMail: "To withdraw from the contract, use the link in your receipt.",
  consented: (moment: string) => `You agreed on ${moment}:`,
  withdrawal: {
    title: "Withdraw from contract",
    text: (shop: string) =>
      `You are withdrawing from your contract with ${beforePeriod(shop)}. You do not have to give a reason. Your order is cancelled, and you get your money back.`,
    mail: (email: string) => `We confirm the withdrawal by email to ${email}.`,
    confirm: "Confirm withdrawal",
    sending: "Sending…",
    keep: "Keep the order",
    until: "You can withdraw until",
    amount: "Purchase",
    price: "Price",
    refundedBefore: "Refunded before",
    refund: "Refund",
    /** In place of a refund while the payment has not arrived. */
    notPaid: "Your payment has not arrived yet. If it still does, we refund it in full.",
    bought: "Bought on",
    withdrawn: {
      title: "You have withdrawn from the contract",
      text: (moment: string) =>
        `We received your withdrawal on ${moment}. Your order is cancelled.`,
    },
    cancelled: {
      title: "This order is already cancelled",
      text: "There is nothing left to withdraw from.",
    },
    performed: {
      title: "You can no longer withdraw",
      text: "The credits are set aside for you, so the right of withdrawal has ended.",
    },
    late: {
      title: "You can no longer withdraw",
      text: "The withdrawal period is over.",
    },
    wait: "Too many attempts. Wait a minute, then try again.",
    view: "View your purchase",
    unknown: {
      title: "Page not found",
      text: "Check the address for missing characters, or open the link in your receipt again.",
    },
  },
};
