// Stripe's part of the checkout page, run in a page of which only the parts that it uses exist.
import { readFile } from "node:fs/promises";
import vm from "node:vm";
import { expect, it, vi } from "vitest";

const source = await readFile(new URL("browser.js", import.meta.url), "utf8");

const style = (properties: Record<string, string>) => ({
  ...properties,
  getPropertyValue: (name: string) => properties[name] ?? "",
});
const face = (family: string, file: string, more = {}) => ({
  type: 5,
  style: style({
    "font-family": `"${family}"`,
    src: `url("${file}") format("woff2")`,
    "font-weight": "400 700",
    ...more,
  }),
});
const rules = [
  { type: 1, style: style({ src: "none" }) },
  face("Inter First", "/assets/inter-first.0123456789ab.woff2", {
    src: 'url("data:font/woff2;base64,d09G") format("woff2"), url("/assets/inter-first.0123456789ab.woff2")',
  }),
  face("Inter Further", "/assets/inter-greek.0123456789ab.woff2", { "unicode-range": "U+370" }),
  face("Other", "/assets/other.woff2"),
];

/** Loads the script in a page with a card form, and returns the options of Stripe's elements. */
function optionsAt(address: string): Record<string, unknown> {
  const listeners = new Map<string, () => void>();
  const elements = vi.fn(() => ({ create: () => ({ on: () => {}, mount: () => {} }) }));
  const form = { hidden: true };
  const place = {
    dataset: { key: "pk_test", amount: "1250", currency: "usd" },
    closest: () => form,
  };
  const page: Record<string, unknown> = { '[data-fill="stripe"]': place, "[data-open-bank]": null };
  vm.runInNewContext(source, {
    URL,
    URLSearchParams,
    CSSRule: { FONT_FACE_RULE: 5 },
    location: new URL(address),
    document: {
      styleSheets: [{ cssRules: rules }],
      querySelector: (selector: string) => (selector in page ? page[selector] : {}),
      addEventListener: (name: string, run: () => void) => listeners.set(name, run),
    },
    getComputedStyle: () => style({}),
    matchMedia: () => ({ matches: false, addEventListener: () => {} }),
    Stripe: vi.fn(() => ({ elements })),
  });
  listeners.get("checkout:updated")?.();
  expect(form.hidden).toBe(false);
  return (elements.mock.calls as unknown[][])[0]?.[0] as Record<string, unknown>;
}

it("Stripe's form has the page's font, which its frame can load", () => {
  const options = optionsAt("https://till.example/checkout/cs_1");
  expect(options).toMatchObject({ mode: "payment", amount: 1250, currency: "usd" });
  const font = { family: "Inter", weight: "400 700" };
  const at = (file: string) => `url(https://till.example/assets/${file}.0123456789ab.woff2)`;
  expect(options["fonts"]).toEqual([
    { ...font, src: at("inter-first") },
    { ...font, src: at("inter-greek"), unicodeRange: "U+370" },
  ]);
});

it("Stripe's form has no fonts without https, which Stripe refuses", () => {
  expect(optionsAt("http://localhost:3000/checkout/cs_1")["fonts"]).toEqual([]);
});
