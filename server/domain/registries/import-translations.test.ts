import { expect, test } from "vitest";
import { database } from "#core/db";
import { errorsOf, makeFile } from "#testing/catalogue-file";
import { importFile } from "#testing/factories";

const none = { created: 0, updated: 0, unchanged: 0 };

const german = { de: { name: "Alles", summary: "Von allem etwas." } };

const rowsOf = (id: string) =>
  database().prisma.catalogueTranslation.findMany({
    where: { entryId: id },
    orderBy: { language: "asc" },
    select: { kind: true, language: true, translation: true },
  });

function makeTranslated() {
  const { file, tag } = makeFile();
  const [portfolio] = file.portfolios;
  const [category] = file.project_categories;
  const [project] = file.projects;
  if (!portfolio || !category || !project) throw new Error("the file lacks an entry");
  const translated = {
    ...file,
    portfolios: [{ ...portfolio, translations: { ...german, fr: { name: "Tout" } } }],
    project_categories: [
      { ...category, translations: { es: { name: "Uno" } } },
      ...file.project_categories.slice(1),
    ],
    projects: [
      { ...project, translations: { de: { name: "Eins", activity_types: ["Pflanzen"] } } },
      ...file.projects.slice(1),
    ],
  };
  return { file: translated, portfolio, project, tag };
}

test("translations are imported with their entries, and a second time write nothing", async () => {
  const { file, portfolio, project } = makeTranslated();
  await importFile(file);
  expect(await rowsOf(portfolio.id)).toEqual([
    { kind: "portfolio", language: "de", translation: german.de },
    { kind: "portfolio", language: "fr", translation: { name: "Tout" } },
  ]);
  expect(await rowsOf(project.id)).toEqual([
    {
      kind: "project",
      language: "de",
      translation: { name: "Eins", activity_types: ["Pflanzen"] },
    },
  ]);
  const again = await importFile(structuredClone(file));
  expect(again.changed).toBe(false);
});

test("an entry with other translations is an update, and one without loses them", async () => {
  const { file, portfolio, tag } = makeTranslated();
  await importFile(file);
  const rename = (translations: object | undefined) =>
    importFile({ mode: "test", portfolios: [{ ...portfolio, translations }] });
  const other = await rename({ de: { name: "Das Ganze" } });
  expect(other.counts.portfolios).toEqual({ ...none, updated: 1 });
  expect(await rowsOf(portfolio.id)).toEqual([
    { kind: "portfolio", language: "de", translation: { name: "Das Ganze" } },
  ]);
  const without = await rename(undefined);
  expect(without.counts.portfolios).toEqual({ ...none, updated: 1 });
  expect(await rowsOf(portfolio.id)).toEqual([]);
  // Entries that a file does not name keep theirs.
  expect(await rowsOf(`cat_${tag}_1`)).toHaveLength(1);
});

test("languages, fields and texts that cannot be are named by their path", async () => {
  const { file, portfolio } = makeTranslated();
  const [project] = file.projects;
  const errors = await errorsOf(
    importFile({
      mode: "test",
      projects: [{ ...project, translations: { it: { name: "Uno" }, de: { developer: "X" } } }],
      portfolios: [
        { ...portfolio, translations: { de: { name: "x".repeat(513) }, fr: { summary: 7 } } },
      ],
    }),
  );
  expect(Object.keys(errors ?? {}).sort()).toEqual([
    "portfolios[0].translations.de.name",
    "portfolios[0].translations.fr.summary",
    "projects[0].translations.de.developer",
    "projects[0].translations.it",
  ]);
  expect(errors?.["projects[0].translations.it"]).toEqual(["is not a known key"]);
  expect(await rowsOf(portfolio.id)).toEqual([]);
});
