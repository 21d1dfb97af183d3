// Each surface with a figure of what is retired has the registries' figure, in each state.
import { expect, it } from "vitest";
import type { Account } from "#core/context";
import { database } from "#core/db";
import { type Language, languages } from "#core/language";
import { formatMass } from "#core/mass";
import { findVerification, getCertificate, getCertificatePdfIn } from "#domain/certificates";
import { openIncidents } from "#domain/evidence";
import { findImpactPage, getImpact, listRetiredOfAccounts } from "#domain/impact";
import { remedyIncident } from "#domain/matching";
import { removedName } from "#domain/orders";
import { getRetirementTotals, listRetirements } from "#domain/retirements";
import { getDisclosureSummary } from "#modules/disclosures/summary";
import { eraseCustomer } from "#modules/privacy/erase-customer";
import { getStatement } from "#modules/statements/statement";
import { publicPages } from "#public-pages";
import { Site } from "#site/site";
import { readPdf } from "#testing/certificates";
import { booksOf, openSession, pay, refund } from "#testing/checkout";
import { giveStatus } from "#testing/evidence";
import { write } from "#testing/evidence-shop";
import { contextOf, makeStock, matchAll, systemContext } from "#testing/factories";
import { noAssets } from "#testing/no-assets";
import { decide } from "#testing/remedies";

const site = new Site(publicPages, async () => noAssets);
const AMOUNT_KG = 3700;
/** Of each of the two projects. */
const PART_KG = AMOUNT_KG / 2;
const NAME = "Grace Hopper";
const today = new Date().toISOString().slice(0, 10);

interface Sale {
  account: Account;
  orderId: string;
  sessionId: string;
  projectId: string;
}

async function sell(): Promise<Sale> {
  const { portfolioId, tag } = await makeStock({ projects: ["a", "b"] });
  const { id: sessionId, account } = await openSession({ portfolioId, amountKg: AMOUNT_KG });
  await pay(sessionId, undefined, undefined, { name: NAME, message: null, url: null });
  await matchAll();
  const { orders } = await booksOf(sessionId);
  return { account, sessionId, orderId: orders[0]?.id ?? "", projectId: `prj_${tag}_a` };
}

const sum = (figures: readonly number[]) => figures.reduce((total, figure) => total + figure, 0);
type Figures = Record<string, number>;

/** Kg that each surface calls retired at the registries. */
async function figuresOf({ account, orderId }: Sale): Promise<Figures> {
  const [system, ctx] = [systemContext(), contextOf(account)];
  const certificate = await getCertificate(system, orderId);
  const credits = certificate.projects.flatMap(({ retirements }) => retirements);
  const verified = await findVerification(system, { orderId, serial: null });
  const checked = verified.certificates.flatMap(({ retirements }) => retirements);
  const filters = { starting_after: undefined, ending_before: undefined, limit: 100 };
  const { data } = await listRetirements(ctx, filters);
  const page = await findImpactPage(system, account.slug);
  const accounts = await listRetiredOfAccounts(system, { accountIds: [account.id] });
  return {
    certificate: sum(credits.map((credit) => credit.registry_retired_kg)),
    verification: sum(checked.map((one) => one.credits?.registry_retired_kg ?? 0)),
    "list of retirements": sum(data.map((row) => row.registryRetiredKg)),
    "totals of that list": (await getRetirementTotals(ctx, {})).kg.retired,
    "yearly disclosure": (await getDisclosureSummary(ctx, {})).kg.retired,
    "monthly statement": (await getStatement(ctx, { month: today.slice(0, 7) })).retiredKg,
    "impact data": (await getImpact(ctx, { subaccountId: null })).registryRetiredKg,
    "impact page": sum([page?.impact, page?.alongside].map((part) => part?.registryRetiredKg ?? 0)),
    "operator's accounts": sum([...accounts.values()].map((one) => one.registryRetiredKg)),
  };
}

const claims: Record<Language, (mass: string) => RegExp> = {
  en: (mass) => new RegExp(`${mass} (of carbon credits for [^.]+ )?were retired (in|at)`),
  de: (mass) => new RegExp(`${mass} wurden (am [^;]+? )?im Sandbox-Register [^.;]*?stillgelegt`),
  fr: (mass) => new RegExp(`${mass} [^;.]{0,80}ont été retirés`),
  es: (mass) => new RegExp(`[Ss]e retiraron ${mass}`),
};

/** Certificate page and PDF in the language. */
async function pageAndPdf({ orderId }: Sale, language: Language): Promise<string[]> {
  const url = `/certificates/${orderId}?lang=${language}`;
  const match = await site.find({ url, header: () => null });
  const html = String((await match?.respond())?.body);
  const pdf = await getCertificatePdfIn(systemContext(), { orderId, language });
  const { lines } = await readPdf(pdf?.bytes ?? Buffer.of());
  return [html.replaceAll(/<[^>]+>/g, ""), lines.flat().join(" ")].map((text) =>
    text.replaceAll(/\s+/g, " "),
  );
}

/** Gives the disputed credits up and substitutes others. */
async function substitute({ orderId }: Sale): Promise<void> {
  const rows = await database().prisma.retirement.findMany({ where: { orderId } });
  const incidents = await database().prisma.registryIncident.findMany({
    where: { state: "open", lotId: { in: rows.map(({ lotId }) => lotId) } },
  });
  for (const { id } of incidents) {
    await decide(id, "theirs");
    await write((tx) =>
      remedyIncident({ ...tx, now: new Date() }, { mode: "test", id, portfolioId: null }),
    );
  }
}

/** Starts a dispute about the first project's credits, whatever is on record about them. */
async function disputePart({ orderId, projectId }: Sale): Promise<void> {
  const lots = await database().prisma.creditLot.findMany({ where: { projectId } });
  const lotId = { in: lots.map(({ id }) => id) };
  const rows = await database().prisma.retirement.findMany({ where: { orderId, lotId } });
  const incidents = rows.map((row) => ({
    kind: "other_beneficiary" as const,
    stretch: { lotId: row.lotId, startKg: Number(row.lotStartKg), endKg: Number(row.lotEndKg) },
    row: {},
    proposal: null,
  }));
  const at = { mode: "test", registry: "test-registry" } as const;
  for (const id of await write((tx) => openIncidents(tx, { ...at, incidents })))
    await decide(id, "disputed");
}

const retire = (sale: Sale) => giveStatus(sale.orderId, { status: "retired", retiredOn: today });

it.each<[state: string, retiredKg: number, bringAbout: (sale: Sale) => Promise<unknown>]>([
  ["is pending", 0, async () => undefined],
  [
    "is retired in part",
    PART_KG,
    ({ orderId, projectId }) =>
      giveStatus(orderId, { status: "retired", retiredOn: today, projectId }),
  ],
  ["is retired", AMOUNT_KG, retire],
  [
    "is cancelled at the registry",
    0,
    ({ orderId }) => giveStatus(orderId, { status: "cancelled", retiredOn: today }),
  ],
  ["is disputed", 0, ({ orderId }) => giveStatus(orderId, { status: "disputed" })],
  [
    "is retired, and half of it disputed since",
    PART_KG,
    async (sale) => {
      await retire(sale);
      await disputePart(sale);
    },
  ],
  [
    "has substitutes",
    PART_KG,
    async (sale) => {
      const { orderId, projectId } = sale;
      await giveStatus(orderId, { status: "disputed", projectId });
      await substitute(sale);
      await giveStatus(orderId, {
        status: "retired",
        retiredOn: today,
        projectId: projectId.replace(/a$/, "b"),
      });
    },
  ],
  [
    "is retired and refunded",
    AMOUNT_KG,
    async (sale) => {
      await retire(sale);
      await refund(sale.account, sale.sessionId);
    },
  ],
  [
    "is retired, and its customer erased",
    AMOUNT_KG,
    async (sale) => {
      await retire(sale);
      const email = "ada@example.com";
      await write((tx) => eraseCustomer({ ...contextOf(sale.account), db: tx.db }, { email }));
      for (const language of languages) {
        for (const text of await pageAndPdf(sale, language)) {
          expect(text).not.toContain(NAME);
          expect(text).toContain(removedName[language]);
        }
      }
    },
  ],
])("while an order %s", async (_, retiredKg, bringAbout) => {
  const sale = await sell();
  await bringAbout(sale);
  const figures = await figuresOf(sale);
  const expected = Object.keys(figures).map((surface) => [surface, retiredKg]);
  expect(figures).toEqual(Object.fromEntries(expected));
  for (const language of languages) {
    const [text = "", pdf = ""] = await pageAndPdf(sale, language);
    for (const kg of [PART_KG, AMOUNT_KG]) {
      const claim = claims[language](formatMass(kg, language));
      const claimed = [language, kg, claim.test(text), claim.test(pdf)];
      expect([text, ...claimed]).toEqual([text, language, kg, kg === retiredKg, kg === retiredKg]);
    }
  }
});
