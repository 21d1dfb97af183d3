import { expect, test } from "vitest";
import { languages } from "#core/language";
import { faultsOf } from "./checkout-data";
import { copy } from "./copy/copy";

test("faults are taken by their known names only, and one of each field", () => {
  expect(faultsOf(undefined)).toEqual([]);
  expect(faultsOf("email.missing")).toEqual(["email.missing"]);
  expect(faultsOf(["cvc.invalid", "<b>", "number.missing", "number.invalid"])).toEqual([
    "number.missing",
    "cvc.invalid",
  ]);
});

// Directive 2011/83/EU, article 8(2), and its texts in the largest market of each language.
test.each([
  ["en", "Pay now"],
  ["de", "Zahlungspflichtig bestellen"],
  ["fr", "Commande avec obligation de paiement"],
  ["es", "Pedido con obligación de pago"],
] as const)("%s: the button says that the order is binding", (language, label) => {
  expect(copy[language].form.pay).toBe(label);
});

test.each(languages)("%s: the page says how soon it leaves", (language) => {
  expect(copy[language].paid.leaving("shop.example")).toContain("{seconds}");
});

function allMessages(value: unknown, path = ""): [string, string][] {
  if (typeof value === "string") return [[path, value]];
  if (typeof value === "function") return [[path, String(value("X-first", "X-second"))]];
  return Object.entries(value as object).flatMap(([key, it]) => allMessages(it, `${path}.${key}`));
}

test("no language has left an English sentence standing", () => {
  const english = new Map(allMessages(copy.en));
  for (const language of languages.filter((it) => it !== "en")) {
    const own = allMessages(copy[language]);
    expect(own.map(([place]) => place)).toEqual([...english.keys()]);
    const same = own.filter(([place, text]) => text === english.get(place) && / /.test(text));
    expect(
      same.filter(([, text]) => !/^MM \/ YY$/.test(text)),
      language,
    ).toEqual([]);
  }
});
