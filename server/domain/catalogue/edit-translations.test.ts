import { describe, expect, test } from "vitest";
import type { AccountContext } from "#core/context";
import { database } from "#core/db";
import { contextOf, makeAccount, makeStock, systemContext } from "#testing/factories";
import { toColoredPortfolio } from "./colored-portfolio";
import {
  getEntryTranslations,
  getPortfolioTranslations,
  setEntryTranslation,
  setPortfolioTranslation,
} from "./edit-translations";
import { createPortfolio, updatePortfolio } from "./own-portfolios";
import { getPortfolio } from "./portfolios";
import { findTranslatedPortfolio } from "./translations";

const transaction = <T>(ctx: AccountContext, work: (ctx: AccountContext) => Promise<T>) =>
  database().transaction((db) => work({ ...ctx, db }));

async function makeOwn() {
  const { account } = await makeAccount("write", "test");
  const ctx = contextOf(account);
  const { tag } = await makeStock({ mode: "test", projects: ["a"] });
  const parts = [{ category_id: `cat_${tag}`, allocated_fraction: 1 }];
  const input = { name: "Own", summary: "Ours", description: "", category_allocations: parts };
  const { id } = await transaction(ctx, (inside) => createPortfolio(inside, input));
  return { ctx, id, input };
}

const german = { language: "de", translation: { name: "Eigenes" } } as const;

async function translate({ ctx, id }: { ctx: AccountContext; id: string }) {
  const { revision } = await getPortfolioTranslations(ctx, { id });
  await transaction(ctx, (inside) => setPortfolioTranslation(inside, { id, revision, ...german }));
}

describe("an account's own portfolio", () => {
  test("is translated with the copy that its open sessions show, also after a change of parts", async () => {
    const { ctx, id, input } = await makeOwn();
    await translate({ ctx, id });
    const { tag } = await makeStock({ mode: "test", projects: ["b"] });
    const parts = [{ category_id: `cat_${tag}`, allocated_fraction: 1 }];
    const { splitPortfolioId: first } = await getPortfolio(ctx, { id });
    await transaction(ctx, (inside) =>
      updatePortfolio(inside, { ...input, id, category_allocations: parts }),
    );
    const { splitPortfolioId: second } = await getPortfolio(ctx, { id });
    expect(second).not.toBe(first);
    for (const one of [id, first ?? "", second ?? ""]) {
      const row = await getPortfolio(ctx, { id: one, orArchived: true });
      const portfolio = await findTranslatedPortfolio(ctx, {
        mode: "test",
        language: "de",
        portfolio: toColoredPortfolio(row),
      });
      expect([portfolio.name, portfolio.summary]).toEqual(["Eigenes", "Ours"]);
    }
  });

  test("cannot be read or translated by another account, nor a shared one by any", async () => {
    const { ctx, id } = await makeOwn();
    const { account } = await makeAccount("write", "test");
    const other = contextOf(account);
    const { revision } = await getPortfolioTranslations(ctx, { id });
    const change = { revision, ...german };
    await expect(getPortfolioTranslations(other, { id })).rejects.toMatchObject({ status: 404 });
    await expect(
      transaction(other, (inside) => setPortfolioTranslation(inside, { id, ...change })),
    ).rejects.toMatchObject({ status: 404 });
    const { portfolioId } = await makeStock({ mode: "test", projects: ["c"] });
    await expect(
      transaction(other, (inside) =>
        setPortfolioTranslation(inside, { id: portfolioId, ...change }),
      ),
    ).rejects.toMatchObject({ status: 403 });
    expect((await getPortfolioTranslations(ctx, { id })).translations).toEqual({});
  });
});

describe("an entry of the operator", () => {
  const set = (input: Parameters<typeof setEntryTranslation>[1]) =>
    database().transaction((db) => setEntryTranslation({ ...systemContext(), db }, input));

  test("gets and loses the texts of one language, and keeps the others", async () => {
    const { tag } = await makeStock({ mode: "test", projects: ["a"] });
    const entry = { mode: "test", kind: "project", id: `prj_${tag}_a` } as const;
    const revisionOf = async () => (await getEntryTranslations(systemContext(), entry)).revision;
    await set({ ...entry, ...german, revision: await revisionOf() });
    const french = { language: "fr", translation: { name: "Un", activity_types: ["Planter"] } };
    await set({ ...entry, ...french, language: "fr", revision: await revisionOf() });
    const both = await getEntryTranslations(systemContext(), entry);
    expect(both.translations).toEqual({ de: german.translation, fr: french.translation });
    await set({ ...entry, language: "de", translation: {}, revision: both.revision });
    const { translations, fields } = await getEntryTranslations(systemContext(), entry);
    expect(translations).toEqual({ fr: french.translation });
    expect(fields.map(({ field }) => field)).toContain("risk_of_reversal");
  });

  test("is not changed by who saw other translations, nor if it belongs to an account", async () => {
    const { tag } = await makeStock({ mode: "test", projects: ["a"] });
    const entry = { mode: "test", kind: "project", id: `prj_${tag}_a` } as const;
    const { revision } = await getEntryTranslations(systemContext(), entry);
    await set({ ...entry, ...german, revision });
    await expect(set({ ...entry, ...german, revision })).rejects.toMatchObject({ status: 409 });
    const { id } = await makeOwn();
    const own = { mode: "test", kind: "portfolio", id } as const;
    await expect(set({ ...own, ...german, revision })).rejects.toMatchObject({ status: 404 });
  });
});
