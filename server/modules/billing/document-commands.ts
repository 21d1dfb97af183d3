// The commands of `till billing` for invoices and credit notes.
import type { Command } from "commander";
import { amountOf, money, valid } from "#cli/amounts";
import { type JsonOption, jsonOption, modeOption, type Output, run } from "#cli/command";
import type { AccountContext, Context, Mode } from "#core/context";
import { amountFields } from "#core/contract-money";
import { database } from "#core/db";
import { sumsByCurrency } from "#core/money";
import { plural } from "#core/text";
import {
  type AccountOptions,
  accountCommand,
  type EntryOptions,
  entryOf,
  inAccount,
} from "./command-options";
import { recordInvoicePayment } from "./invoices";
import { issueCreditNote } from "./issue-credit-note";
import { issueMonth } from "./issue-month";
import { type PartyOptions, partyOf, withParty } from "./issuer-commands";
import { listOpenItems, type OpenItem } from "./open-items";
import { setBillingProfile } from "./profiles";
import { IssueCreditNote, Period, RecordInvoicePayment, TypedBilledProfile } from "./schema";

interface ProfileOptions extends AccountOptions, PartyOptions {
  email: string;
  language: string;
  days: string;
}

interface CreditOptions extends AccountOptions {
  invoice: string;
  reason: string;
  order?: string;
  amount?: string;
}

function creditOf(ctx: AccountContext, { invoice, reason, order, amount }: CreditOptions) {
  if (order === undefined) {
    if (amount !== undefined) throw new Error("--amount needs an --order");
    return { invoice_id: invoice, reason };
  }
  const { currency } = ctx.account;
  const part = amount !== undefined && {
    net: amountOf("--amount", { text: amount, currency }),
  };
  return { invoice_id: invoice, reason, orders: [{ order_id: order, ...part }] };
}

interface IssueOptions extends JsonOption {
  mode: Mode;
  month: string;
}

async function issue(ctx: Context, { mode, month }: IssueOptions): Promise<Output> {
  const period = valid(Period, month);
  const { issued, blocked } = await issueMonth(ctx, { mode, period, database: database() });
  return {
    lines: [
      ...issued.map((it) => `${it.number}  ${it.accountId}  ${money(it.total, it.currency)}`),
      ...blocked.map((it) => `BLOCKED  ${it.accountId}: ${it.reason}`),
      `Issued ${plural(issued.length, "invoice")} for ${period}.`,
    ],
    document: {
      month: period,
      issued: issued.map((it) => ({
        account: it.accountId,
        number: it.number,
        currency: it.currency,
        ...amountFields({ total: it.total }, it.currency),
      })),
      blocked: blocked.map((it) => ({ account: it.accountId, reason: it.reason })),
    },
    failed: blocked.length > 0,
  };
}

interface OpenOptions extends JsonOption {
  mode: Mode;
}

async function openItems(ctx: Context, { mode }: OpenOptions): Promise<Output> {
  const items = await listOpenItems(ctx, { mode });
  const lineOf = ({ number, accountName, currency, openAmount, dueOn, overdueDays }: OpenItem) => {
    const age = overdueDays === 0 ? "" : `, ${plural(overdueDays, "day")} overdue`;
    return `${number}  ${accountName}: ${money(openAmount, currency)} due ${dueOn}${age}`;
  };
  const sums = sumsByCurrency(
    items.map(({ openAmount: minor, currency }) => ({ minor, currency })),
  );
  const total = sums.map(({ minor, currency }) => money(minor, currency)).join(", ");
  return {
    lines: [
      ...items.map(lineOf),
      `${plural(items.length, "open invoice")}${total && `, ${total}`}.`,
    ],
    document: {
      open: sums.map(({ minor, currency }) => ({
        currency,
        ...amountFields({ open: minor }, currency),
      })),
      items: items.map((item) => ({
        invoice: item.id,
        number: item.number,
        account: item.accountId,
        due_on: item.dueOn,
        days_overdue: item.overdueDays,
        currency: item.currency,
        ...amountFields({ total: item.total, open: item.openAmount }, item.currency),
      })),
    },
  };
}

/** Adds `billing profile`, `issue`, `open`, `payment` and `credit`. */
export function addDocumentCommands(group: Command): void {
  withParty(accountCommand(group, "profile", "set who an account's documents are addressed to"))
    .requiredOption("--email <address>", "receives a mail about each document")
    .option("--language <code>", "en, de, fr or es", "en")
    .option("--days <number>", "days that the account has to pay an invoice", "30")
    .action(
      inAccount<ProfileOptions>(async (ctx, { email, language, days, ...options }) => {
        const profile = { ...partyOf(options), billing_email: email, language, payment_days: days };
        await setBillingProfile(ctx, valid(TypedBilledProfile, profile));
      }),
    );
  group
    .command("issue")
    .description("issue the invoices of an ended month; a second time changes nothing")
    .requiredOption("--month <month>", "such as 2026-10")
    .addOption(modeOption("whose invoices"))
    .addOption(jsonOption())
    .action((options: IssueOptions) => run(options, (ctx) => issue(ctx, options)));
  group
    .command("open")
    .description("list the invoices that are not paid, the longest due first")
    .addOption(modeOption("whose invoices"))
    .addOption(jsonOption())
    .action((options: OpenOptions) => run(options, (ctx) => openItems(ctx, options)));
  accountCommand(group, "payment", "record a payment of an invoice")
    .requiredOption("--invoice <id>", "the invoice's id")
    .requiredOption("--amount <amount>", "the amount, such as 1000.00")
    .requiredOption("--reference <text>", "the bank's reference; recorded once per account")
    .action(
      inAccount<EntryOptions & { invoice: string }>(async (ctx, options) => {
        const { amount, reference } = entryOf(ctx, options);
        const input = { invoice_id: options.invoice, amount, reference };
        await recordInvoicePayment(ctx, valid(RecordInvoicePayment, input));
      }),
    );
  accountCommand(group, "credit", "credit an invoice, or one order of it")
    .requiredOption("--invoice <id>", "the invoice's id")
    .requiredOption("--reason <text>", "printed on the credit note")
    .option("--order <id>", "credit only this order")
    .option("--amount <amount>", "part of the order's net amount")
    .action(
      inAccount<CreditOptions>(async (ctx, options) => {
        await issueCreditNote(ctx, valid(IssueCreditNote, creditOf(ctx, options)));
      }),
    );
}
