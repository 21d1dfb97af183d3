// `till account merchant`: the legal set-up that a live checkout needs.
import { type Command, Option } from "commander";
import type { Context } from "#core/context";
import { invalid } from "#core/errors";
import {
  findMerchantProfile,
  SetMerchantProfile,
  setMerchantProfile,
  toMerchantProfileInput,
  toMerchantProfileResource,
} from "#domain/merchants";
import {
  accountContext,
  accountOption,
  type JsonOption,
  jsonOption,
  type Output,
  runInTransaction,
} from "./command";

type Input = SetMerchantProfile;
type TextField = Exclude<
  keyof Input,
  "has_tax_id" | "sells_to_consumers" | "named_for_customers" | "refuses_uncovered"
>;

/** Field of the profile → its option and what it is. */
const options: Record<TextField, readonly [flag: string, description: string]> = {
  legal_name: ["legal-name", "the seller's registered name"],
  address: ["address", 'postal address; "\\n" starts a new line'],
  country_code: ["country", "country code, such as DE"],
  support_email: ["support-email", "address for customers' questions"],
  support_url: ["support-url", "page for customers' questions (optional)"],
  terms_url: ["terms-url", "terms of sale"],
  privacy_url: ["privacy-url", "privacy policy"],
  refund_url: ["refund-url", "refund and withdrawal policy"],
  tax_id: ["tax-id", "VAT or tax number"],
  sender_name: ["sender-name", "name in the sender of mails; default: the account's"],
  order_button: ["order-button", "words on the order button, in every language"],
  reply_to: ["reply-to", "address for replies to mails; default: the support email"],
};

type Options = JsonOption & { account: string } & Record<string, string | boolean | undefined>;

const camelCase = (flag: string) =>
  flag.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The fields that the options set. An empty text clears its field. */
function changesOf(given: Options): Partial<Input> {
  const changes: Partial<Input> = {};
  for (const field of Object.keys(options) as TextField[]) {
    const value = given[camelCase(options[field][0])];
    if (typeof value === "string") changes[field] = value.replaceAll("\\n", "\n") || null;
  }
  if (changes.tax_id) changes.has_tax_id = true;
  if (given["taxId"] === false) Object.assign(changes, { has_tax_id: false, tax_id: null });
  if (given["sellsTo"]) changes.sells_to_consumers = given["sellsTo"] === "consumers";
  if (given["uncovered"]) changes.refuses_uncovered = given["uncovered"] === "refuse";
  return changes;
}

/** @throws invalid naming the option */
function checked(input: Input): Input {
  const parsed = SetMerchantProfile.safeParse(input);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = String(issue?.path[0] ?? "");
  const flag = options[field as TextField]?.[0];
  throw invalid(flag ? `--${flag}` : field, issue?.message ?? "is not valid");
}

async function setUpMerchant(ctx: Context, given: Options): Promise<Output> {
  const inside = await accountContext(ctx, { account: given.account, mode: "live" });
  const { id: accountId, name } = inside.account;
  const changes = changesOf(given);
  const current = await findMerchantProfile(inside, { accountId });
  const input = checked({ ...toMerchantProfileInput(current), ...changes });
  const isChanged = Object.keys(changes).length > 0;
  const saved = isChanged ? await setMerchantProfile(inside, input) : current;
  const { profile, missing } = toMerchantProfileResource(saved);
  const fields = Object.entries(profile).map(
    ([field, value]) => `  ${field}: ${String(value ?? "–").replaceAll("\n", ", ")}`,
  );
  const state =
    missing.length === 0
      ? "Complete: live checkouts can be opened."
      : `Missing before a live checkout can be opened: ${missing.join(", ")}.`;
  return {
    lines: [`Seller details of ${name}${isChanged ? ", saved" : ""}:`, ...fields, state],
    document: { account_id: accountId, ...profile, missing },
  };
}

/** Adds `account merchant`. */
export function addMerchantCommand(account: Command): void {
  const command = account
    .command("merchant")
    .description("show or set the seller details that a live checkout needs")
    .addOption(accountOption());
  for (const [flag, description] of Object.values(options)) {
    command.option(`--${flag} <text>`, description);
  }
  command
    .option("--no-tax-id", "the seller has no tax id")
    .addOption(
      new Option(
        "--sells-to <buyers>",
        "businesses: customers must confirm that they are one",
      ).choices(["consumers", "businesses"]),
    )
    .addOption(
      new Option(
        "--uncovered <choice>",
        "consumers of countries that no tax rule covers; default: accept, without a word about tax",
      ).choices(["accept", "refuse"]),
    )
    .addOption(jsonOption())
    .action((given: Options) => runInTransaction(given, (ctx) => setUpMerchant(ctx, given)));
}
