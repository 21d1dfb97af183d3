// No public surface claims more than the registries have recorded.
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { database } from "#core/db";
import { type Language, languages } from "#core/language";
import { certificateCopy, getCertificate, getCertificatePdfIn } from "#domain/certificates";
import { findImpactSummary } from "#domain/impact";
import type { RegistryStatus } from "#domain/inventory";
import { matchOrders } from "#domain/matching";
import { publicPages } from "#public-pages";
import { Site } from "#site/site";
import { readPdf } from "#testing/certificates";
import { giveStatus, POOL } from "#testing/evidence";
import { contextOf, makeAccount, makeStock, systemContext } from "#testing/factories";
import { noAssets } from "#testing/no-assets";
import { placeOrder } from "#testing/place-order";
import { drawBadge } from "./impact/[slug]/[...embed]/badge";
import { drawCard } from "./impact/[slug]/[...embed]/card";

const site = new Site(publicPages, async () => noAssets);

/** Texts that are the same in several languages. */
const SAME =
  /^(Carbon Till|English|Deutsch|Français|Español|Powered by Carbon Till|Revision|Total|Badge|OpenAPI|Registre?|Mode|Many trees|Portfolio|A portfolio( for tests)?|QR.code|Note|Example Stores GmbH|Account [\w-]+:?|(A c|C)ategory|a, Nowhere|Nov|Test Registry TST1|[0-9A-Z]{0,4}-?[0-9A-Z]{1,4}|V\w+-|ord_\w+|https?:.*|width=device-width.*|telephone=no.*|website|summary.*|noindex|index)$/;

/** Sentences that only a registry's record allows, in each language. */
const CLAIMS = [
  /\b(is|are) retired\b(?! for someone else)/i,
  /retired on behalf of/i,
  /of CO₂e retired/i,
  /(were|was) retired (at|for|on)\b/i,
  /retired on \w+ \d/i,
  /out of circulation|aus dem Verkehr|hors circulation|fuera de circulación/i,
  /CO₂e stillgelegt|CO₂e retiré|CO₂e retirado/i,
  /stillgelegt im Namen|retirés au nom|retirados en nombre/i,
  /(wurden|sind) (?!laut|wegen)[^.;]*(bei|im Register) [^.;]*stillgelegt(?! aus)/i,
  /stillgelegt am \d|retirés le \d|retirados el \d/i,
  /ont été retirés auprès|se retiraron [^.;]* en Test/i,
];
const BANNED =
  /neutral|\bneutre|\boffset(?!_)|kompensier|compens|net.?zero|smaller footprint|climate positive|klimapositiv/i;

const others = languages.filter((language) => language !== "en");

const textOf = (html: string) =>
  html
    .replace(/<(style|script)[^>]*>.*?<\/\1>/gs, " ")
    .replace(/<(?:meta|title)[^>]*content="([^"]*)"[^>]*>/g, " $1 ")
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&#x27;", "'")
    .replace(/\s+/g, " ")
    .replace(/CO 2 e/g, "CO₂e");

async function pageHtml(url: string): Promise<string> {
  const match = await site.find({ url, header: () => null });
  const response = await match?.respond();
  expect([url, response?.status]).toEqual([url, 200]);
  return String(response?.body);
}

const pageText = async (url: string) => textOf(await pageHtml(url));

const inLanguage = (url: string, language: Language) =>
  `${url}${url.includes("?") ? "&" : "?"}lang=${language}`;

/** Texts between tags and in attributes that people read, without figures. */
function pieces(html: string): Set<string> {
  const body = html.replace(/<(style|script|code)[^>]*>.*?<\/\1>/gs, "<s>");
  const attributes = [...body.matchAll(/ (?:alt|title|aria-label|content)="([^"]+)"/g)];
  const content = body.replaceAll(/<[^>]*>/g, "\n").split("\n");
  return new Set(
    [...content, ...attributes.map(({ 1: text = "" }) => text)]
      .map((text) => text.replaceAll("&#x27;", "'").replaceAll(/^[\s\d.,·%<]+|[\s,.]+$/g, ""))
      .filter((text) => /\p{L}{3}/u.test(text)),
  );
}

let order: string;
let slug: string;
let projectId: string;
let portfolioId: string;

beforeAll(async () => {
  const { account } = await makeAccount("write", "live");
  const stock = await makeStock({ mode: "live", projects: ["a"] });
  const input = { amount_kg: 25, portfolio_id: stock.portfolioId, subaccountId: null };
  order = (await placeOrder(contextOf(account), input)).id;
  await matchOrders(systemContext(), { database: database() });
  ({ slug } = account);
  projectId = `prj_${stock.tag}_a`;
  ({ portfolioId } = stock);
});

const translatedPages = () => [
  "/",
  "/verify",
  `/verify?q=${order}`,
  `/certificates/${order}`,
  `/impact/${slug}`,
  `/projects/${projectId}`,
  `/portfolios/${portfolioId}`,
];

/** Text of every surface that shows the order, its account or its project. */
async function surfaces(): Promise<Map<string, string>> {
  const certificate = await getCertificate(systemContext(), order);
  const serial = certificate.projects[0]?.retirements[0]?.serial_number_range ?? "";
  const summary = await findImpactSummary(systemContext(), slug);
  if (!summary) throw new Error("the account has no page");
  const pages = [...translatedPages(), `/verify?q=${encodeURIComponent(serial)}`];
  const urls = pages.flatMap((url) => [url, ...others.map((one) => inLanguage(url, one))]);
  const pdfs = languages.map(async (language) => {
    const file = await getCertificatePdfIn(systemContext(), { orderId: order, language });
    const pdf = await readPdf(file?.bytes ?? Buffer.of());
    const text = pdf.lines.flat().join(" ").replace(/\s+/g, " ");
    return [language === "en" ? "pdf" : `pdf ${language}`, text] as const;
  });
  const embeds = languages.flatMap((language) => {
    const options = { theme: "light", language } as const;
    return [
      [`badge ${language}`, textOf(drawBadge(summary, options).svg)],
      [`card ${language}`, textOf(drawCard(summary, options).html)],
    ] as const;
  });
  return new Map([
    ...(await Promise.all(urls.map(async (url) => [url, await pageText(url)] as const))),
    ...embeds,
    ...(await Promise.all(pdfs)),
    ["json", certificate.statement],
  ]);
}

interface SandboxEntry extends Record<string, unknown> {
  id: string;
  translations?: Record<string, Record<string, unknown>>;
}

describe("the sandbox catalogue", () => {
  const file = JSON.parse(readFileSync("prisma/sandbox-catalogue.json", "utf8"));
  const entries: SandboxEntry[] = ["projects", "project_categories", "portfolios"].flatMap(
    (list) => file[list],
  );

  it("has each text in each language", () => {
    for (const { id, translations = {}, ...entry } of entries) {
      expect([id, Object.keys(translations)]).toEqual([id, others]);
      const fields = Object.keys(translations["de"] ?? {});
      const original = ["name", "summary", "description"].filter((field) => field in entry);
      expect([id, fields]).toEqual([id, expect.arrayContaining(original)]);
      for (const language of others) {
        expect([id, language, Object.keys(translations[language] ?? {})]).toEqual([
          ...[id, language, fields],
        ]);
      }
    }
  });

  it("claims nothing that is not allowed, in any language", () => {
    for (const entry of entries) {
      expect([entry.id, BANNED.exec(JSON.stringify(entry))?.[0]]).toEqual([entry.id, undefined]);
    }
  });
});

describe("public surfaces of an order", () => {
  it.each<RegistryStatus>(["pending", "requested", "disputed", "cancelled", "unreported"])(
    "claim no retirement while it is %s, and nothing that is not allowed at all",
    async (status) => {
      await giveStatus(order, { status });
      for (const [surface, text] of await surfaces()) {
        for (const claim of [...CLAIMS, BANNED]) {
          expect([surface, claim.exec(text)?.[0]]).toEqual([surface, undefined]);
        }
      }
    },
  );

  it("name the registry, date and reference once it has recorded the retirement", async () => {
    await giveStatus(order, { status: "retired" });
    const all = await surfaces();
    const sentence = "were retired at Test Registry on November 3, 2026, reference RET-4711";
    for (const surface of [`/certificates/${order}`, `/verify?q=${order}`, "pdf", "json"]) {
      expect([surface, all.get(surface)]).toEqual([surface, expect.stringContaining(sentence)]);
    }
    expect(all.get("card de")).toContain("CO₂e stillgelegt");
    const german = "wurden am 3. November 2026 bei Test Registry";
    for (const surface of [`/certificates/${order}?lang=de`, "pdf de"]) {
      expect([surface, all.get(surface)]).toEqual([surface, expect.stringContaining(german)]);
    }
    for (const [surface, text] of all) {
      expect([surface, BANNED.exec(text)?.[0]]).toEqual([surface, undefined]);
    }
  });

  it("quote the registry's record of a shared tonne as what it is, in its language", async () => {
    await giveStatus(order, { status: "retired", isPool: true });
    const quoted = `<q lang="en" class="[quotes:none]">${POOL}</q>`;
    for (const language of languages) {
      const url = inLanguage(`/certificates/${order}`, language);
      const html = (await pageHtml(url)).replaceAll("<wbr/>", "");
      const label = certificateCopy[language].record.wording(quoted);
      expect([url, html]).toEqual([url, expect.stringContaining(label)]);
      // Each mention of the name is a quotation.
      const rest = html.replaceAll(quoted, "").replaceAll(/<meta[^>]*>/g, "");
      expect([url, rest.includes(POOL)]).toEqual([url, false]);
    }
  });

  it("say nothing in English on a page in another language, apart from names", async () => {
    const { statement: _, ...facts } = await getCertificate(systemContext(), order);
    const names = JSON.stringify(facts);
    for (const url of translatedPages()) {
      const english = pieces(await pageHtml(url));
      for (const language of others) {
        const left = [...pieces(await pageHtml(inLanguage(url, language)))].filter(
          (text) =>
            english.has(text) &&
            !text.split(" · ").every((part) => names.includes(part) || SAME.test(part)),
        );
        expect([url, language, left]).toEqual([url, language, []]);
      }
    }
  });
});
