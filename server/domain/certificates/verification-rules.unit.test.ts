import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { newId, orderNumber, shortReference } from "#core/id";
import {
  isShortReference,
  MAX_QUERY_LENGTH,
  orderIdIn,
  orderIdOfNumber,
  readQuery,
  revisionIn,
} from "./verification-rules";

const anOrder = fc.constant(null).map(() => newId("order"));

it("the short reference of an order is recognized, but never identifies one", () => {
  const withLetter = anOrder.filter((id) => /[a-z]/.test(id.slice(-8)));
  fc.assert(
    fc.property(withLetter, (id) => {
      const reference = shortReference(id);
      for (const typed of [reference, ` ${reference.toLowerCase()} `, reference.replace("-", "")]) {
        expect(isShortReference(typed)).toBe(true);
        expect(readQuery(typed)?.orderId).toBeNull();
      }
      expect(isShortReference(orderNumber(id))).toBe(false);
      expect(isShortReference(id)).toBe(false);
    }),
  );
});

describe("an order", () => {
  it("is recognized by its ID and by its link on any host", () => {
    fc.assert(
      fc.property(anOrder, (id) => {
        expect(readQuery(` ${id}\n`)?.orderId).toBe(id);
        expect(readQuery(id.toUpperCase())?.orderId).toBe(id);
        for (const end of ["", "/", "/pdf", "/json", "?print=1", "#projects"]) {
          const link = `https://till.example/certificates/${id}${end}`;
          expect(readQuery(link)).toEqual({ orderId: id, serial: null, revision: null });
        }
        expect(readQuery(`http://localhost:3000/certificates/${id}`)?.orderId).toBe(id);
        expect(orderIdIn(`https://else.example/de/proof?of=${id}&x=1`)).toBe(id);
      }),
    );
  });

  it("is recognized by its number, with any grouping", () => {
    fc.assert(
      fc.property(anOrder, (id) => {
        const number = orderNumber(id);
        for (const text of [
          number,
          number.toUpperCase(),
          number.replaceAll("-", ""),
          number.replaceAll("-", " "),
          number.replaceAll("-", "\u2011"),
          number.replace("-", "-\n"),
        ]) {
          expect(readQuery(text)?.orderId).toBe(id);
          expect(orderIdOfNumber(text)).toBe(id);
        }
      }),
    );
  });

  it.each([
    "ord_",
    "ord_1",
    `ord_${"z".repeat(26)}`,
    `xord_${"0".repeat(26)}`,
    `ord_${"0".repeat(27)}`,
    "0".repeat(31),
    "0".repeat(33),
    "https://till.example/certificates/",
  ])("is none of %j", (text) => expect(readQuery(text)?.orderId ?? null).toBeNull());
});

it("a link is not a serial number; any other text may be", () => {
  expect(readQuery("https://registry.example/1-5")).toEqual({
    orderId: null,
    serial: null,
    revision: null,
  });
  expect(readQuery(" SBX-1-5 ")).toEqual({ orderId: null, serial: "SBX-1-5", revision: null });
  const withLink = "SBX-1-5 (https://registry.example)";
  expect(readQuery(withLink)?.serial).toBe(withLink);
  const longest = "x".repeat(MAX_QUERY_LENGTH);
  expect(readQuery(longest)?.serial).toBe(longest);
});

it("an empty or too long text is not a query", () => {
  for (const text of ["", " \n\t", "x".repeat(MAX_QUERY_LENGTH + 1), "1-".repeat(5000)]) {
    expect(readQuery(text)).toBeNull();
  }
});

it("any text can be parsed", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 3000 }), (text) => {
      const query = readQuery(text);
      if (query?.orderId) expect(query.orderId).toMatch(/^ord_[0-7][0-9a-z]{25}$/);
    }),
  );
});

it.each([
  ["https://till.example/certificates/ord_1?revision=12", 12],
  ["https://till.example/certificates/ord_1?lang=de&revision=3#projects", 3],
  ["?revision=0", null],
  ["?revision=-1", null],
  ["?revision=1.5", null],
  ["?revision=1e9", null],
  ["?revision=99999999999", null],
  ["?myrevision=2", null],
])("reads the revision in %s", (link, revision) => {
  expect(revisionIn(link)).toBe(revision);
});
