import type { MailTexts } from "./mail-copy";

export const english: MailTexts = {
  receipt: {
    subject: ({ mass, shop }) => `Receipt: ${mass} from ${shop}`,
    heading: "Thank you for your purchase",
    opening: ({ money, mass, shop }) =>
      `${shop} has received your payment of ${money} for carbon credits of ${mass}.`,
    closing: ["This receipt confirms your payment. It is not a tax invoice."],
  },
  certificate: {
    subject: ({ mass }) => `Your certificate: ${mass} retired`,
    heading: "Your certificate is ready",
    opening: ({ mass, beneficiary }) => `Carbon credits of ${mass} are retired for ${beneficiary}.`,
    closing: [
      "The certificate lists every project and serial number. Anyone who has its link can see it.",
    ],
  },
  failure: {
    subject: ({ shop }) => `Your payment to ${shop} failed; nothing was taken`,
    heading: "Your payment did not go through",
    opening: ({ money, mass, shop }) =>
      `Your payment of ${money} to ${shop} for carbon credits of ${mass} failed. ` +
      "Nothing was taken, and your order is cancelled.",
    closing: ["If you still want the credits, you can start again in the shop."],
  },
  refund: {
    subject: ({ money, shop }) => `Refund: ${money} from ${shop}`,
    heading: "Your payment was refunded",
    opening: ({ money, shop }) => `Your payment to ${shop} was refunded in full: ${money}.`,
    closing: ["It may take some days until your bank or card shows it."],
  },
  retiredForGood:
    "They are permanently out of circulation and cannot be sold, transferred or used again.",
  certificateFollows:
    "You will get the certificate in another e-mail as soon as the credits are retired.",
  orderCancelled: "Your order is cancelled.",
  testNotice: "This is a test: no money moved, and nothing real was bought or retired.",
  footer: ({ shop }) =>
    `You get this e-mail because your address was given when paying at ${shop}. ` +
    "It was sent automatically.",
  labels: {
    amount: "Amount",
    portfolio: "Portfolio",
    pricePerKg: "Price per kg (USD)",
    paid: "Paid (USD)",
    failed: "Not taken (USD)",
    refunded: "Refunded (USD)",
    seller: "Sold by",
    beneficiary: "Retired for",
    order: "Order number",
    date: "Date",
  },
  links: {
    checkout: "See your purchase",
    certificate: "See the certificate",
    pdf: "Download the PDF",
    shop: "Back to the shop",
  },
};
