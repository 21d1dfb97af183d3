import { describe, expect, test } from "vitest";
import { hasRealExports, REAL_EXPORTS, realExport } from "#testing/real-exports";
import { countryCodeOf, readLabels } from "./credit-facts";
import { readRegistryExport } from "./read-registry-export";
import type { Registry } from "./registry-identities";

test.each([
  ["US", "US"],
  ["fr", "FR"],
  ["BRAZIL", "BR"],
  ["COTE D'IVOIRE", "CI"],
  ["Viet Nam", "VN"],
  ["Turkey", "TR"],
  ["Tanzania United Republic of", "TZ"],
  ["United Republic of Tanzania", "TZ"],
  ["CONGO, THE DEMOCRATIC REPUBLIC OF THE", "CD"],
  ["Congo", "CG"],
  ["International", null],
  [null, null],
])("the country code of %j is %j", (text, code) => {
  expect(countryCodeOf(text)).toBe(code);
});

test("labels state what the registry lists, and nothing else", () => {
  const source = "https://registry.example/1";
  const label = (scheme: string) => ({ scheme, granted_on: null, source_url: source });
  expect(readLabels([], source)).toEqual({ mechanism: null, lot: {} });
  expect(readLabels(["ICVCM CCP", "Emission Reduction"], source)).toEqual({
    mechanism: "reduction",
    lot: { labels: [label("CCP")] },
  });
  const authorized = "Article 6 Authorized – NDC Use";
  const scope = "CORSIA - First Phase, 2024-2026 Scope";
  expect(readLabels([authorized, scope, scope], source)).toEqual({
    mechanism: null,
    lot: { labels: [label(authorized), label(scope)], corresponding_adjustment: "authorized" },
  });
  const both = ["Carbon Dioxide Removals", "GHG Emissions Reductions"];
  expect(readLabels(both, source)).toEqual({ mechanism: "mixed", lot: {} });
});

describe.skipIf(!hasRealExports)(`facts in ${REAL_EXPORTS}`, () => {
  const read = (registry: Registry, name: string) =>
    readRegistryExport(registry, realExport(registry, `${name}.csv`));

  test.each([
    ["verra", "transactions", 43],
    ["verra", "projects", 50],
    ["gold-standard", "issuances", 54],
    ["gold-standard", "projects", 48],
    ["isometric", "projects", 46],
    ["acr", "projects", 50],
    ["cercarbono", "projects", 42],
  ] as const)("%s %s: countries that are named have a code", (registry, name, coded) => {
    const { projects } = read(registry, name);
    const placed = projects.filter(({ location_name }) => location_name !== null);
    expect(projects.filter(({ country_code }) => country_code !== null)).toHaveLength(coded);
    const uncoded = placed.filter(({ country_code }) => country_code === null);
    // No country, or only a code of three letters.
    const others = uncoded.map((project) => project.location_name);
    expect(others.filter((it) => !["International", "USA", "IND"].includes(it ?? ""))).toEqual([]);
  });

  test("crediting periods, protocols and mechanisms come with the columns that have them", () => {
    const acr = read("acr", "projects").projects[0];
    expect(acr).toMatchObject({
      crediting_period: { start: "2020-01-15", end: "2040-01-14" },
      protocol: expect.stringContaining("Improved Forest Management"),
      country_code: "US",
      mechanism: null,
    });
    const isometric = read("isometric", "projects").projects;
    expect(isometric.every(({ mechanism }) => mechanism === "removal")).toBe(true);
    expect(isometric.filter(({ sink }) => sink === "biogenic")).toHaveLength(4);
    const gold = read("gold-standard", "issuances");
    expect(
      gold.projects.filter(({ mechanism }) => mechanism === "reduction").length,
    ).toBeGreaterThan(40);
    expect(gold.lots.filter(({ labels }) => labels?.[0]?.scheme === "CCP")).toHaveLength(2);
    expect(new Set(gold.lots.map(({ credit_type }) => credit_type))).toEqual(
      new Set(["VER", "CER"]),
    );
    const verra = read("verra", "transactions").lots;
    expect(verra.every(({ credit_type }) => credit_type === "VCU")).toBe(true);
    expect(
      verra.filter((lot) => lot.corresponding_adjustment === "authorized").length,
    ).toBeGreaterThan(0);
  });
});
