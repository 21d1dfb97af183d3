import { describe, expect, test } from "vitest";
import { database } from "#core/db";
import { errorsOf, importedRows, makeFile } from "#testing/catalogue-file";
import { importFile, systemContext } from "#testing/factories";
import { importCatalogueFile } from "./catalogue-file";

/** Imports the file without confirming its prices. */
const importUnconfirmed = (file: unknown) =>
  database().transaction((db) =>
    importCatalogueFile({ ...systemContext(), db }, { file, confirmPrices: false }),
  );

function makePricedFile() {
  const { file } = makeFile();
  const [category, other] = file.project_categories;
  const [portfolio] = file.portfolios;
  if (!category || !other || !portfolio) throw new Error("the file has no prices");
  return { file, category, other, portfolio };
}

describe("a price", () => {
  test("is per tonne, or per kg and then 1000 times as much per tonne", async () => {
    const { file, category } = makePricedFile();
    await importFile(file);
    const { api_price_per_kg_usd_cents: _, ...rest } = category;
    const perTonne = { ...rest, api_price_per_tonne_usd_cents: 2000 };
    const { changed } = await importFile({ mode: "test", project_categories: [perTonne] });
    expect(changed).toBe(false);
    const cheap = { ...perTonne, api_price_per_tonne_usd_cents: 750 };
    await importFile({ mode: "test", project_categories: [cheap] });
    const where = { categoryId: category.id };
    const stored = await database().prisma.categoryPrice.findFirstOrThrow({ where });
    expect(stored).toMatchObject({
      apiPricePerTonne: 750,
      checkoutPricePerTonne: 3000,
    });
  });

  test("is rejected if a category has none, and if an entry has both", async () => {
    const { category, other, portfolio } = makePricedFile();
    const { api_price_per_kg_usd_cents: _, ...unpriced } = other;
    const errors = await errorsOf(
      importFile({
        mode: "test",
        project_categories: [{ ...category, checkout_price_per_tonne_usd_cents: 3000 }, unpriced],
        portfolios: [
          { ...portfolio, api_price_per_kg_usd_cents: 4, api_price_per_tonne_usd_cents: 4000 },
        ],
      }),
    );
    expect(errors).toMatchObject({
      "project_categories[0].checkout_price_per_tonne_usd_cents": [
        "must not be given together with checkout_price_per_kg_usd_cents",
      ],
      "project_categories[1].api_price_per_tonne_usd_cents": ["is required"],
      "portfolios[0].api_price_per_tonne_usd_cents": [
        "must not be given together with api_price_per_kg_usd_cents",
      ],
    });
  });
});

describe("a price that changes by more than a factor of two", () => {
  test("is imported only if it is confirmed, and rejected by its name in the file", async () => {
    const { file, category, portfolio } = makePricedFile();
    const first = await importUnconfirmed(file);
    expect(first.largePriceChanges).toEqual([]);
    const before = await importedRows();
    const { checkout_price_per_kg_usd_cents: _, ...rest } = category;
    const changed = {
      mode: "test",
      project_categories: [
        {
          ...rest,
          api_price_per_kg_usd_cents: 20,
          checkout_price_per_tonne_usd_cents: 1499,
        },
      ],
      portfolios: [{ ...portfolio, api_price_per_tonne_usd_cents: 750_000 }],
    };
    expect(await errorsOf(importUnconfirmed(changed))).toEqual({
      "project_categories[0].api_price_per_kg_usd_cents": [
        "changes from $20.00 to $200.00 per tonne",
      ],
      "project_categories[0].checkout_price_per_tonne_usd_cents": [
        "changes from $30.00 to $14.99 per tonne",
      ],
      "portfolios[0].api_price_per_tonne_usd_cents": [
        expect.stringMatching(/to \$7,500.00 per tonne/),
      ],
    });
    expect(await importedRows()).toEqual(before);
    const { largePriceChanges } = await importFile(changed);
    expect(largePriceChanges).toHaveLength(3);
  });

  test("is found where a portfolio leaves its own price for that of its categories", async () => {
    const { file, portfolio } = makePricedFile();
    const own = { ...portfolio, api_price_per_tonne_usd_cents: 100_000 };
    await importFile({ ...file, portfolios: [own] });
    const errors = await errorsOf(importUnconfirmed({ mode: "test", portfolios: [portfolio] }));
    expect(Object.keys(errors)).toEqual(["portfolios[0].api_price_per_tonne_usd_cents"]);
  });

  test("is no obstacle up to a factor of two", async () => {
    const { file, category } = makePricedFile();
    await importFile(file);
    const doubled = { ...category, api_price_per_kg_usd_cents: 4 };
    const { changed } = await importUnconfirmed({ mode: "test", project_categories: [doubled] });
    expect(changed).toBe(true);
  });
});
