// The registries' real rows, sold: certificates name the right sub-ranges of their real serials.
import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { database } from "#core/db";
import { checkLedger } from "#domain/diagnostics";
import { narrowSerialRange } from "#domain/inventory";
import { call } from "#testing/api";
import { importFile, makeAccount, matchAll, systemContext } from "#testing/factories";
import { importExports } from "#testing/import-exports";
import { hasRealExports, REAL_EXPORTS, realExport } from "#testing/real-exports";
import { findVerification } from "./find-verification";
import { getCertificate } from "./get-certificate";
import { readQuery } from "./verification-rules";

const registries = ["verra", "gold-standard", "isometric"] as const;

function importRegistry(registry: (typeof registries)[number]) {
  const files = fs
    .readdirSync(path.join(REAL_EXPORTS, registry))
    .map((name) => ({ name, text: realExport(registry, name) }));
  return importExports({ mode: "test", registry, files });
}

async function largestProjects(): Promise<string[]> {
  const rows = await database().query<{ id: string }>(
    {
      name: "largest-projects",
      text: `SELECT DISTINCT ON (p.registry_name) p.id FROM projects p
             JOIN credit_lots l ON l.mode = p.mode AND l.project_id = p.id
             GROUP BY p.registry_name, p.id
             ORDER BY p.registry_name, sum(l.quantity_kg) DESC, p.id`,
    },
    [],
  );
  return rows.map(({ id }) => id);
}

function portfolioOn(projectIds: string[]) {
  const price = { api_price_per_kg_usd_cents: 3, checkout_price_per_kg_usd_cents: 4 };
  return {
    mode: "test",
    project_categories: projectIds.map((id) => ({
      id: `cat_${id}`,
      name: id,
      description: "One registry's project",
      ...price,
      projects: [{ project_id: id, weight: 1 }],
    })),
    portfolios: [
      {
        id: "pf_real",
        name: "Real rows",
        summary: "Three registries",
        description: "One project of each of three registries",
        category_allocations: [0.5, 0.3, 0.2].map((allocated_fraction, index) => ({
          category_id: `cat_${projectIds[index]}`,
          allocated_fraction,
        })),
      },
    ],
  };
}

describe.skipIf(!hasRealExports)(`rows of ${REAL_EXPORTS}`, () => {
  it("are sold by the kg, and certificates list the tonnes, which lead back to them", async () => {
    for (const registry of registries) await importRegistry(registry);
    const projectIds = await largestProjects();
    expect(projectIds).toHaveLength(3);
    await importFile(portfolioOn(projectIds));
    const { token: key } = await makeAccount();

    const sold = new Map<string, number>();
    for (const amount_kg of [1500, 700, 1_000_001]) {
      const body = { amount_kg, portfolio_id: "pf_real" };
      const placed = await call("POST", "/orders", { key, body });
      await matchAll();
      const certificate = await getCertificate(systemContext(), placed.json.id);
      expect(certificate.state).toBe("fulfilled");
      expect(certificate.projects.map(({ id }) => id).sort()).toEqual(projectIds.toSorted());
      expect(certificate.projects.reduce((kg, project) => kg + project.amount_kg, 0)).toBe(
        amount_kg,
      );
      for (const project of certificate.projects) {
        const [lot] = await database().prisma.creditLot.findMany({
          where: { projectId: project.id },
          orderBy: [{ vintageYear: "asc" }, { createdAt: "asc" }, { id: "asc" }],
        });
        const startKg = sold.get(project.id) ?? 0;
        const [first] = project.retirements;
        const kg = Math.min(project.amount_kg, Number(lot?.quantityKg) - startKg);
        // Full tonnes are elsewhere, behind the opened tonne.
        if (project.amount_kg < 1000) {
          expect(first?.serial_number_range).toBe(
            narrowSerialRange(
              {
                serialNumberRange: lot?.serialNumberRange ?? "",
                quantityKg: Number(lot?.quantityKg),
                serialForm: lot?.serialBlock === null ? "named" : "numbered",
              },
              startKg,
              startKg + kg,
            ),
          );
        }
        sold.set(project.id, startKg + project.amount_kg);
        for (const printed of project.retirements) {
          const query = readQuery(printed.serial_number_range);
          if (!query) throw new Error(`${printed.serial_number_range} asks after nothing`);
          const { certificates } = await findVerification(systemContext(), query);
          const own = certificates.filter((it) => it.certificate.order_id === placed.json.id);
          expect(own[0]?.retirements).toContainEqual(
            expect.objectContaining({
              serialNumberRange: printed.serial_number_range,
              amountKg: printed.amount_kg,
              matchedKg: printed.amount_kg,
            }),
          );
        }
      }
    }
    expect(await checkLedger(systemContext())).toEqual([]);
  }, 60_000);
});
