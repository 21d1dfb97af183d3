import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { languages } from "#core/language";
import { formatMoney } from "#core/money";
import { BANNED_CLAIMS, RETIREMENT_CLAIMS } from "#testing/claims";
import { type MailKind, mailKinds } from "./copy";
import { type MailFacts, mailCopy, renderMail } from "./render";

const orderId = "ord_01kx3v6d0tf9sv4m2c8j5a7b9e";
const factsOf = (row: Partial<MailFacts> = {}): MailFacts => ({
  isTest: false,
  shopName: "Aero Climate",
  portfolioName: "Balanced",
  amountKg: 1250,
  pricePerTonne: 7000,
  price: 8750,
  currency: "usd",
  beneficiaryName: "Kim Doe",
  reference: "7H3K-9Q2X",
  orderNumber: "0190-1234",
  isOrderCancelled: false,
  isOrderFulfilled: false,
  refundAmount: 8750,
  refundedBefore: 0,
  isPaid: true,
  statement: "The statement about Kim Doe.",
  at: new Date("2026-11-21T23:30:00Z"),
  urls: {
    checkout: "https://till.example/checkout/cs_1?lang=de",
    certificate: `https://till.example/certificates/${orderId}`,
    pdf: `https://till.example/certificates/${orderId}/pdf`,
    shop: "https://shop.example/basket?a=1&b='2'",
  },
  ...row,
});

const ENTITIES: Record<string, string> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
};
const read = (html: string) =>
  html
    .replace(/<(head)>.*<\/\1>/s, "")
    .replace(/<[^>]*>/g, "\n")
    .replace(/&(amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? "");
const hrefs = (html: string) =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, url = ""]) =>
    url.replace(/&(amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? ""),
  );
const tagsOf = (html: string) => [...html.matchAll(/<[^>]*>/g)].map(([tag]) => tag);

// Both have the rows of their document, and no time: `sale-documents.test.ts`.
const isDocument = (kind: MailKind) => kind === "invoice" || kind === "credit-note";
const all = mailKinds.flatMap((kind) => languages.map((language) => ({ kind, language })));

describe.each(all)("a $kind in $language", ({ kind, language }) => {
  const mail = renderMail(kind, factsOf(), language);
  const parts = [mail.text, read(mail.html)];

  it("states amount, seller, order and time in both parts", () => {
    const mass = { en: "1.25 t", de: "1,25 t", fr: "1,25 t", es: "1,25 t" }[language];
    const date = {
      en: "November 21",
      de: "21. November",
      fr: "21 novembre",
      es: "21 de noviembre",
    };
    for (const part of parts) {
      for (const value of [`${mass} CO₂e`, "Aero Climate", "Balanced", "0190-1234"]) {
        expect(part).toContain(value);
      }
      // The statement has the date of the retirement.
      if (kind === "retired" || isDocument(kind)) continue;
      expect(part).toContain(date[language]);
      expect(part).toContain("23:30 UTC");
    }
  });

  it("includes all content of its kind in both parts", () => {
    const copy = mailCopy[language];
    const money = formatMoney({ minor: 8750, currency: "usd" }, language);
    const values = {
      receipt: [
        money,
        formatMoney({ minor: 7000, currency: "usd" }, language),
        "Kim Doe",
        copy.certificateFollows,
      ],
      certificate: ["Kim Doe", factsOf().statement, copy.finalFollows],
      retired: ["Kim Doe", factsOf().statement],
      failure: [money],
      "transfer-failed": [factsOf().statement],
      refund: [money],
      "refund-failed": [money],
      withdrawal: [money],
      invoice: [],
      "credit-note": [money],
    }[kind];
    for (const part of parts) {
      for (const text of [...values, ...copy[kind].closing, copy[kind].heading]) {
        expect(part).toContain(text);
      }
    }
  });

  it("contains the same links in both parts", () => {
    const { checkout, certificate, pdf, shop } = factsOf().urls;
    const places = {
      receipt: [checkout],
      certificate: [certificate, pdf],
      retired: [certificate, pdf],
      failure: [shop],
      "transfer-failed": [shop],
      refund: [checkout],
      "refund-failed": [checkout],
      withdrawal: [checkout],
      invoice: [checkout],
      "credit-note": [checkout],
    }[kind];
    expect(hrefs(mail.html)).toEqual(places);
    expect(mail.text.match(/https:\S+/g)).toEqual(places);
  });

  it("declares its language and loads nothing from other hosts", () => {
    expect(mail.html).toContain(`<html lang="${language}">`);
    expect(mail.html).not.toMatch(/<(img|link|script|iframe|object|form)|src=|url\(|@import/i);
    expect(Buffer.byteLength(mail.html)).toBeLessThan(8000);
  });

  it("is marked as a test in test mode only", () => {
    const test = renderMail(kind, factsOf({ isTest: true }), language);
    const { testNotice } = mailCopy[language];
    expect(test.subject).toBe(`[Test] ${mail.subject}`);
    for (const part of [test.text, read(test.html)]) {
      expect(part).toContain(testNotice);
    }
    for (const part of parts) expect(part).not.toContain(testNotice);
  });
});

it("has its own translation of every message in every language", () => {
  const values = { mass: "M", money: "G", shop: "S", beneficiary: "B", statement: "T" };
  const messagesOf = (value: unknown): string[] => {
    if (typeof value === "string") return [value];
    if (typeof value === "function") return [value(values)];
    return Object.values(value as object).flatMap(messagesOf);
  };
  const [first = [], ...others] = languages.map((language) => messagesOf(mailCopy[language]));
  // Words that two languages share, and the statement, which is translated elsewhere.
  const shared = new Set(["Portfolio", "Date", "Quantité", values.statement]);
  for (const copy of others) {
    expect(copy).toHaveLength(first.length);
    copy.forEach((text, at) => {
      if (!shared.has(text)) expect(text).not.toBe(first[at]);
    });
  }
  for (const text of [first, ...others].flat()) expect(text.trim()).not.toBe("");
});

it("names the shop as beneficiary only on the certificate if the customer named none", () => {
  const facts = factsOf({ beneficiaryName: null });
  expect(renderMail("receipt", facts, "en").text).not.toContain("On behalf of");
  expect(renderMail("certificate", facts, "en").text).toContain("On behalf of: Aero Climate");
});

it("announces no certificate for a cancelled order and states the cancellation", () => {
  const facts = factsOf({ isOrderCancelled: true });
  const { certificateFollows, orderCancelled } = mailCopy.en;
  expect(renderMail("receipt", facts, "en").text).not.toContain(certificateFollows);
  expect(renderMail("refund", facts, "en").text).toContain(orderCancelled);
  expect(renderMail("refund", factsOf(), "en").text).not.toContain(orderCancelled);
});

it("renders a refund without an order", () => {
  const { text } = renderMail("refund", factsOf({ reference: null, orderNumber: null }), "en");
  expect(text).toContain("$87.50");
  expect(text).not.toContain("Order number");
});

it("escapes names, so that they add no tag, attribute, line or change of direction", () => {
  const tags = all.map(({ kind, language }) => tagsOf(renderMail(kind, factsOf(), language).html));
  const lines = all.map(
    ({ kind, language }) => renderMail(kind, factsOf(), language).text.split("\n").length,
  );
  const evil = fc.oneof(
    fc.string({ unit: "binary", minLength: 1, maxLength: 512 }),
    fc.constantFrom(
      "<script>alert(1)</script>",
      `"><img src=x onerror=alert(1)>`,
      "' onmouseover='x",
      "Kim\r\nBcc: eve@example.com\r\n\r\nHello",
      "a\u2028b\u2029c\u0085d\v\f",
      "\u202egnp.exe\u2066",
      "&lt;b&gt;",
      "$& $1 $`",
      "W".repeat(512),
    ),
  );
  fc.assert(
    fc.property(evil, evil, evil, (shopName, portfolioName, beneficiaryName) => {
      const facts = factsOf({ shopName, portfolioName, beneficiaryName });
      all.forEach(({ kind, language }, at) => {
        const { subject, text, html } = renderMail(kind, facts, language);
        expect(tagsOf(html)).toEqual(tags[at]);
        expect(text.split("\n")).toHaveLength(lines[at] ?? 0);
        expect(subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
        expect(subject.length).toBeLessThan(200);
        expect(text + html).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
      });
    }),
    { numRuns: 60 },
  );
});

it("renders an unusual name unchanged in both parts", () => {
  const beneficiaryName = `<script>alert("1")</script> & Søn's 👩‍👩‍👧 العربية`;
  const { text, html } = renderMail("certificate", factsOf({ beneficiaryName }), "en");
  expect(text).toContain(beneficiaryName);
  expect(read(html)).toContain(beneficiaryName);
  expect(html).not.toContain("<script>");
});

const earlier = all.filter(({ kind }) => kind !== "retired");

it.each(earlier)("a $kind in $language claims no retirement by itself", ({ kind, language }) => {
  const mail = renderMail(kind, factsOf(), language);
  for (const claim of [...RETIREMENT_CLAIMS, BANNED_CLAIMS]) {
    for (const part of [mail.subject, mail.text, read(mail.html)]) {
      const text = part.replaceAll(mailCopy[language].finalFollows, "");
      expect(claim.exec(text)?.[0]).toBeUndefined();
    }
  }
});
