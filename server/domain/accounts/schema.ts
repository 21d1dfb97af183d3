// What callers send about accounts and subaccounts.
import { z } from "zod";
import { PageQuery } from "#core/page";
import { text, trimmedText } from "#core/text";
import { mayBeSlug } from "./rules";

const fields = {
  name: text(512, 1).meta({ description: "Name.", examples: ["Riverside Stores"] }),
  email: z
    .email()
    .max(512)
    .nullish()
    .meta({
      description: "E-mail address of the subaccount.",
      examples: ["climate@riverside.example"],
    }),
  default_portfolio_id: text(512, 1).nullish().meta({
    description: "Portfolio for the subaccount's orders; without it the account's applies.",
  }),
};

const LogoUrl = text(2048, 1).meta({
  description: "Where the logo is downloaded from, once: a PNG, JPEG, WebP or SVG image.",
  examples: ["https://riverside.example/logo.png"],
});

export const CreateSubaccount = z
  .strictObject({
    ...fields,
    logo_url: LogoUrl.nullish().meta({
      description: "Where the logo is downloaded from, once.",
      examples: ["https://riverside.example/logo.png"],
    }),
  })
  .meta({ id: "CreateSubaccount", description: "A subaccount to be made." });

export const UpdateSubaccount = z
  .strictObject(fields)
  .meta({ id: "UpdateSubaccount", description: "A subaccount anew; what is left out is removed." });
export type UpdateSubaccount = z.infer<typeof UpdateSubaccount>;

export const DownloadLogo = z
  .strictObject({ logo_url: LogoUrl })
  .meta({ id: "DownloadLogo", description: "A logo to be downloaded." });

export const slugRule = "must be lower-case letters, digits and single hyphens, at most 100";

/** What an organisation is called, in its live account and its test twin alike. */
export const UpdateAccount = z.strictObject({
  name: trimmedText(512, 1),
  slug: text(200, 1).refine(mayBeSlug, `${slugRule}, and no page of the dashboard`),
});
export type UpdateAccount = z.infer<typeof UpdateAccount>;

/** What a person may do in an account: an owner everything, an admin all but the team, a viewer see. */
export const Role = z.enum(["owner", "admin", "viewer"]);
export type Role = z.infer<typeof Role>;

export const SetMemberRole = z.strictObject({ personId: text(64), role: Role });
export type SetMemberRole = z.infer<typeof SetMemberRole>;

/** Whether a key may change anything. */
export const Scope = z.enum(["read", "write"]);

export const CreateApiKey = z.strictObject({ name: text(512, 1), scope: Scope });
export const RotateApiKey = z.strictObject({
  id: text(64, 1),
  overlapHours: z.int().min(0).max(168).default(24),
});

/** Who can be named in the audit log: programs by their keys, people, the product, and anybody. */
export const actorTypes = ["key", "person", "system", "public"] as const;

const moment = z.iso
  .datetime({ offset: true, error: "must be a timestamp such as 2026-01-31T12:00:00Z" })
  .nullish();

/** Which entries of the audit log: `from` and `to` are both included. */
export const ListAuditEntries = PageQuery.extend({
  actor: z.enum(actorTypes).nullish(),
  /** Exactly this, as "api_key.created". */
  action: text(64, 1).nullish(),
  from: moment,
  to: moment,
});
export type ListAuditEntries = z.infer<typeof ListAuditEntries>;

/** In the dashboard; the API takes no search. */
export const ListSubaccounts = PageQuery.extend({ search: text(512).nullish() });
export type ListSubaccounts = z.infer<typeof ListSubaccounts>;

export const ListAccounts = PageQuery.extend({ search: text(512).optional() });
export type ListAccounts = z.infer<typeof ListAccounts>;
