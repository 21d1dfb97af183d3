import { z } from "zod";
import type { Currency } from "#core/money";
import { PageQuery } from "#core/page";
import { nameText, text, trimmedText } from "#core/text";
import { typedMoney } from "#core/typed-money";
import { isAllowedSlug, isAllowedSubaccountSlug } from "./rules";

export const slugRule =
  "must be lower-case letters, digits and single hyphens, at most 100 characters";

const fields = {
  name: nameText(512).meta({ description: "Name.", examples: ["Riverside Stores"] }),
  email: z
    .email()
    .max(512)
    .nullish()
    .meta({
      description: "Email address of the subaccount.",
      examples: ["climate@riverside.example"],
    }),
  default_portfolio_id: text(512, 1).nullish().meta({
    description: "Portfolio of the subaccount's orders. Default: the account's.",
  }),
  reference: trimmedText(255, 1)
    .nullish()
    .meta({
      description:
        "Your own identifier of the subaccount, unique in the account. An update without it leaves " +
        "it as it is; null removes it.",
      examples: ["shop-17"],
    }),
  slug: trimmedText(100, 1)
    .refine(isAllowedSubaccountSlug, `${slugRule}, and not a name of the product's own`)
    .nullish()
    .meta({
      description:
        "End of its impact page's address, /impact/{account}/{slug}, unique in the account. " +
        "Without one, the address ends in the id. Former addresses lead to the new one. An update " +
        "without it leaves it as it is; null removes it.",
      examples: ["riverside"],
    }),
};

const LogoUrl = text(2048, 1).meta({
  description: "URL of a PNG, JPEG, WebP or SVG image. It is downloaded once.",
  examples: ["https://riverside.example/logo.png"],
});

export const CreateSubaccount = z
  .strictObject({
    ...fields,
    logo_url: LogoUrl.nullish().meta({
      description: "URL of a logo to download.",
      examples: ["https://riverside.example/logo.png"],
    }),
  })
  .meta({ id: "CreateSubaccount", description: "A new subaccount." });
export type CreateSubaccount = z.infer<typeof CreateSubaccount>;

export const UpdateSubaccount = z
  .strictObject({
    ...fields,
    archived: z
      .boolean()
      .optional()
      .meta({
        description:
          "True refuses new orders, quotes, reservations and checkout sessions of the subaccount. " +
          "What was begun before goes on. Left out: unchanged.",
        examples: [false],
      }),
  })
  .meta({
    id: "UpdateSubaccount",
    description:
      "All values of a subaccount. An email address or default portfolio that you leave out is " +
      "cleared.",
  });
export type UpdateSubaccount = z.infer<typeof UpdateSubaccount>;

/** Most subaccounts that one request changes or imports. */
export const MAX_SUBACCOUNTS = 500;

export const UpdateSubaccounts = z.strictObject({
  ids: z
    .array(text(64, 1))
    .min(1)
    .max(MAX_SUBACCOUNTS, `has more than ${MAX_SUBACCOUNTS} subaccounts`)
    .meta({ examples: [["sub_01kx3v6d0tf9sv4m2c8j5a7b9e"]] }),
  /** Null: the account's default. */
  default_portfolio_id: text(512, 1).nullish(),
  archived: z.boolean().optional(),
});
export type UpdateSubaccounts = z.infer<typeof UpdateSubaccounts>;

export const DownloadLogo = z
  .strictObject({ logo_url: LogoUrl })
  .meta({ id: "DownloadLogo", description: "A logo to download." });

/** Name and slug of an organization, for its live and its test account. */
export const UpdateAccount = z.strictObject({
  name: nameText(512),
  slug: text(200, 1).refine(isAllowedSlug, `${slugRule}, and not a page of the dashboard`),
});
export type UpdateAccount = z.infer<typeof UpdateAccount>;

/** An operator's terms for scarce stock: null back-order days sell nothing beyond it. */
export const SetStockTerms = z.strictObject({
  back_order_days: z.int().min(1).max(3650).nullable(),
  hold_share_percent: z.int().min(0).max(100),
});

export const billingTerms = ["invoice", "prepaid", "billed_elsewhere"] as const;
export type BillingTerms = (typeof billingTerms)[number];

const MAX_CREDIT = 100_000_000_000_000;

export const SetTerms = z.strictObject({
  /** Null for a test account only. */
  terms: z.enum(billingTerms).nullable(),
  /** Null is no limit. Only invoices have one to set: that of prepaid accounts is 0. */
  credit_limit: z.int().min(0).max(MAX_CREDIT).nullable(),
});
export type SetTerms = z.infer<typeof SetTerms>;

/** Fields of a form that sets terms; "none" is for test accounts. */
export const typedTerms = (currency: Currency) => ({
  terms: z.enum(["", "none", ...billingTerms]).refine((terms) => terms !== "", "must be chosen"),
  /** Null if the field is empty. */
  credit_limit: typedMoney({ currency, min: 0, max: 9_999_999_999 }).nullable(),
});

interface TypedTermsFields {
  terms: BillingTerms | "none" | "";
  credit_limit: number | null;
}

/** No limit if its field is empty. */
export const toTerms = ({ terms, credit_limit: limit }: TypedTermsFields): SetTerms => ({
  terms: terms === "none" || terms === "" ? null : terms,
  credit_limit: terms === "invoice" ? limit : null,
});

export const TypedTerms = (currency: Currency) =>
  z.strictObject(typedTerms(currency)).transform(toTerms);

const typedNumber = text(10).regex(/^\d+$/, "must be a whole number").transform(Number);

/** As typed into the form. */
export const StockTermsForm = z.strictObject({
  back_order_days: typedNumber.pipe(z.int().min(1).max(3650)).nullable(),
  hold_share_percent: typedNumber.pipe(z.int().min(0).max(100)),
});

export const Role = z.enum(["owner", "admin", "finance", "developer", "viewer"]);
export type Role = z.infer<typeof Role>;

/** Each procedure of an account names one of these. */
export type Capability =
  | "read"
  /** Invoices, balance and statements. */
  | "read_billing"
  /** Orders, checkout, portfolios, subaccounts, settings: whatever has no capability of its own. */
  | "manage"
  | "billing"
  /** Refunds, fraud warnings, evidence for disputes. */
  | "refunds"
  | "keys"
  | "webhooks"
  | "team"
  /** Export and erasure of a customer's data. */
  | "privacy";

const finance = ["read", "read_billing", "billing", "refunds"] as const;
const developer = ["read", "keys", "webhooks"] as const;
const admin = [...finance, ...developer, "manage"] as const;

const roleCapabilities: Record<Role, readonly Capability[]> = {
  owner: [...admin, "team", "privacy"],
  admin,
  finance,
  developer,
  viewer: ["read", "read_billing"],
};

export const capabilitiesOf = (role: Role): readonly Capability[] => roleCapabilities[role];

export const hasCapability = (role: Role, capability: Capability): boolean =>
  roleCapabilities[role].includes(capability);

/** Most powerful first. */
export const rolesWith = (capability: Capability): Role[] =>
  Role.options.filter((role) => hasCapability(role, capability));

/** Of people who may be limited to one subaccount: keys, webhooks and the team are the account's. */
export const limitedRoles: readonly Role[] = ["admin", "finance", "viewer"];

export const SetMemberRole = z.strictObject({ personId: text(64), role: Role });
export type SetMemberRole = z.infer<typeof SetMemberRole>;

/** Null: the whole account. */
export const LimitMember = z.strictObject({
  personId: text(64),
  subaccount_id: text(255, 1).nullable(),
});

export const Scope = z.enum(["read", "write"]);

const MAX_LIMIT = 9_999_999_999;

export const CreateApiKey = z.strictObject({
  name: nameText(512),
  scope: Scope,
  /** In the account's currency. */
  spending_limit: z.int().min(1).max(MAX_LIMIT).nullable().default(null),
});

export const apiKeyForm = (currency: Currency) =>
  CreateApiKey.extend({
    spending_limit: typedMoney({ currency, min: 1, max: MAX_LIMIT }).nullable(),
  });

export const RotateApiKey = z.strictObject({
  id: text(64, 1),
  overlapHours: z.int().min(0).max(168).default(24),
});

export const actorTypes = ["key", "person", "system", "public"] as const;

const moment = z.iso
  .datetime({ offset: true, error: "must be a timestamp such as 2026-01-31T12:00:00Z" })
  .nullish();

/** `from` and `to` are inclusive. */
export const ListAuditEntries = PageQuery.extend({
  actor: z.enum(actorTypes).nullish(),
  /** Exact name, such as "api_key.created". */
  action: text(64, 1).nullish(),
  from: moment,
  to: moment,
});
export type ListAuditEntries = z.infer<typeof ListAuditEntries>;

export const ListSubaccounts = PageQuery.extend({
  reference: trimmedText(255, 1)
    .optional()
    .meta({
      description: "Only the subaccount with this reference.",
      examples: ["shop-17"],
    }),
});
export type ListSubaccounts = z.infer<typeof ListSubaccounts>;

export const ListAccounts = PageQuery.extend({ search: text(512).optional() });
export type ListAccounts = z.infer<typeof ListAccounts>;

/** Its members see the reason; customers do not. */
export const SuspendAccount = z.strictObject({ reason: trimmedText(1_000, 1) });
