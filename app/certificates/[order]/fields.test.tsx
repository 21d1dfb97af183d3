import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Brand } from "#domain/brands";
import { findUnusedFields, forPrograms } from "#testing/record-fields";
import { viewOf } from "./certificate-page";

const brand: Brand = {
  ...{ name: "Northly", accountName: null, accent: null, logoUrl: null, darkLogoUrl: null },
  ...{ websiteUrl: null, story: null, senderName: null, imprintUrl: null, privacyUrl: null },
  ...{ termsUrl: null, legalName: null, countryCode: null, isNamedForCustomers: false },
  orderButton: null,
};
const extras = { sketches: new Map(), pictures: new Map(), originalNames: new Map() };
const request = {
  params: {},
  query: new URLSearchParams(),
  reader: { language: "en", isChosen: false } as const,
  header: () => null,
};

test("a certificate's page depends on each field of its record, but those for programs", async () => {
  const unused = await findUnusedFields((certificate) => {
    const { head, body } = viewOf({ certificate, brand, extras }, request);
    return `${JSON.stringify(head)}${renderToStaticMarkup(body)}`;
  });
  expect(unused.sort()).toEqual(Object.keys(forPrograms).sort());
});
