import { sha256 } from "#core/crypto";
import type { Language } from "#core/language";
import { type Currency, sumsByCurrency } from "#core/money";
import { type Tax, taxOnNet } from "#domain/tax";
import type { InvoiceContent, InvoiceGroup, InvoiceTax } from "./schema";

/** The net sum of a document's lines under one tax rule. */
export interface NetOfRule {
  ruleId: string;
  net: number;
}

/** Earlier credit notes of the invoice, by tax rule. */
export interface Credited extends NetOfRule {
  tax: number;
}

/** One tax per rule, rounded on the rule's sum. */
export function taxesOf(
  sums: readonly NetOfRule[],
  rules: ReadonlyMap<string, Pick<Tax, "kind" | "rateBasisPoints" | "name" | "legalText">>,
  language: Language,
): InvoiceTax[] {
  return sums.map(({ ruleId, net }) => {
    const rule = rules.get(ruleId);
    if (!rule) throw new Error(`no tax rule ${ruleId}`);
    return {
      rule_id: ruleId,
      kind: rule.kind,
      rate_basis_points: rule.rateBasisPoints,
      name: rule.name[language],
      legal_text: rule.legalText?.[language] ?? null,
      net,
      tax: taxOnNet(net, rule.rateBasisPoints),
    };
  });
}

/**
 * The taxes of a credit note: rounded on all that is credited so far, so that the credit notes of
 * an invoice add up to its tax once everything is credited.
 */
export function creditTaxesOf(
  sums: readonly NetOfRule[],
  ofInvoice: readonly InvoiceTax[],
  earlier: readonly Credited[],
): InvoiceTax[] {
  return sums.map(({ ruleId, net }) => {
    const original = ofInvoice.find((tax) => tax.rule_id === ruleId);
    if (!original) throw new Error(`the invoice has no tax rule ${ruleId}`);
    const before = earlier.filter((credit) => credit.ruleId === ruleId);
    const creditedNet = before.reduce((sum, credit) => sum + credit.net, 0);
    const creditedTax = before.reduce((sum, credit) => sum + credit.tax, 0);
    const tax = taxOnNet(creditedNet + net, original.rate_basis_points) - creditedTax;
    return { ...original, net, tax };
  });
}

export function totalsOf(taxes: readonly InvoiceTax[]) {
  const net = taxes.reduce((sum, tax) => sum + tax.net, 0);
  const tax = taxes.reduce((sum, each) => sum + each.tax, 0);
  return { net, tax, total: net + tax };
}

type Facts = Omit<
  InvoiceContent,
  "version" | "taxes" | "national" | keyof ReturnType<typeof totalsOf>
> & {
  lines: InvoiceGroup[];
};

/** The stored content of a document. @throws if its lines are not its sum */
export function contentOf(
  facts: Facts,
  { taxes, national }: Pick<InvoiceContent, "taxes" | "national">,
): InvoiceContent {
  const totals = totalsOf(taxes);
  const lines = facts.lines.reduce((sum, line) => sum + line.net, 0);
  if (lines !== totals.net) {
    throw new Error(`lines of ${lines} on a document of ${totals.net} net`);
  }
  return { version: 1, ...facts, taxes, ...totals, national };
}

/** The stored text and its digest, which the database compares. */
export function storedContent(content: InvoiceContent): { content: string; contentHash: string } {
  const text = JSON.stringify(content);
  return { content: text, contentHash: sha256(text).toString("hex") };
}

/** "INV-2026-00042"; credit notes have a series of their own. */
export function documentNumber(
  prefix: string,
  { kind, year, sequence }: { kind: InvoiceContent["kind"]; year: number; sequence: number },
): string {
  const series = kind === "invoice" ? prefix : `${prefix}-CN`;
  return `${series}-${year}-${String(sequence).padStart(5, "0")}`;
}

const DAY_MS = 86_400_000;

export const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

export function dayAfter(date: Date, days: number): string {
  return dayOf(new Date(date.getTime() + days * DAY_MS));
}

/** Whole days since the day on which something was due, in UTC. 0 if it is not overdue. */
export function daysOverdue(dueOn: string, now: Date): number {
  const days = (Date.parse(dayOf(now)) - Date.parse(dueOn)) / DAY_MS;
  return Math.max(0, days);
}

/** A reminder that could not be sent on its day is sent within this time. */
const LATE_DAYS = 6;

/** The reminder, by days after the due date, that an overdue invoice gets now; null if none. */
export function reminderFor(overdueDays: number, reminders: readonly number[]): number | null {
  const due = reminders.filter((day) => day <= overdueDays && overdueDays <= day + LATE_DAYS);
  return due.length === 0 ? null : Math.max(...due);
}

interface Overdue {
  overdueDays: number;
  openAmount: number;
  currency: Currency;
}

/** Amounts by how long they are overdue, as accountants age open items. */
export function agingOf(items: readonly Overdue[]) {
  const sumsOf = (from: number, to: number) =>
    sumsByCurrency(
      items
        .filter(({ overdueDays: days }) => days >= from && days <= to)
        .map(({ openAmount: minor, currency }) => ({ minor, currency })),
    );
  return [
    { label: "Not due yet", sums: sumsOf(0, 0) },
    { label: "1–30 days overdue", sums: sumsOf(1, 30) },
    { label: "31–60 days", sums: sumsOf(31, 60) },
    { label: "61–90 days", sums: sumsOf(61, 90) },
    { label: "More than 90 days", sums: sumsOf(91, Number.POSITIVE_INFINITY) },
  ];
}

/** The first day of a month such as "2026-10", and of the next one, in UTC. */
export function monthSpan(period: string): { from: Date; to: Date } {
  const from = new Date(`${period}-01T00:00:00Z`);
  return { from, to: new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1)) };
}

/** Orders of a month are one supply, which ends with it (directive 2006/112/EC, article 64). */
export function taxPointOf(period: string): string {
  return dayAfter(monthSpan(period).to, -1);
}

export type InvoiceState = "open" | "paid" | "credited";

/** The amount still to pay, and the state that it means. */
export function stateOf(sums: { isDue: boolean; total: number; paid: number; credited: number }): {
  state: InvoiceState;
  openAmount: number;
} {
  const { isDue, total, paid, credited } = sums;
  const openAmount = isDue ? Math.max(0, total - paid - credited) : 0;
  if (credited >= total) return { state: "credited", openAmount };
  return { state: openAmount > 0 ? "open" : "paid", openAmount };
}
