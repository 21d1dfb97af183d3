// Additions of a module to the core, as data. Each part is optional. The lists next to this file
// have what only some programs load: procedures, public pages, and parts of the dashboard.

import type { AccountContext, Context, Mode } from "#core/context";
import type { Currency } from "#core/money";
import type { Capability, CreditLimits } from "#domain/accounts";
import type { PortfolioWithAllocations } from "#domain/catalogue";
import type { CreditOrder } from "#domain/checkout";
import type { Reservations } from "#domain/holds";
import type { ChargeOrder } from "#domain/orders";
import type { MailTemplate } from "#domain/queue";
import type { Endpoint } from "#rest/endpoint";
import type { Reply } from "#rest/handle";

type Handler = (request: Request) => Promise<Response>;

/** The whole API, with the endpoints of all modules. */
export interface Api {
  endpoints: readonly Endpoint[];
  replyTo: (request: Request) => Promise<Reply>;
}

/** A form of a public page, at the page's own path, such as "/buy/{link}". */
interface ModuleForm {
  route: string;
  handle: (request: Request, id: string) => Promise<Response>;
}

/** A tab of the menu in the dashboard. */
export interface ModuleScreen {
  /** Name of the tab of the core that it follows. */
  after: string;
  path: string;
  show?: string;
  name: string;
  hotkey?: string;
  parts?: string;
  /** Of an account's tab. Default: "read". */
  needs?: Capability;
  /** Also for people who are limited to one subaccount. */
  isForLimited?: boolean;
}

/** Such a tab, which an account may not need. */
interface OfferedScreen extends ModuleScreen {
  /** Default: always. */
  isOffered?: (ctx: AccountContext, input: { subaccountId: string | null }) => Promise<boolean>;
}

/** A page where customers buy of a portfolio. */
export interface PublishedLink {
  slug: string;
  mode: Mode;
  seller: string;
  portfolio: PortfolioWithAllocations;
  currency: Currency;
  pricePerTonne: number;
}

/** Finds where the public pages of the catalogue lead customers to buy. */
export interface PublishedLinks {
  /** The active link with this slug; null if it sells nothing now. */
  find: (ctx: Context, input: { slug: string | null }) => Promise<PublishedLink | null>;
  /** The newest active link that sells this portfolio of an account's own. */
  findOfPortfolio: (
    ctx: Context,
    input: { portfolioId: string; mode: Mode | null },
  ) => Promise<PublishedLink | null>;
}

/** An invoice or credit note, as the search of the dashboard lists it. */
export interface InvoiceHit {
  id: string;
  number: string;
  kind: string;
  period: Date;
  currency: Currency;
  total: bigint;
}

/** Charges accounts for their orders. All of it runs in the caller's transaction. */
export interface Billing extends CreditLimits {
  charge: ChargeOrder;
  credit: CreditOrder;
  /** The account's newest documents with this id, or with the text in their number. */
  findInvoices: (ctx: AccountContext, text: string) => Promise<InvoiceHit[]>;
}

/** A part of `till check`. */
export interface Check {
  subject: string;
  invariants: readonly string[];
  /** The rows that violate one. */
  run: (ctx: Context) => Promise<{ check: string; row: Record<string, unknown> }[]>;
}

/** Work of recurring jobs. Returns false if there was nothing to do. */
export interface Chores {
  "check-notices"?: (ctx: Context) => Promise<boolean>;
  "issue-invoices"?: (ctx: Context) => Promise<boolean>;
}

export interface Module {
  /** As in CT_MODULES. */
  name: string;
  /** Endpoints of the API, each documented last under its tag. */
  endpoints?: readonly Endpoint[];
  forms?: readonly ModuleForm[];
  screens?: readonly OfferedScreen[];
  operatorScreens?: readonly ModuleScreen[];
  /** By default, no account can be charged. */
  billing?: Billing;
  checks?: readonly Check[];
  /** None by default. */
  publishedLinks?: PublishedLinks;
  /** By default, no reservation is found. */
  reservations?: Reservations;
  /**
   * An address outside of the API, which takes an API key and is admitted like the API. It is
   * opened at its first request.
   */
  address?: { path: string; open: (api: Api) => Promise<Handler> };
  /** Templates of mails. */
  mails?: readonly MailTemplate[];
  chores?: Chores;
  /** Deletes data that has served its purpose, every hour. Returns the number of rows. */
  cleanUp?: (ctx: Context) => Promise<number>;
}
