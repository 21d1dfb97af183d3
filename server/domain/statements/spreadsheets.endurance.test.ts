import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Account } from "#core/context";
import { csvLine } from "#core/csv";
import { database } from "#core/db";
import { matchOrders } from "#domain/matching";
import { openSession, pay } from "#testing/checkout";
import { contextOf, makeAccount, makeStock, systemContext } from "#testing/factories";
import { placeOrder } from "#testing/place-order";
import { getMonthFigures } from "./figures";
import {
  getOperatorMonth,
  journalOf,
  linesCsv,
  listStatementLines,
  monthOf,
  writeJournal,
} from "./index";
import { journalFormats } from "./journal-formats";
import { readJournalSettings } from "./journal-settings";

const run = promisify(execFile);
const hasOffice = await run("soffice", ["--version"]).then(
  () => true,
  () => false,
);

const settings = readJournalSettings();
const month = monthOf(new Date());
const FORMULAS: Record<string, string> = {
  statement: "api_sold_usd,checkout_sold_usd,customers_paid_usd,amount_kg",
  generic: "debit,credit",
  xero: "*Amount",
  quickbooks: "Debits,Credits",
};

let folder: string;
let account: Account;

async function read(file: string, delimiter: string): Promise<string[][]> {
  const text = await readFile(file, file.includes("datev") ? "latin1" : "utf8");
  return parse(text, { delimiter, relax_column_count: true, relax_quotes: true }) as string[][];
}

const letterOf = (index: number) =>
  (index >= 26 ? String.fromCharCode(64 + Math.floor(index / 26)) : "") +
  String.fromCharCode(65 + (index % 26));

/**
 * Opens the file in LibreOffice with a row of sums below it, and returns what LibreOffice calculated
 * for each of the columns.
 */
async function sumInOffice(name: string, csv: string): Promise<Record<string, number>> {
  const rows = parse(csv, { relax_column_count: true }) as string[][];
  const [head = []] = rows;
  const columns = (FORMULAS[name] ?? "").split(",");
  const sums = head.map((column, index) =>
    columns.includes(column) ? `=SUM(${letterOf(index)}2:${letterOf(index)}${rows.length})` : "",
  );
  const source = join(folder, `${name}.csv`);
  await writeFile(source, `${csv}${sums.join(",")}\r\n`);
  const options = "44,34,76,1,,1033,false,true,false";
  const profile = `-env:UserInstallation=file://${join(folder, "profile")}`;
  await run("soffice", [
    profile,
    "--headless",
    `--infilter=Text - txt - csv (StarCalc):44,34,76,1,,1033,false,true,false,false,false,-1,true`,
    "--convert-to",
    `csv:Text - txt - csv (StarCalc):${options}`,
    "--outdir",
    join(folder, "out"),
    source,
  ]);
  const result = (await read(join(folder, "out", `${name}.csv`), ",")).at(-1) ?? [];
  return Object.fromEntries(
    columns.map((column) => [column, Math.round(Number(result[head.indexOf(column)]) * 100)]),
  );
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "statements-"));
  ({ account } = await makeAccount());
  const { portfolioId } = await makeStock({ projects: ["a", "b", "c"], apiCents: 7 });
  for (let kg = 101; kg < 131; kg += 1) {
    await placeOrder(contextOf(account), {
      amount_kg: kg,
      portfolio_id: portfolioId,
      subaccountId: null,
      description: `=1+1; "quoted", ${kg}`,
    });
  }
  const { id } = await openSession({ account, portfolioId, amountKg: 55 });
  await pay(id);
  await matchOrders(systemContext(), { database: database() });
  await database().prisma.creditLot.updateMany({ data: { costPerTonneUsdCents: 999 } });
}, 60_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

// Needs LibreOffice Calc: `apt-get install libreoffice-calc`.
describe.skipIf(!hasOffice)("a spreadsheet program (skipped without soffice)", () => {
  it("sums the statement's columns to the account's figures", async () => {
    const page = linesCsv(await listStatementLines(contextOf(account), { month, limit: 1000 }));
    const sums = await sumInOffice("statement", [page.head, ...page.rows].map(csvLine).join(""));
    const { sold, paid } = await getMonthFigures(contextOf(account), month);
    expect(sums).toEqual({
      api_sold_usd: sold.api.priceCents,
      checkout_sold_usd: sold.checkout.priceCents,
      customers_paid_usd: paid.paidCents,
      amount_kg: 100 * (sold.api.kg + sold.checkout.kg),
    });
  }, 120_000);

  it("sums each journal's debits and credits to the same amount", async () => {
    const { accounts } = await getOperatorMonth(systemContext(), {
      mode: "test",
      month: month.key,
    });
    const entries = journalOf(month, accounts);
    const all = entries.reduce((sum, { amountCents }) => sum + amountCents, 0);
    expect(all).toBeGreaterThan(0);
    for (const format of journalFormats.filter((one) => one !== "datev")) {
      const journal = { month, entries, settings, createdAt: new Date() };
      const csv = Buffer.from(writeJournal(journal, format)).toString();
      const expected = format === "xero" ? [0] : [all, all];
      expect(Object.values(await sumInOffice(format, csv))).toEqual(expected);
    }
  }, 300_000);
});
