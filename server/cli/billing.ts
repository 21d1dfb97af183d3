// `till billing`: how accounts pay for their API orders.
import { type Command, Option } from "commander";
import type { z } from "zod";
import type { AccountContext, Context, Mode } from "#core/context";
import { database } from "#core/db";
import { fieldErrorsOf, Problem } from "#core/errors";
import { formatMoney } from "#core/money";
import { typedDollars } from "#core/typed-dollars";
import {
  getBalance,
  RecordAdjustment,
  RecordDeposit,
  recordAdjustment,
  recordDeposit,
  SetTerms,
  setTerms,
  toBalanceResource,
} from "#domain/balances";
import {
  IssueCreditNote,
  issueCreditNote,
  issueMonth,
  Period,
  RecordInvoicePayment,
  recordInvoicePayment,
  refreshTaxRate,
  SetBillingProfile,
  SetIssuer,
  setBillingProfile,
  setIssuer,
} from "#domain/billing";
import {
  accountContext,
  accountOption,
  type JsonOption,
  jsonOption,
  modeOption,
  type Output,
  plural,
  run,
  runInTransaction,
} from "./command";

interface AccountOptions extends JsonOption {
  account: string;
  mode: Mode;
}

const money = (cents: number) => formatMoney(cents, "USD", "en-US");

/** @throws invalid naming the field */
function valid<Value>(schema: z.ZodType<Value>, input: unknown): Value {
  const parsed = schema.safeParse(input, { reportInput: true });
  if (!parsed.success)
    throw new Problem("invalid-parameters", fieldErrorsOf(parsed.error, "input"));
  return parsed.data;
}

const Dollars = typedDollars({ minCents: 0, maxCents: 9_999_999_999 });

/** @throws if it is no amount of dollars */
function dollars(name: string, text: string): number {
  const cents = Dollars.safeParse(text.replace(/^-/, ""));
  if (!cents.success) throw new Error(`${name} ${cents.error.issues[0]?.message}`);
  return text.startsWith("-") ? -cents.data : cents.data;
}

async function balanceOutput(ctx: AccountContext): Promise<Output> {
  const balance = await getBalance(ctx);
  const { terms, balanceCents, creditLimitCents, availableCents } = balance;
  const limit = creditLimitCents === null ? "no limit" : `limit ${money(creditLimitCents)}`;
  const left = availableCents === null ? "" : `, ${money(availableCents)} available for orders`;
  return {
    lines: [
      `${ctx.account.slug}: ${terms ?? "no terms"}, ${limit}`,
      `Balance ${money(balanceCents)}${left}`,
    ],
    document: { account: ctx.account.id, ...toBalanceResource(balance) },
  };
}

const inAccount =
  <Options extends AccountOptions>(
    work: (ctx: AccountContext, options: Options) => Promise<void>,
  ) =>
  (options: Options) =>
    runInTransaction(options, async (ctx: Context) => {
      const own = await accountContext(ctx, options);
      await work(own, options);
      return balanceOutput(own);
    });

interface TermsOptions extends AccountOptions {
  terms: string;
  limit?: string;
}

async function terms(ctx: AccountContext, options: TermsOptions): Promise<void> {
  const limit = options.limit === undefined ? null : dollars("--limit", options.limit);
  const input = valid(SetTerms, {
    terms: options.terms === "none" ? null : options.terms,
    credit_limit_usd_cents: limit,
  });
  await setTerms(ctx, input);
  await refreshTaxRate(ctx);
}

interface EntryOptions extends AccountOptions {
  amount: string;
  reference: string;
  note?: string;
}

function entryOf({ amount, reference, note }: EntryOptions) {
  return { amount_usd_cents: dollars("--amount", amount), reference, note };
}

const accountCommand = (group: Command, name: string, description: string) =>
  group
    .command(name)
    .description(description)
    .addOption(accountOption())
    .addOption(modeOption("whose balance"))
    .addOption(jsonOption());

interface PartyOptions {
  name: string;
  address: string;
  country: string;
  taxId?: string;
}

const partyOf = ({ name, address, country, taxId }: PartyOptions) => ({
  legal_name: name,
  // A shell's argument has no line breaks of its own.
  address: address.replaceAll("\\n", "\n"),
  country_code: country,
  tax_id: taxId ?? null,
});

const withParty = (command: Command) =>
  command
    .requiredOption("--name <name>", "legal name")
    .requiredOption("--address <lines>", "address; \\n separates lines")
    .requiredOption("--country <code>", "country, such as DE")
    .option("--tax-id <id>", "tax id");

interface IssuerOptions extends PartyOptions, JsonOption {
  mode: Mode;
  prefix: string;
  bank?: string;
}

async function issuer(ctx: Context, options: IssuerOptions): Promise<Output> {
  const { mode, prefix, bank } = options;
  const bankText = bank?.replaceAll("\\n", "\n") ?? null;
  const input = valid(SetIssuer, {
    ...partyOf(options),
    bank_text: bankText,
    number_prefix: prefix,
  });
  await setIssuer(ctx, { ...input, mode });
  return {
    lines: [`${input.legal_name} issues the documents of ${mode} mode.`],
    document: { mode, ...input },
  };
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
      ...issued.map((it) => `${it.number}  ${it.accountId}  ${money(it.totalCents)}`),
      ...blocked.map((it) => `BLOCKED  ${it.accountId}: ${it.reason}`),
      `Issued ${plural(issued.length, "invoice")} for ${period}.`,
    ],
    document: {
      month: period,
      issued: issued.map((it) => ({
        account: it.accountId,
        number: it.number,
        total_usd_cents: it.totalCents,
      })),
      blocked: blocked.map((it) => ({ account: it.accountId, reason: it.reason })),
    },
    failed: blocked.length > 0,
  };
}

/** Adds `billing issuer`, `profile`, `issue`, `payment` and `credit`. */
function addDocumentCommands(group: Command): void {
  withParty(group.command("issuer").description("set who issues the documents of a mode"))
    .requiredOption("--prefix <letters>", "start of all numbers, such as INV")
    .option("--bank <lines>", "bank details, printed on invoices")
    .addOption(modeOption("whose documents"))
    .addOption(jsonOption())
    .action((options: IssuerOptions) => runInTransaction(options, (ctx) => issuer(ctx, options)));
  withParty(accountCommand(group, "profile", "set who an account's documents are addressed to"))
    .requiredOption("--email <address>", "receives a mail about each document")
    .option("--language <code>", "en, de, fr or es", "en")
    .action(
      inAccount<AccountOptions & PartyOptions & { email: string; language: string }>(
        async (ctx, options) => {
          const { email, language } = options;
          const input = { ...partyOf(options), billing_email: email, language };
          await setBillingProfile(ctx, valid(SetBillingProfile, input));
        },
      ),
    );
  group
    .command("issue")
    .description("issue the invoices of an ended month; a second time changes nothing")
    .requiredOption("--month <month>", "such as 2026-10")
    .addOption(modeOption("whose invoices"))
    .addOption(jsonOption())
    .action((options: IssueOptions) => run(options, (ctx) => issue(ctx, options)));
  accountCommand(group, "payment", "record a payment of an invoice")
    .requiredOption("--invoice <id>", "the invoice's id")
    .requiredOption("--amount <dollars>", "the amount, such as 1000.00")
    .requiredOption("--reference <text>", "the bank's reference; recorded once per account")
    .action(
      inAccount<EntryOptions & { invoice: string }>(async (ctx, options) => {
        const { amount_usd_cents, reference } = entryOf(options);
        const input = { invoice_id: options.invoice, amount_usd_cents, reference };
        await recordInvoicePayment(ctx, valid(RecordInvoicePayment, input));
      }),
    );
  accountCommand(group, "credit", "credit an invoice, or one order of it")
    .requiredOption("--invoice <id>", "the invoice's id")
    .requiredOption("--reason <text>", "printed on the credit note")
    .option("--order <id>", "credit only this order")
    .action(
      inAccount<AccountOptions & { invoice: string; reason: string; order?: string }>(
        async (ctx, { invoice, reason, order }) => {
          const orders = order === undefined ? undefined : [{ order_id: order }];
          const input = { invoice_id: invoice, reason, orders };
          await issueCreditNote(ctx, valid(IssueCreditNote, input));
        },
      ),
    );
}

/** Adds `billing balance`, `terms`, `deposit` and `adjust`, and the commands of documents. */
export function addBillingCommands(program: Command): void {
  const group = program.command("billing").description("manage how accounts pay for API orders");
  addDocumentCommands(group);
  accountCommand(group, "balance", "print an account's terms and balance").action(
    (options: AccountOptions) =>
      run(options, async (ctx) => balanceOutput(await accountContext(ctx, options))),
  );
  accountCommand(group, "terms", "set how an account pays from now on")
    .addOption(
      new Option("--terms <terms>", "how the account pays")
        .choices(["prepaid", "invoice", "none"])
        .makeOptionMandatory(),
    )
    .option("--limit <dollars>", "credit limit; without it, nothing limits `invoice`")
    .action(inAccount(terms));
  accountCommand(group, "deposit", "record money that an account has paid in advance")
    .requiredOption("--amount <dollars>", "the amount, such as 1000.00")
    .requiredOption("--reference <text>", "the bank's reference; recorded once per account")
    .option("--note <text>", "a note for the ledger")
    .action(
      inAccount<EntryOptions>(async (ctx, options) => {
        await recordDeposit(ctx, valid(RecordDeposit, entryOf(options)));
      }),
    );
  accountCommand(group, "adjust", "correct a balance, with a reason")
    .requiredOption("--amount <dollars>", "what is added; negative to subtract")
    .requiredOption("--reference <text>", "your reference; recorded once per account")
    .requiredOption("--note <text>", "the reason")
    .action(
      inAccount<EntryOptions>(async (ctx, options) => {
        await recordAdjustment(ctx, valid(RecordAdjustment, entryOf(options)));
      }),
    );
}
