// No public surface claims more than the registries have recorded.
import { beforeAll, describe, expect, it } from "vitest";
import { database } from "#core/db";
import { languages } from "#core/language";
import { getCertificate, getCertificatePdf } from "#domain/certificates";
import { findImpactSummary } from "#domain/impact";
import type { RegistryStatus } from "#domain/inventory";
import { matchOrders } from "#domain/matching";
import { publicPages } from "#public-pages";
import { Site } from "#site/site";
import { readPdf } from "#testing/certificates";
import { giveStatus } from "#testing/evidence";
import { contextOf, makeAccount, makeStock, systemContext } from "#testing/factories";
import { placeOrder } from "#testing/place-order";
import { drawBadge } from "./impact/[slug]/[...embed]/badge";
import { drawCard } from "./impact/[slug]/[...embed]/card";

const assets = { stylesheet: "/s.css", font: "/f.woff2", icon: "/i.svg", find: () => undefined };
const site = new Site(publicPages, async () => assets);

/** Sentences that only a registry's record allows, in each language. */
const CLAIMS = [
  /\b(is|are) retired\b(?! for someone else)/i,
  /retired on behalf of/i,
  /of CO₂e retired/i,
  /(were|was) retired (at|for|on)\b/i,
  /retired on \w+ \d/i,
  /out of circulation|aus dem Verkehr|hors circulation|fuera de circulación/i,
  /CO₂e stillgelegt|CO₂e retiré|CO₂e retirado/i,
];
const BANNED = /\bneutral|\boffset(?!_)|net.?zero|smaller footprint|climate positive/i;

const textOf = (html: string) =>
  html
    .replace(/<(style|script)[^>]*>.*?<\/\1>/gs, " ")
    .replace(/<(?:meta|title)[^>]*content="([^"]*)"[^>]*>/g, " $1 ")
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&#x27;", "'")
    .replace(/\s+/g, " ")
    .replace(/CO 2 e/g, "CO₂e");

async function pageText(url: string): Promise<string> {
  const match = await site.find({ url, header: () => null });
  const response = await match?.respond();
  expect([url, response?.status]).toEqual([url, 200]);
  return textOf(String(response?.body));
}

let order: string;
let slug: string;
let projectId: string;

beforeAll(async () => {
  const { account } = await makeAccount("write", "live");
  const stock = await makeStock({ mode: "live", projects: ["a"] });
  const input = { amount_kg: 25, portfolio_id: stock.portfolioId, subaccountId: null };
  order = (await placeOrder(contextOf(account), input)).id;
  await matchOrders(systemContext(), { database: database() });
  ({ slug } = account);
  projectId = `prj_${stock.tag}_a`;
});

/** Text of every surface that shows the order, its account or its project. */
async function surfaces(): Promise<Map<string, string>> {
  const certificate = await getCertificate(systemContext(), order);
  const serial = certificate.projects[0]?.retirements[0]?.serial_number_range ?? "";
  const summary = await findImpactSummary(systemContext(), slug);
  if (!summary) throw new Error("the account has no page");
  const pdf = await readPdf(
    (await getCertificatePdf(systemContext(), order))?.bytes ?? Buffer.of(),
  );
  const urls = [
    `/certificates/${order}`,
    `/verify?q=${order}`,
    `/verify?q=${encodeURIComponent(serial)}`,
    `/impact/${slug}`,
    `/projects/${projectId}`,
    "/",
    "/verify",
  ];
  const embeds = languages.flatMap((language) => {
    const options = { theme: "light", size: "large", language } as const;
    return [
      [`badge ${language}`, textOf(drawBadge(summary, options).svg)],
      [`card ${language}`, textOf(drawCard(summary, options).html)],
    ] as const;
  });
  return new Map([
    ...(await Promise.all(urls.map(async (url) => [url, await pageText(url)] as const))),
    ...embeds,
    ["pdf", pdf.lines.flat().join(" ").replace(/\s+/g, " ")],
    ["json", certificate.statement],
  ]);
}

describe("public surfaces of an order", () => {
  it.each<RegistryStatus>(["pending", "requested", "disputed", "unreported"])(
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
    for (const [surface, text] of all) {
      expect([surface, BANNED.exec(text)?.[0]]).toEqual([surface, undefined]);
    }
  });
});
