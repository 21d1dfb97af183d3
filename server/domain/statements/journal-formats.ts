// A journal in the column layouts of accounting programs. docs/operations/accounting.md names the
// sources of the layouts, and what was tested.
import { csvLine } from "#core/csv";
import { dollars } from "#core/money";
import { DATEV_COLUMNS } from "./datev-columns";
import type { JournalAccount, JournalEntry } from "./journal-rules";
import type { Month } from "./month-rules";

export const journalFormats = ["generic", "datev", "xero", "quickbooks"] as const;
export type JournalFormat = (typeof journalFormats)[number];

export interface JournalSettings {
  /** Number or name of each account in the operator's books. */
  accounts: Record<JournalAccount, string>;
  /** Name of the tax rate in Xero that adds no tax. */
  xeroTaxRate: string;
  datev: { consultant: number; client: number; yearStartsIn: number; accountLength: number };
}

interface Journal {
  month: Month;
  entries: readonly JournalEntry[];
  createdAt: Date;
  settings: JournalSettings;
}

/** Debit first, then credit. */
function sidesOf({ debit, credit }: JournalEntry, { accounts }: JournalSettings) {
  return [
    { account: accounts[debit], role: debit, isDebit: true },
    { account: accounts[credit], role: credit, isDebit: false },
  ];
}

function generic({ entries, settings }: Journal): string {
  const head = ["entry", "date", "account", "account_role", "debit", "credit", "currency", "text"];
  const rows = entries.flatMap((entry) =>
    sidesOf(entry, settings).map(({ account, role, isDebit }) => {
      const amount = dollars(entry.amountCents);
      const [debit, credit] = isDebit ? [amount, ""] : ["", amount];
      return [entry.number, entry.date, account, role, debit, credit, "USD", entry.text];
    }),
  );
  return [head, ...rows].map(csvLine).join("");
}

/** "31/10/2026", which Xero reads outside the US. */
const dayFirst = (date: string) => date.split("-").reverse().join("/");

function xero({ entries, settings }: Journal): string {
  const head = ["*Narration", "*Date", "Description", "*AccountCode", "*TaxRate", "*Amount"];
  const rows = entries.flatMap((entry) =>
    sidesOf(entry, settings).map(({ account, isDebit }) => [
      `${entry.number} ${entry.text}`,
      dayFirst(entry.date),
      entry.text,
      account,
      settings.xeroTaxRate,
      // Debits are positive, credits negative.
      dollars(isDebit ? entry.amountCents : -entry.amountCents),
    ]),
  );
  // The headings are the template's own, and no text of others.
  return `${head.join(",")}\r\n${rows.map(csvLine).join("")}`;
}

/** "10/31/2026" */
function monthFirst(date: string): string {
  const [year, month, day] = date.split("-");
  return `${month}/${day}/${year}`;
}

function quickbooks({ entries, settings }: Journal): string {
  const head = ["Journal No", "Journal Date", "Account Name", "Debits", "Credits", "Description"];
  const rows = entries.flatMap((entry) =>
    sidesOf(entry, settings).map(({ account, isDebit }) => {
      const amount = dollars(entry.amountCents);
      const [debit, credit] = isDebit ? [amount, ""] : ["", amount];
      return [entry.number, monthFirst(entry.date), account, debit, credit, entry.text];
    }),
  );
  return [head, ...rows].map(csvLine).join("");
}

const compact = (date: Date) => date.toISOString().slice(0, 10).replaceAll("-", "");
const quoted = (text: string, most: number) =>
  `"${text
    .replaceAll(/[\r\n]+/g, " ")
    .slice(0, most)
    .replaceAll('"', '""')}"`;

/** Starts of the operator's business year that the month is in. */
function yearStart({ from }: Month, startsIn: number): Date {
  const month = from.getUTCMonth() + 1;
  const year = from.getUTCFullYear() - (month < startsIn ? 1 : 0);
  return new Date(Date.UTC(year, startsIn - 1));
}

/** First line of the file: 31 fields. */
function datevHead({ month, createdAt, settings: { datev } }: Journal): string[] {
  const created = createdAt.toISOString().replaceAll(/\D/g, "");
  const last = new Date(month.to.getTime() - 1);
  const batch = [compact(month.from), compact(last), quoted(`Carbon Till ${month.key}`, 30)];
  return [
    ...[
      '"EXTF"',
      "700",
      "21",
      '"Buchungsstapel"',
      "13",
      created,
      "",
      '"CT"',
      '"Carbon Till"',
      '""',
    ],
    ...[datev.consultant, datev.client].map(String),
    compact(yearStart(month, datev.yearStartsIn)),
    String(datev.accountLength),
    ...batch,
    // No initials; financial accounting; no purpose; not locked; currency.
    ...['""', "1", "", "0", '"USD"'],
    ...Array.from({ length: 9 }, () => ""),
  ];
}

function datev(journal: Journal): string {
  const { accounts } = journal.settings;
  const rows = journal.entries.map((entry) => {
    const [, month = "", day = ""] = entry.date.split("-");
    const cells = DATEV_COLUMNS.map(() => "");
    cells[0] = dollars(entry.amountCents).replace(".", ",");
    // Debit, seen from the first account.
    cells[1] = '"S"';
    cells[2] = '"USD"';
    cells[6] = accounts[entry.debit];
    cells[7] = accounts[entry.credit];
    cells[9] = day + month;
    cells[10] = quoted(entry.number, 36);
    cells[13] = quoted(entry.text, 60);
    return cells;
  });
  const lines = [datevHead(journal), DATEV_COLUMNS, ...rows];
  return lines.map((cells) => `${cells.join(";")}\r\n`).join("");
}

const writers: Record<JournalFormat, (journal: Journal) => string> = {
  generic,
  datev,
  xero,
  quickbooks,
};

/** DATEV reads Windows-1252; characters that Latin-1 lacks become "?". */
const toLatin1 = (text: string) => Buffer.from(text.replaceAll(/[^\0-\xff]/gu, "?"), "latin1");

/** The journal as a file. */
export function writeJournal(journal: Journal, format: JournalFormat): Uint8Array {
  const text = writers[format](journal);
  return format === "datev" ? toLatin1(text) : Buffer.from(text);
}
