// `till account price`: what a portfolio costs one account.
import type { Command } from "commander";
import type { AccountContext, Context, Mode } from "#core/context";
import { notFound } from "#core/errors";
import { type Currency, formatMoney, parseMoney, plainAmount } from "#core/money";
import {
  type AccountPriceList,
  listAccountPrices,
  SetAccountPrices,
  setAccountPrices,
} from "#domain/catalogue";
import { valid } from "./amounts";
import {
  accountContext,
  accountOption,
  type JsonOption,
  jsonOption,
  modeOption,
  type Output,
  runInTransaction,
} from "./command";

interface ListOptions extends JsonOption {
  account: string;
  mode: Mode;
}

interface SetOptions extends ListOptions {
  portfolio: string;
  /** False for the catalogue's price; missing to leave it. */
  api?: string | false;
  checkout?: string | false;
  confirm?: boolean;
}

function line({ portfolioId, name, currency, offered, own }: AccountPriceList): string {
  const write = (minor: number | null) =>
    minor === null ? "none" : formatMoney({ minor, currency }, "en-US");
  const of = (channel: "api" | "checkout") =>
    own[channel] === null
      ? `${write(offered[channel])} (catalogue)`
      : `${write(own[channel])} (catalogue ${write(offered[channel])})`;
  return `${portfolioId} ${name}: API ${of("api")}, checkout ${of("checkout")} per tonne`;
}

const toDocument = ({ portfolioId, currency, offered, own, changedAt }: AccountPriceList) => ({
  portfolio_id: portfolioId,
  currency,
  api_price_per_tonne: own.api,
  checkout_price_per_tonne: own.checkout,
  offered_api_price_per_tonne: offered.api,
  offered_checkout_price_per_tonne: offered.checkout,
  changed_at: changedAt,
});

async function list(ctx: Context, options: ListOptions): Promise<Output> {
  const prices = await listAccountPrices(await accountContext(ctx, options));
  return { lines: prices.map(line), document: { data: prices.map(toDocument) } };
}

/** @throws an error that names the option */
function amountOf(typed: string, of: { currency: Currency; option: string }): number {
  const amount = parseMoney(typed, of.currency);
  if (amount) return amount.minor;
  const example = plainAmount({ minor: 7500, currency: of.currency });
  throw new Error(
    `${of.option} must be an amount in ${of.currency.toUpperCase()}, such as ${example}.`,
  );
}

/** @throws not-found */
async function pricesOf(ctx: AccountContext, id: string): Promise<AccountPriceList> {
  const prices = (await listAccountPrices(ctx)).find(({ portfolioId }) => portfolioId === id);
  if (!prices) throw notFound(`portfolio "${id}"`);
  return prices;
}

async function set(ctx: Context, options: SetOptions): Promise<Output> {
  const { portfolio, confirm = false } = options;
  const inside = await accountContext(ctx, options);
  const { own, currency } = await pricesOf(inside, portfolio);
  const after = (channel: "api" | "checkout") => {
    const typed = options[channel];
    if (typed === undefined) return own[channel];
    return typed === false ? null : amountOf(typed, { currency, option: `--${channel}` });
  };
  const input = valid(SetAccountPrices, {
    portfolio_id: portfolio,
    api_price_per_tonne: after("api"),
    checkout_price_per_tonne: after("checkout"),
    expected: own,
    confirmed: confirm,
  });
  await setAccountPrices(inside, input);
  const prices = await pricesOf(inside, portfolio);
  return {
    lines: [`${inside.account.name}, ${inside.account.mode}: ${line(prices)}`],
    document: toDocument(prices),
  };
}

const shared = (command: Command) =>
  command.addOption(accountOption()).addOption(modeOption("the mode of the account"));

export function addPriceCommands(account: Command): void {
  const price = account.command("price").description("prices of one account");
  shared(price.command("list").description("list what each portfolio costs the account"))
    .addOption(jsonOption())
    .action((options: ListOptions) => runInTransaction(options, (ctx) => list(ctx, options)));
  shared(price.command("set").description("set what a portfolio costs the account, per tonne"))
    .requiredOption("--portfolio <id>", "a portfolio that is offered to all accounts")
    .option("--api <dollars>", "price through the API, such as 17.50")
    .option("--no-api", "the catalogue's price through the API")
    .option("--checkout <dollars>", "price at checkout")
    .option("--no-checkout", "the catalogue's price at checkout")
    .option("--confirm", "accept a change by more than a factor of two")
    .addOption(jsonOption())
    .action((options: SetOptions) => runInTransaction(options, (ctx) => set(ctx, options)));
  shared(price.command("remove").description("give the account the catalogue's prices again"))
    .requiredOption("--portfolio <id>", "the portfolio")
    .option("--confirm", "accept a change by more than a factor of two")
    .addOption(jsonOption())
    .action((options: SetOptions) =>
      runInTransaction(options, (ctx) => set(ctx, { ...options, api: false, checkout: false })),
    );
}
