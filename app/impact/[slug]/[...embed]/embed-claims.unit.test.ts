import { describe, expect, it } from "vitest";
import type { ImpactSummary } from "#domain/impact";
import { drawBadge } from "./badge";
import { drawCard } from "./card";

const summary: ImpactSummary = {
  page: {
    ...{ slug: "aero", isEnabled: true, equivalents: [], sections: [], isListed: true },
    headline: "own",
  },
  mode: "live",
  owner: { accountId: "acc", subaccountId: null },
  name: "Aero Climate",
  logoUrl: null,
  since: new Date("2026-01-31T12:00:00Z"),
  headline: "own",
  kg: 1500,
  registryRetiredKg: 0,
  sums: { kg: 1500, registryRetiredKg: 0, ownKg: 1500, ownRegistryRetiredKg: 0 },
};

describe("what an embed claims", () => {
  it.each([
    ["en", "1.5 t of CO₂e set aside for Aero Climate. Retirement pending"],
    ["de", "1,5 t CO₂e reserviert für Aero Climate. Stilllegung ausstehend"],
    ["fr", "1,5 t de CO₂e mis de côté pour Aero Climate. Retrait en attente"],
    ["es", "1,5 t de CO₂e reservado para Aero Climate. Retirada pendiente"],
  ] as const)("is not more than the registries have recorded, in %s", (language, label) => {
    const options = { theme: "light", language } as const;
    expect(drawBadge(summary, options).svg).toContain(`<title id="t">${label}</title>`);
    expect(drawCard(summary, options).html).toContain(`<title>${label}</title>`);
    const retired = /retired|stillgelegt|retiré|retirado/;
    expect(drawCard(summary, options).html).not.toMatch(retired);
    const partly = drawCard({ ...summary, registryRetiredKg: 1000 }, options).html;
    expect(partly).toMatch(new RegExp(`>1 t</h1><p class="what">[^<]*(${retired.source})`));
    expect(partly).toContain("500 kg");
  });

  it.each([
    ["en", "1.5 t of CO₂e set aside for customers and partners through Aero Climate"],
    ["de", "1,5 t CO₂e reserviert für Kundschaft und Partner über Aero Climate"],
    ["fr", "1,5 t de CO₂e mis de côté pour des clients et partenaires par Aero Climate"],
    ["es", "1,5 t de CO₂e reservado para clientes y socios a través de Aero Climate"],
  ] as const)("says whose tonnes it has, in %s", (language, label) => {
    const options = { theme: "light", language } as const;
    const others = { ...summary, headline: "for_others" as const };
    expect(drawBadge(others, options).svg).toContain(`<title id="t">${label}. `);
    expect(drawCard(others, options).html).toContain(`<title>${label}. `);
  });
});
