import { expect, test } from "vitest";
import { registryKeyOf, registryKeys, registryLabelOf } from "./registry-keys-rules";

const names = [
  ...["Verra", "VCS", "Verra (VCS)", "The verra registry", "Verified Carbon Standard"].map(
    (name) => [name, "verra"] as const,
  ),
  ...["Gold Standard", "GoldStandard", "The Gold Standard"].map(
    (name) => [name, "gold-standard"] as const,
  ),
  ...["Isometric", "Isometric Registry", "by isometric"].map(
    (name) => [name, "isometric"] as const,
  ),
  ...["ACR", "Registry (ACR)", "American Carbon Registry"].map((name) => [name, "acr"] as const),
  ...["CAR", "Reserve (CAR)", "Climate Action Reserve"].map((name) => [name, "car"] as const),
  ...["ART", "ART TREES", "Registry (ART)", "Architecture for REDD+ Transactions"].map(
    (name) => [name, "art"] as const,
  ),
  ...["Cercarbono", "EcoRegistry / Cercarbono", "Cercarbono 2"].map(
    (name) => [name, "cercarbono"] as const,
  ),
  ...["Puro", "Puro.earth", "Registry of Puro"].map((name) => [name, "puro"] as const),
];

test.each(names)("the registry %s is known as %s", (name, key) => {
  expect(registryKeyOf(name)).toBe(key);
});

const others = [
  ["Overran", "overran"],
  ["Verraton", "verraton"],
  ["Averra", "averra"],
  ["Isometrical", "isometrical"],
  ["Nonisometric", "nonisometric"],
  ["ACR Two", "acr-two"],
  ["My ACR", "my-acr"],
  ["CAR Two", "car-two"],
  ["My CAR", "my-car"],
  ["ART Two", "art-two"],
  ["My ART", "my-art"],
  ["Cercarbonos", "cercarbonos"],
  ["Acercarbono", "acercarbono"],
  ["Purorum", "purorum"],
  ["Apuro", "apuro"],
  ["  ** Québec Offsets, 2nd! ** ", "qu-bec-offsets-2nd"],
  ["***", "unknown"],
  ["", "unknown"],
] as const;

test.each(others)("the registry %j is not a known one: its key is %s", (name, key) => {
  expect(registryKeyOf(name)).toBe(key);
});

test("a known registry has its own label, which leads back to it", () => {
  expect(registryLabelOf("gold-standard")).toBe("Gold Standard");
  expect(registryLabelOf("acr")).toBe("ACR");
  for (const key of registryKeys) expect(registryKeyOf(registryLabelOf(key))).toBe(key);
});

test("another registry's label has its key's words with capitals", () => {
  expect(registryLabelOf("my-own-registry-2")).toBe("My Own Registry-2");
  expect(registryLabelOf("unknown")).toBe("Unknown");
});
