import { expect, test } from "vitest";
import { type Db, database } from "#core/db";
import { call } from "#testing/api";
import { booksOf, openSession, pay } from "#testing/checkout";
import {
  contextOf,
  importFile,
  makeAccount,
  makeStock,
  matchAll,
  systemContext,
} from "#testing/factories";
import { placeFromPortfolio } from "#testing/own-portfolios";
import {
  archiveSharedPortfolio,
  chooseDefaultPortfolio,
  createSubaccount,
  importSubaccounts,
  publishSharedPortfolio,
} from "./index";
import { findPublicPortfolio, setCatalogueDefault } from "./portfolios";

const inTransaction = (
  change:
    | typeof archiveSharedPortfolio
    | typeof publishSharedPortfolio
    | typeof setCatalogueDefault,
  id: string,
) => database().transaction((db) => change({ ...systemContext(), db }, { mode: "test", id }));

const BLOCKED = {
  name: "",
  text: `SELECT count(*)::int AS count FROM pg_locks
         WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))`,
};

/** Resolves when another transaction waits for this one. */
const untilBlocking = (db: Db) =>
  expect
    .poll(async () => (await db.query<{ count: number }>(BLOCKED, []))[0]?.count, {
      timeout: 10_000,
    })
    .toBeGreaterThan(0);

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
  await matchAll();
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

test("a refusal names the accounts, and the subaccounts with theirs", async () => {
  const { portfolioId } = await makeStock();
  const { account } = await makeAccount();
  const ctx = contextOf(account);
  await createSubaccount(ctx, { name: "Harbor", default_portfolio_id: portfolioId });
  await expect(inTransaction(archiveSharedPortfolio, portfolioId)).rejects.toMatchObject({
    detail: `It is the default of Harbor (subaccount of ${account.name}). They need another default first.`,
  });
});

test("an import that makes it a default and its archival do not both succeed", async () => {
  const { portfolioId } = await makeStock();
  const { account } = await makeAccount();
  const csv = `name,portfolio\nHarbor,${portfolioId}\n`;
  const send = (last: (db: Db) => Promise<void> = async () => undefined) =>
    database().transaction(async (db) => {
      await importSubaccounts({ ...contextOf(account), db }, { csv });
      await last(db);
    });
  let archival: Promise<void> | undefined;
  await send(async (db) => {
    archival = inTransaction(archiveSharedPortfolio, portfolioId);
    archival.catch(() => undefined);
    await untilBlocking(db);
  });
  await expect(archival).rejects.toMatchObject({ code: "conflict" });
  const defaultPortfolioId = null;
  await database().prisma.subaccount.updateMany({
    where: { accountId: account.id },
    data: { defaultPortfolioId },
  });
  let late: Promise<void> | undefined;
  await database().transaction(async (db) => {
    const input = { mode: "test" as const, id: portfolioId };
    await archiveSharedPortfolio({ ...systemContext(), db }, input);
    late = send();
    late.catch(() => undefined);
    await untilBlocking(db);
  });
  await expect(late).rejects.toMatchObject({
    errors: { csv: ["line 2: portfolio is not a portfolio you may use"] },
  });
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
