// Exact subjects and sentences of each mail.
import { describe, expect, it } from "vitest";
import type { MailKind } from "./copy";
import { type MailFacts, renderMail } from "./render";

const facts: MailFacts = {
  isTest: false,
  shopName: "Aero",
  portfolioName: "Balanced",
  amountKg: 25,
  pricePerTonne: 7000,
  price: 175,
  currency: "usd",
  beneficiaryName: "Kim Doe",
  reference: "7H3K-9Q2X",
  orderNumber: "0190-1234",
  isOrderCancelled: false,
  isOrderFulfilled: false,
  refundAmount: 175,
  refundedBefore: 0,
  isPaid: true,
  statement: "",
  at: new Date("2026-11-21T10:30:00Z"),
  urls: { checkout: "https://a.example", certificate: null, pdf: "https://b.example", shop: null },
};
const render = (kind: MailKind, changed: Partial<MailFacts> = {}) =>
  renderMail(kind, { ...facts, ...changed }, "en");
/** The text's parts; which space stands before AM depends on the version of ICU. */
const paragraphs = (kind: MailKind, changed: Partial<MailFacts> = {}) =>
  render(kind, changed).text.replaceAll("\u202f", " ").trimEnd().split("\n\n");

const order = `Sold by: Aero
Reference: 7H3K-9Q2X
Order number: 0190-1234
Date: November 21, 2026 at 10:30 UTC`;
const footer = `-- 
You are receiving this email because your address was entered in a checkout of Aero. It was sent automatically.`;

describe("the subject of a mail", () => {
  it.each([
    ["receipt", "Receipt: 25 kg CO₂e from Aero"],
    ["certificate", "Your certificate: 25 kg CO₂e from Aero"],
    ["failure", "Your payment to Aero failed. You were not charged."],
    ["refund", "Refund: $1.75 from Aero"],
  ] as const)("of a %s names what it is about", (kind, subject) => {
    expect(render(kind).subject).toBe(subject);
    expect(render(kind, { isTest: true }).subject).toBe(`[Test] ${subject}`);
  });

  it("shortens a shop's name of more than 60 letters, however they are encoded", () => {
    const subject = (letters: number) =>
      render("receipt", { shopName: "🌳".repeat(letters) }).subject;
    expect(subject(60)).toBe(`Receipt: 25 kg CO₂e from ${"🌳".repeat(60)}`);
    expect(subject(61)).toBe(`Receipt: 25 kg CO₂e from ${"🌳".repeat(59)}…`);
  });
});

describe("the text of a mail", () => {
  it("of a receipt states the price and announces the certificate", () => {
    expect(paragraphs("receipt")).toEqual([
      "Thank you for your purchase",
      "Aero received your payment of $1.75 for 25 kg CO₂e of carbon credits.",
      `Amount: 25 kg CO₂e
Portfolio: Balanced
On behalf of: Kim Doe
Price per tonne (USD): $70.00
Paid (USD): $1.75
${order}`,
      "We will email you the certificate as soon as the credits are set aside for you.",
      "This receipt confirms your payment. It is not a tax invoice.",
      "View your purchase:\nhttps://a.example",
      footer,
    ]);
  });

  it("omits missing values, and announces no certificate for a cancelled order", () => {
    const changed = {
      beneficiaryName: null,
      reference: null,
      orderNumber: null,
      isOrderCancelled: true,
    };
    const { checkout: _, ...urls } = facts.urls;
    expect(paragraphs("receipt", { ...changed, urls: { ...urls, checkout: null } })).toEqual([
      "Thank you for your purchase",
      "Aero received your payment of $1.75 for 25 kg CO₂e of carbon credits.",
      `Amount: 25 kg CO₂e
Portfolio: Balanced
Price per tonne (USD): $70.00
Paid (USD): $1.75
${order.replace("Reference: 7H3K-9Q2X\nOrder number: 0190-1234\n", "")}`,
      "This receipt confirms your payment. It is not a tax invoice.",
      footer,
    ]);
  });

  it("of a certificate makes the certificate's statement and no claim of its own", () => {
    const figures = (beneficiary: string) =>
      `Amount: 25 kg CO₂e\nOn behalf of: ${beneficiary}\nPortfolio: Balanced\n${order}`;
    const link = "Download PDF:\nhttps://b.example";
    const closing =
      "The certificate lists every project and serial number and always shows the current status. " +
      "Anyone with the link can view it.";
    const final =
      "We will email you the final certificate when all credits are retired at their registries.";
    const statement = "25 kg of carbon credits have been set aside for Kim Doe.";
    expect(paragraphs("certificate", { statement })).toEqual([
      "Your certificate is ready",
      statement,
      figures("Kim Doe"),
      closing,
      final,
      link,
      footer,
    ]);
    expect(paragraphs("certificate", { isTest: true, beneficiaryName: null, statement })).toEqual([
      "Your certificate is ready",
      "This is a test. You were not charged, and no real credits were retired.",
      statement,
      figures("Aero"),
      closing,
      final,
      link,
      footer,
    ]);
  });

  it("of a refund mentions a cancelled order; of a failure states that nothing was charged", () => {
    const refund = (...more: string[]) => [
      "Your refund",
      "Aero has refunded $1.75 to you.",
      `Refunded (USD): $1.75\nAmount: 25 kg CO₂e\nPortfolio: Balanced\n${order}`,
      ...more,
      "It can take a few days for the refund to appear on your statement.",
      "View your purchase:\nhttps://a.example",
      footer,
    ];
    expect(paragraphs("refund")).toEqual(refund());
    expect(paragraphs("refund", { isOrderFulfilled: true })).toEqual(
      refund("The carbon credits stay with your order after the refund."),
    );
    expect(render("refund", { refundAmount: 75 }).subject).toBe("Refund: $0.75 from Aero");
    expect(paragraphs("refund", { isOrderCancelled: true })).toEqual(
      refund("Your order is cancelled."),
    );
    expect(paragraphs("failure", { isOrderCancelled: true })).toEqual([
      "Your payment failed",
      "Your payment of $1.75 to Aero for 25 kg CO₂e of carbon credits failed. " +
        "You were not charged, and your order is cancelled.",
      `Amount: 25 kg CO₂e\nPortfolio: Balanced\nNot charged (USD): $1.75\n${order}`,
      "To buy the credits, start again in the shop.",
      footer,
    ]);
  });
});
