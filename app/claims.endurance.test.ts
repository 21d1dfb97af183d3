// No public surface claims more than the registries have recorded.
import { existsSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { type Language, languages } from "#core/language";
import { certificateCopy, getCertificate, getCertificatePdfIn } from "#domain/certificates";
import { findImpactSummary } from "#domain/impact";
import type { RegistryStatus } from "#domain/inventory";
import { publicPages } from "#public-pages";
import { Site } from "#site/site";
import { readPdf } from "#testing/certificates";
import { BANNED_CLAIMS, RETIREMENT_CLAIMS } from "#testing/claims";
import { giveStatus, POOL } from "#testing/evidence";
import { contextOf, makeAccount, makeStock, matchAll, systemContext } from "#testing/factories";
import { noAssets } from "#testing/no-assets";
import { placeOrder } from "#testing/place-order";
import { drawBadge } from "./impact/[slug]/[...embed]/badge";
import { drawCard } from "./impact/[slug]/[...embed]/card";
import { findSheet } from "./share/[kind]/[id]/contents";

const site = new Site(publicPages, async () => noAssets);

/** Texts that are the same in several languages. */
const SAME =
  /^(Carbon Till|English|Deutsch|Français|Español|Powered by Carbon Till|Revision|Total|Badge|OpenAPI|Registre?|Mode|Many trees|Portfolio|A portfolio( for tests)?|QR.code|Note|Example Stores GmbH|Account [\w-]+:?|(A c|C)ategory|a, Nowhere|Nov|Test Registry TST1|[0-9A-Z]{0,4}-?[0-9A-Z]{1,4}|V\w+-|ord_\w+|https?:.*|width=device-width.*|telephone=no.*|website|summary.*|noindex|index)$/;

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
  await matchAll();
  ({ slug } = account);
  projectId = `prj_${stock.tag}_a`;
  ({ portfolioId } = stock);
});

/** Addresses of the pages that show the order, its account or its project, by the page's path. */
const pages: Record<string, () => string[]> = {
  "/": () => ["/"],
  "/verify": () => ["/verify", `/verify?q=${order}`],
  "/certificates/{order}": () => [`/certificates/${order}`],
  "/impact/{slug}": () => [`/impact/${slug}`],
  "/projects/{id}": () => [`/projects/${projectId}`],
  "/portfolios/{id}": () => [`/portfolios/${portfolioId}`],
};

/** Pages of other objects, and the tests of their claims. */
const testedElsewhere: Record<string, string> = {
  "/buy/{slug}": "e2e/payment-link.endurance.spec.ts",
  "/checkout/{session}": "e2e/checkout-states.endurance.spec.ts",
  "/withdraw/{key}": "e2e/consent-and-withdrawal.endurance.spec.ts",
  "/impact/{slug}/{subaccount}": "app/impact/[slug]/subaccount-addresses.test.ts",
  "/reports/{token}": "server/modules/reports/reports.test.ts",
  "/unsubscribe/{token}": "server/modules/notices/unsubscribe.test.ts",
};

const translatedPages = () => Object.values(pages).flatMap((addresses) => addresses());

/** Text of every surface that shows the order, its account or its project. */
async function surfaces(): Promise<Map<string, string>> {
  const certificate = await getCertificate(systemContext(), order);
  const serial = certificate.projects[0]?.retirements[0]?.serial_number_range ?? "";
  const summary = await findImpactSummary(systemContext(), slug);
  if (!summary) throw new Error("the account has no page");
  const addresses = [...translatedPages(), `/verify?q=${encodeURIComponent(serial)}`];
  const urls = addresses.flatMap((url) => [url, ...others.map((one) => inLanguage(url, one))]);
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
  const pictures = languages.flatMap((language) =>
    Object.entries({ certificate: order, impact: slug }).map(async ([kind, id]) => {
      const sheet = await findSheet(systemContext(), { kind, id, mode: null, language });
      return [`picture of ${kind} ${language}`, JSON.stringify(sheet)] as const;
    }),
  );
  return new Map([
    ...(await Promise.all(pictures)),
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
      expect([entry.id, BANNED_CLAIMS.exec(JSON.stringify(entry))?.[0]]).toEqual([
        entry.id,
        undefined,
      ]);
    }
  });
});

describe("public surfaces of an order", () => {
  it("are all public pages but those of the documentation", () => {
    const paths = publicPages.pages.filter(({ linksFiles }) => !linksFiles).map(({ path }) => path);
    expect(paths.sort()).toEqual([...Object.keys(pages), ...Object.keys(testedElsewhere)].sort());
    for (const file of Object.values(testedElsewhere)) expect(existsSync(file), file).toBe(true);
  });

  it.each<RegistryStatus>(["pending", "requested", "disputed", "cancelled", "unreported"])(
    "claim no retirement while it is %s, and nothing that is not allowed at all",
    async (status) => {
      await giveStatus(order, { status });
      for (const [surface, text] of await surfaces()) {
        for (const claim of [...RETIREMENT_CLAIMS, BANNED_CLAIMS]) {
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
      expect([surface, BANNED_CLAIMS.exec(text)?.[0]]).toEqual([surface, undefined]);
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
