import { expect, test } from "vitest";
import { database } from "#core/db";
import { call } from "#testing/api";
import { booksOf, openSession, pay } from "#testing/checkout";
import { contextOf, importFile, makeAccount, makeStock, systemContext } from "#testing/factories";
import { match, placeFromPortfolio } from "#testing/own-portfolios";
import { archiveSharedPortfolio, chooseDefaultPortfolio, publishSharedPortfolio } from "./index";
import { findPublicPortfolio, setCatalogueDefault } from "./portfolios";

const inTransaction = (
  change:
    | typeof archiveSharedPortfolio
    | typeof publishSharedPortfolio
    | typeof setCatalogueDefault,
  id: string,
) => database().transaction((db) => change({ ...systemContext(), db }, { mode: "test", id }));

const order = async (key: string, portfolioId: string) => {
  const body = { amount_kg: 10, portfolio_id: portfolioId };
  return (await call("POST", "/orders", { key, body })).status;
};

test("an archived portfolio is not sold until it is published, and keeps its sales", async () => {
  const { portfolioId } = await makeStock();
  const owner = await makeAccount();
  const placed = await placeFromPortfolio(owner, portfolioId);
  const session = await openSession({ account: owner.account, portfolioId });
  await inTransaction(archiveSharedPortfolio, portfolioId);
  expect(await order(owner.token, portfolioId)).toBe(400);
  const listed = await call("GET", "/portfolios", { key: owner.token });
  expect(listed.json.data.map(({ id }: { id: string }) => id)).not.toContain(portfolioId);
  const ctx = systemContext();
  expect(await findPublicPortfolio(ctx, { id: portfolioId, mode: "test" })).toBeNull();
  await pay(session.id);
  await match();
  const orders = await database().prisma.order.findMany({
    where: { accountId: owner.account.id },
    select: { id: true, state: true },
  });
  const [paid] = (await booksOf(session.id)).orders;
  expect(orders).toHaveLength(2);
  expect(orders).toContainEqual({ id: placed.id, state: "fulfilled" });
  expect(orders).toContainEqual({ id: paid?.id, state: "fulfilled" });
  await inTransaction(publishSharedPortfolio, portfolioId);
  expect(await order(owner.token, portfolioId)).toBe(201);
  const audit = await database().prisma.auditEntry.findMany({ where: { subjectId: portfolioId } });
  expect(audit.map(({ action }) => action).sort()).toEqual([
    "portfolio.archived",
    "portfolio.published",
  ]);
});

test("a default is not archived, and what is archived becomes no default", async () => {
  const { portfolioId, file } = await makeStock();
  const { account } = await makeAccount();
  const ctx = contextOf(account);
  await database().transaction((db) => chooseDefaultPortfolio({ ...ctx, db }, { id: portfolioId }));
  const inUse = { code: "conflict", detail: expect.stringContaining(account.name) };
  await expect(inTransaction(archiveSharedPortfolio, portfolioId)).rejects.toMatchObject(inUse);
  await database().transaction((db) => chooseDefaultPortfolio({ ...ctx, db }, { id: null }));
  await inTransaction(archiveSharedPortfolio, portfolioId);
  const choosing = database().transaction((db) =>
    chooseDefaultPortfolio({ ...ctx, db }, { id: portfolioId }),
  );
  await expect(choosing).rejects.toMatchObject({ code: "not-found" });
  const conflict = { code: "conflict" };
  await expect(inTransaction(setCatalogueDefault, portfolioId)).rejects.toMatchObject(conflict);
  await expect(
    importFile({ mode: "test", default_portfolio_id: portfolioId }),
  ).rejects.toMatchObject({ errors: { default_portfolio_id: [`"${portfolioId}" is archived`] } });
  await importFile({ ...file, portfolios: [{ ...file.portfolios[0], name: "Renamed" }] });
  const where = { mode_id: { mode: "test", id: portfolioId } };
  const row = await database().prisma.portfolio.findUniqueOrThrow({ where });
  expect([row.name, row.archivedAt]).toEqual(["Renamed", expect.any(Date)]);
});

test("the default of the catalogue, an account's own and unknown portfolios are not archived", async () => {
  const { portfolioId } = await makeStock();
  await inTransaction(setCatalogueDefault, portfolioId);
  await expect(inTransaction(archiveSharedPortfolio, portfolioId)).rejects.toMatchObject({
    code: "conflict",
  });
  const { account } = await makeAccount();
  const own = { mode: "test", accountId: account.id, position: 0, summary: "", description: "" };
  const id = `pf_own_of_${account.id}`;
  const parts = await database().prisma.portfolioAllocation.findMany({ where: { portfolioId } });
  await database().prisma.$transaction([
    database().prisma.portfolio.create({ data: { ...own, id, name: "Own" } }),
    database().prisma.portfolioAllocation.createMany({
      data: parts.map(({ previousEndMillionths: _, ...part }) => ({ ...part, portfolioId: id })),
    }),
  ]);
  for (const other of [id, "pf_unknown"]) {
    const archiving = inTransaction(archiveSharedPortfolio, other);
    await expect(archiving).rejects.toMatchObject({ code: "not-found" });
  }
});
