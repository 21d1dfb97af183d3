import { expect, test } from "vitest";
import { consentText } from "#checkout/sessions/rules";
import { languages } from "#core/language";
import { mailCopy, renderMail } from "./render";

const until = new Date("2026-12-09T12:00:00Z");
const consent = { text: consentText("2026-11", "en"), at: new Date("2026-11-21T23:30:00Z") };
const sale = {
  legalSeller: "Example Stores GmbH, Hafenstraße 1, 20457 Hamburg, Germany, DE123456789",
  tax: "$13.97 (19% VAT)",
  taxText: null,
  consent: null,
  withdrawal: { until, isCoolingOff: true },
  creditsExpectedBy: null,
};
const withdraw = "https://till.example/withdraw/secret?lang=en";
const terms = "https://stores.example/terms";

const facts = {
  isTest: false,
  shopName: "Example Stores",
  portfolioName: "Balanced",
  amountKg: 1250,
  pricePerTonne: 7000,
  price: 8750,
  currency: "usd",
  beneficiaryName: null,
  reference: "7H3K-9Q2X",
  orderNumber: "0190-1234",
  isOrderCancelled: false,
  isOrderFulfilled: false,
  refundAmount: 175,
  refundedBefore: 0,
  isPaid: true,
  statement: "",
  at: new Date("2026-11-21T23:30:00Z"),
  urls: { withdraw, terms },
};

test.each(languages)(
  "%s: a receipt says who sells, which tax it includes and how to withdraw",
  (language) => {
    const { text } = renderMail("receipt", { ...facts, sale }, language);
    const { labels, links, certificateFollows } = mailCopy[language];
    expect(text).toContain(sale.legalSeller);
    expect(text).toContain(sale.tax);
    expect(text).toContain(`${links.withdraw}`);
    expect(text).toContain(withdraw);
    expect(text).toContain(`${links.terms}`);
    expect(text).toContain(labels.legalSeller);
    expect(text).toMatch(/2026.*12:00 UTC/);
    // The certificate follows after the period, as the same paragraph says.
    expect(text).not.toContain(certificateFollows);
  },
);

test.each(languages)("%s: a receipt repeats the consent as the customer read it", (language) => {
  const withdrawal = { until, isCoolingOff: false };
  const given = { ...sale, consent, withdrawal };
  const { text } = renderMail("receipt", { ...facts, sale: given }, language);
  expect(text).toContain(consent.text);
  expect(text).toContain(mailCopy[language].certificateFollows);
});

test.each(languages)("%s: a receipt names the day of a back-order", (language) => {
  const later = { ...sale, creditsExpectedBy: new Date("2026-12-24T00:00:00Z") };
  const { text } = renderMail("receipt", { ...facts, sale: later }, language);
  const day = { en: "December 24, 2026", de: "24. Dezember 2026", fr: "24 décembre 2026" };
  expect(text).toContain({ ...day, es: "24 de diciembre de 2026" }[language]);
});

test.each(languages)(
  "%s: a withdrawal's confirmation states its time, order, and what is refunded to the cent",
  (language) => {
    const { labels, refundFollows, notPaid } = mailCopy[language];
    const part = { refundAmount: 8000, refundedBefore: 750 };
    const { text, subject } = renderMail("withdrawal", { ...facts, ...part, sale }, language);
    expect(subject).toContain("Example Stores");
    expect(text).toContain("0190-1234");
    expect(text).toContain("23:30 UTC");
    for (const [label, amount] of [
      [labels.paid, /87[.,]50/],
      [labels.refundedBefore, /7[.,]50/],
      [labels.toRefund, /80[.,]00/],
      [labels.tax, /13[.,]97/],
    ] as const) {
      const line = text.split("\n").find((one) => one.startsWith(`${label} (`));
      expect(line).toMatch(amount);
    }
    expect(text).toContain(refundFollows);
    expect(text).not.toContain(withdraw);
    const unpaid = renderMail("withdrawal", { ...facts, isPaid: false, sale }, language);
    expect(unpaid.text).toContain(notPaid);
    expect(unpaid.text).not.toMatch(/87[.,]50|13[.,]97/);
  },
);
