// Readers see the catalogue's texts in their language, and programs see the originals.
import { beforeAll, expect, it } from "vitest";
import type { Language } from "#core/language";
import { getCertificate, getCertificatePdfIn } from "#domain/certificates";
import { publicPages } from "#public-pages";
import { Site } from "#site/site";
import { readPdf } from "#testing/certificates";
import { openSession } from "#testing/checkout";
import {
  contextOf,
  importFile,
  makeAccount,
  makeStock,
  matchAll,
  systemContext,
} from "#testing/factories";
import { noAssets } from "#testing/no-assets";
import { placeOrder } from "#testing/place-order";
import { findSheet } from "./share/[kind]/[id]/contents";

const site = new Site(publicPages, async () => noAssets);

const german = {
  project: { name: "Mangroven am Kap", type: "Aufforstung", location_name: "Nirgendwo" },
  category: { name: "Küstenwälder" },
  portfolio: { name: "Ein Mischportfolio", summary: "Von allem etwas" },
};

async function htmlOf(url: string): Promise<string> {
  const match = await site.find({ url, header: () => null });
  const response = await match?.respond();
  expect([url, response?.status]).toEqual([url, 200]);
  return String(response?.body);
}

const textIn = (html: string) => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
const textOf = async (url: string) => textIn(await htmlOf(url));

async function pdfText(orderId: string, language: Language) {
  const file = await getCertificatePdfIn(systemContext(), { orderId, language });
  const { lines } = await readPdf(file?.bytes ?? Buffer.of());
  return lines.flat().join(" ");
}

type Stock = Awaited<ReturnType<typeof makeStock>>;

const translated = ({ file }: Stock) => ({
  mode: file.mode,
  projects: file.projects.map((entry) => ({
    ...entry,
    name: "Cape Mangroves",
    translations: { de: german.project },
  })),
  project_categories: file.project_categories.map((entry) => ({
    ...entry,
    translations: { de: german.category },
  })),
  portfolios: file.portfolios.map((entry) => ({
    ...entry,
    translations: { de: german.portfolio },
  })),
});

let stock: Stock;
let orderId: string;
let urls: Record<
  "checkout" | "certificate" | "verify" | "impact" | "project" | "portfolio",
  string
>;

beforeAll(async () => {
  const { account } = await makeAccount("write", "test");
  stock = await makeStock({ mode: "test", projects: ["a"] });
  await importFile(translated(stock));
  const { portfolioId, tag } = stock;
  const input = { amount_kg: 25, portfolio_id: portfolioId, subaccountId: null };
  orderId = (await placeOrder(contextOf(account), input)).id;
  await matchAll();
  const { id: sessionId } = await openSession({ account, portfolioId });
  urls = {
    checkout: `/checkout/${sessionId}`,
    certificate: `/certificates/${orderId}`,
    verify: `/verify?q=${orderId}`,
    impact: `/impact/${account.slug}`,
    project: `/projects/prj_${tag}_a`,
    portfolio: `/portfolios/${portfolioId}`,
  };
});

const inGerman = (url: string) => `${url}${url.includes("?") ? "&" : "?"}lang=de`;

const { project, category, portfolio } = german;

/** The name by which registries list the project, marked as one in their language. */
const ORIGINAL = 'Originalname: <span lang="en" translate="no">Cape Mangroves</span>';

it.each([
  ["checkout", [portfolio.name, portfolio.summary, category.name, project.name, project.type]],
  ["certificate", [project.name, project.type, project.location_name]],
  ["verify", [project.name]],
  ["impact", [category.name, project.name, project.location_name]],
  ["project", [project.name, project.type, project.location_name, portfolio.name]],
  ["portfolio", [portfolio.name, portfolio.summary, category.name, project.name]],
] as const)(
  "German readers of the page %s see German texts, others the originals",
  async (name, copy) => {
    const page = (await htmlOf(inGerman(urls[name]))).replaceAll(ORIGINAL, "");
    for (const text of copy) expect([name, page]).toEqual([name, expect.stringContaining(text)]);
    expect(page).not.toContain("Cape Mangroves");
    for (const url of [urls[name], inGerman(urls[name]).replace("lang=de", "lang=fr")]) {
      const other = await textOf(url);
      expect(other).toContain("Cape Mangroves");
      for (const text of copy) expect(other).not.toContain(text);
    }
  },
);

it("a translated name has the original beside it where auditors look for it, and only there", async () => {
  for (const name of ["certificate", "project", "verify"] as const) {
    expect([name, await htmlOf(inGerman(urls[name]))]).toEqual([
      ...[name, expect.stringContaining(ORIGINAL)],
    ]);
    expect(await htmlOf(urls[name])).not.toContain("Original name");
  }
});

it("a page names a preview picture in its language, which has the texts of that language", async () => {
  const pictureIn = async (url: string) =>
    /property="og:image" content="([^"]+)"/.exec(await htmlOf(url))?.[1] ?? "";
  for (const name of ["certificate", "impact", "project", "portfolio"] as const) {
    expect(await pictureIn(inGerman(urls[name]))).toMatch(/lang=de$/);
    expect(await pictureIn(urls[name])).not.toContain("lang=");
  }
  const sheetOf = (kind: string, id: string, language: Language) =>
    findSheet(systemContext(), { kind, id, mode: "test", language });
  const { tag, portfolioId } = stock;
  expect(await sheetOf("project", `prj_${tag}_a`, "de")).toMatchObject({
    ...{ eyebrow: project.type, title: project.name, subtitle: project.location_name },
    testTag: "Testdaten",
  });
  expect(await sheetOf("project", `prj_${tag}_a`, "en")).toMatchObject({ title: "Cape Mangroves" });
  expect(await sheetOf("portfolio", portfolioId, "de")).toMatchObject({ title: portfolio.name });
  expect(await sheetOf("certificate", orderId, "de")).toMatchObject({
    subtitle: expect.stringMatching(/^CO₂e reserviert für /),
  });
});

it("a text without a translation is the original", async () => {
  const page = await textOf(inGerman(urls.project));
  expect(page).toContain("Many trees");
});

it("the PDF has German names, and the record and its other PDFs have the originals", async () => {
  const pdf = await pdfText(orderId, "de");
  expect(pdf).toContain(project.name);
  expect(pdf).toContain(project.location_name);
  expect(await pdfText(orderId, "en")).toContain("Cape Mangroves");
  const { projects } = await getCertificate(systemContext(), orderId);
  expect(projects.map(({ name, type }) => [name, type])).toEqual([
    ["Cape Mangroves", "Reforestation"],
  ]);
});

it("a certificate follows a better translation, but not to a project that was renamed", async () => {
  const file = translated(stock);
  const retranslate = (original: object, name: string) =>
    importFile({
      mode: "test",
      projects: file.projects.map((entry) => ({
        ...entry,
        ...original,
        translations: { de: { ...german.project, name } },
      })),
    });
  await retranslate({}, "Kap-Mangroven");
  expect(await textOf(inGerman(urls.certificate))).toContain("Kap-Mangroven");
  expect(await pdfText(orderId, "de")).toContain("Kap-Mangroven");
  await retranslate({ name: "Another Project" }, "Ein anderes Projekt");
  for (const text of [await textOf(inGerman(urls.certificate)), await pdfText(orderId, "de")]) {
    expect(text).toContain("Cape Mangroves");
    expect(text).toContain(project.type);
    expect(text).not.toContain("Ein anderes");
  }
});
