import { beforeEach, describe, expect, it } from "vitest";
import { csvLine } from "#core/csv";
import { database } from "#core/db";
import { contextOf, makeAccount, makeStock } from "#testing/factories";
import { createSubaccount, importSubaccounts, previewSubaccountImport } from "./subaccounts";

let owner: Awaited<ReturnType<typeof makeAccount>>;

beforeEach(async () => {
  owner = await makeAccount();
});

const send = (csv: string) =>
  database().transaction((db) => importSubaccounts({ ...contextOf(owner.test), db }, { csv }));
const preview = (csv: string) => previewSubaccountImport(contextOf(owner.test), { csv });
const stored = async () => {
  const where = { accountId: owner.test.id };
  const rows = await database().prisma.subaccount.findMany({ where, orderBy: { name: "asc" } });
  return rows.map(({ name, reference, email }) => [name, reference, email]);
};
const entries = () => database().prisma.auditEntry.count({ where: { accountId: owner.test.id } });
const faultsOf = async (csv: string) =>
  (await preview(csv)).faults.map(({ line, field, message }) => `${line} ${field} ${message}`);

describe("a CSV import of subaccounts", () => {
  it("reads a spreadsheet's file: BOM, semicolons, quotes, line breaks and blank lines", async () => {
    const csv =
      "\ufeffReference;Name;E-Mail;Comment\r\n" +
      's-1;"Bergen; harbor";harbor@shop.example;x\r\n\r\n' +
      's-2;"The ""Old"" Mill\r\nOslo";;y\r\n;Ærø;;\r\n';
    const { rows, ignored, faults } = await preview(csv);
    expect([ignored, faults]).toEqual([["Comment"], []]);
    expect(rows.map(({ line, action, name }) => [line, action, name])).toEqual([
      [2, "create", "Bergen; harbor"],
      [4, "create", 'The "Old" Mill Oslo'],
      [6, "create", "Ærø"],
    ]);
    expect(await stored()).toEqual([]);
    expect(await send(csv)).toEqual({ created: 3, updated: 0, unchanged: 0 });
    expect(await stored()).toContainEqual(["Bergen; harbor", "s-1", "harbor@shop.example"]);
    const before = await entries();
    expect(await send(csv)).toEqual({ created: 0, updated: 0, unchanged: 3 });
    expect(await entries()).toBe(before);
  });

  it("reads back what an export guarded against formulas, and changes nothing", async () => {
    const names = ['=HYPERLINK("https://evil.example")', "@SUM(1)", "a;+1", "-10% club", "plain"];
    for (const name of names) await createSubaccount(contextOf(owner.test), { name });
    const all = await database().prisma.subaccount.findMany({
      where: { accountId: owner.test.id },
    });
    const lines = all.map(({ id, name }) => csvLine([id, name]));
    const csv = csvLine(["id", "name"]) + lines.join("");
    expect(csv).toContain("'=HYPERLINK");
    expect(await send(csv)).toEqual({ created: 0, updated: 0, unchanged: names.length });
    const fresh = csvLine(["reference", "name"]) + csvLine(["s-9", "=1+1"]);
    expect(await send(fresh)).toMatchObject({ created: 1 });
    expect((await stored()).map(([name]) => name)).toContain("=1+1");
  });

  it("finds a subaccount by id, else reference, else name, and adds references", async () => {
    const ctx = contextOf(owner.test);
    const { id } = await createSubaccount(ctx, { name: "One", email: "one@shop.example" });
    await createSubaccount(ctx, { name: "Two" });
    await createSubaccount(ctx, { name: "Three", reference: "s-3" });
    const csv = `id,reference,name\n${id},,Uno\n,s-2,Two\n,s-3,Tres\n,s-4,Three\n`;
    const { rows } = await preview(csv);
    expect(rows.map(({ action, changes }) => [action, changes])).toEqual([
      ["update", ["name"]],
      ["update", ["reference"]],
      ["update", ["name"]],
      ["create", []],
    ]);
    expect(await send(csv)).toEqual({ created: 1, updated: 3, unchanged: 0 });
    expect(await stored()).toEqual([
      ["Three", "s-4", null],
      ["Tres", "s-3", null],
      ["Two", "s-2", null],
      ["Uno", null, "one@shop.example"],
    ]);
    // An empty cell removes an address; a missing column leaves it.
    expect(await send(`id,name,email\n${id},Uno,\n`)).toMatchObject({ updated: 1 });
  });

  it("swaps references between two subaccounts", async () => {
    const ctx = contextOf(owner.test);
    const one = await createSubaccount(ctx, { name: "One", reference: "s-1" });
    const two = await createSubaccount(ctx, { name: "Two", reference: "s-2" });
    await send(`id,reference,name\n${one.id},s-2,One\n${two.id},s-1,Two\n`);
    expect(await stored()).toEqual([
      ["One", "s-2", null],
      ["Two", "s-1", null],
    ]);
  });

  it("reports each fault by line and column, and then imports nothing", async () => {
    const ctx = contextOf(owner.test);
    for (const _ of [1, 2]) await createSubaccount(ctx, { name: "Double" });
    const other = await createSubaccount(contextOf((await makeAccount()).test), { name: "Other" });
    const csv = [
      "id,reference,name,email,portfolio",
      ",s-1,Good,,",
      ",s-2,,a@b.example,",
      ",s-3,Bad,no address,",
      `${other.id},,Other,,`,
      ",,Double,,",
      ",s-1,Again,,",
      ",s-6,Rich,,pf_nowhere",
      "",
    ].join("\n");
    expect(await faultsOf(csv)).toEqual([
      "3 name is required",
      expect.stringMatching(/^4 email /),
      "5 id is not the id of a subaccount",
      "6 name is the name of 2 subaccounts: add a reference or id",
      "7 reference is the same subaccount as line 2",
      "8 portfolio is not a portfolio you may use",
    ]);
    await expect(send(csv)).rejects.toMatchObject({
      status: 400,
      errors: { csv: expect.any(Array) },
    });
    expect((await stored()).map(([name]) => name)).toEqual(["Double", "Double"]);
    expect(await faultsOf("reference;email\ns-1;\n")).toEqual([
      "1 name is missing: the first line names columns",
    ]);
    expect(await faultsOf('name\n"open\n')).toHaveLength(1);
    expect(await faultsOf(`name\n${"x\n".repeat(501)}`)).toEqual([
      "1 file has 501 rows; at most 500 are imported",
    ]);
  });

  it("accepts a portfolio by id or name", async () => {
    const { portfolioId } = await makeStock();
    const portfolio = await database().prisma.portfolio.findFirstOrThrow({
      where: { id: portfolioId, mode: "test" },
    });
    await database().prisma.portfolio.update({
      where: { mode_id: { mode: "test", id: portfolioId } },
      data: { name: `Import ${portfolioId}` },
    });
    const csv = `name,portfolio\nOne,${portfolio.id}\nTwo,Import ${portfolioId}\nThree,\n`;
    await send(csv);
    const where = { accountId: owner.test.id, defaultPortfolioId: portfolioId };
    expect(await database().prisma.subaccount.count({ where })).toBe(2);
    expect(await send(csv)).toMatchObject({ unchanged: 3 });
  });

  it("creates five hundred once, even if two people import the file at once", async () => {
    const lines = Array.from({ length: 500 }, (_, index) => `Shop ${index},shop${index}@a.example`);
    const csv = `name,email\n${lines.join("\n")}\n`;
    const before = await entries();
    const results = await Promise.all([send(csv), send(csv), send(csv)]);
    expect(results.map(({ created }) => created).sort((a, b) => a - b)).toEqual([0, 0, 500]);
    expect(await stored()).toHaveLength(500);
    expect((await entries()) - before).toBe(500);
  });
});
