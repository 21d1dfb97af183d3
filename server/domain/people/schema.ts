import { z } from "zod";
import { DEFAULT_CURRENCY } from "#core/money";
import { PageQuery } from "#core/page";
import { nameText, text } from "#core/text";
import { currencyCode } from "#core/typed-money";
import { Role, SetTerms, toTerms, typedTerms } from "#schemas/accounts";

const email = z.email("must be an email address").max(512);
/** Strength is checked where a password is set. */
const password = text(512, 1);

export const LogIn = z.strictObject({
  email: text(512, 1),
  password,
  /** From the authenticator, or a recovery code. Needed if the person has a second factor. */
  code: text(64).nullish(),
});
export type LogIn = z.infer<typeof LogIn>;

export const InvitePerson = z.strictObject({
  email,
  role: Role,
  /** The only subaccount that the person gets access to. */
  subaccount_id: text(255, 1).nullish(),
});
export type InvitePerson = z.infer<typeof InvitePerson>;

export const AcceptInvitation = z.strictObject({
  token: text(128, 1),
  name: nameText(512),
  password,
});
export type AcceptInvitation = z.infer<typeof AcceptInvitation>;

export const RequestPasswordReset = z.strictObject({ email });
export type RequestPasswordReset = z.infer<typeof RequestPasswordReset>;

export const ResetPassword = z.strictObject({ token: text(128, 1), password });
export type ResetPassword = z.infer<typeof ResetPassword>;

export const ChangePassword = z.strictObject({ current: password, password });
export type ChangePassword = z.infer<typeof ChangePassword>;

export const ChangeEmail = z.strictObject({ email });
export type ChangeEmail = z.infer<typeof ChangeEmail>;

/** A single sign-on login of the person, and whether it may be used. */
export const IdentityChoice = z.strictObject({
  provider: text(64, 1),
  subject: text(512, 1),
  allowed: z.boolean(),
});

export const EnableTotp = z.strictObject({ key: text(128, 1), code: text(16, 1) });
export type EnableTotp = z.infer<typeof EnableTotp>;

/** The response of the browser's authenticator, as WebAuthn JSON. */
const encoded = text(20_000, 1).regex(/^[\w-]+$/, "must be base64url");
const credential = {
  id: text(1400, 1).regex(/^[\w-]+$/, "must be base64url"),
  rawId: text(1400, 1),
  type: z.enum(["public-key"]),
  clientExtensionResults: z.object({}),
  authenticatorAttachment: z.enum(["platform", "cross-platform"]).optional(),
};

export const PasskeyLogin = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: encoded,
    authenticatorData: encoded,
    signature: encoded,
    userHandle: z.string().max(200).optional(),
  }),
});
export type PasskeyLogin = z.infer<typeof PasskeyLogin>;

export const AddPasskey = z.strictObject({
  /** The owner's name for it. */
  name: nameText(100),
  response: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: encoded,
      attestationObject: encoded,
      transports: z.array(z.string().max(32)).max(10).optional(),
    }),
  }),
});
export type AddPasskey = z.infer<typeof AddPasskey>;

const opened = {
  name: nameText(512),
  /** Default: made from the name. */
  slug: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "must be lower-case letters, digits and single hyphens")
    .max(100)
    .nullish(),
  /** Default: `CT_CURRENCY`. */
  currency: currencyCode.nullish(),
  /** Of the future owner. */
  email,
};

/** Terms are those of live orders. */
export const OpenAccount = z.strictObject({ ...opened, ...SetTerms.shape });
export const OpenAccountForm = z
  .strictObject({
    ...opened,
    terms: typedTerms(DEFAULT_CURRENCY).terms,
    credit_limit: z.string().nullable(),
  })
  .transform(({ terms, credit_limit: typed, ...account }, ctx) => {
    const refuse = (message: string) => {
      ctx.addIssue({ code: "custom", path: ["credit_limit"], input: typed, message });
      return z.NEVER;
    };
    const { currency } = account;
    if (typed !== null && !currency) return refuse("needs a currency: choose one");
    const limit = typedTerms(currency ?? DEFAULT_CURRENCY).credit_limit.safeParse(typed);
    if (!limit.success) return refuse(limit.error.issues[0]?.message ?? "is not an amount");
    return { ...account, ...toTerms({ terms, credit_limit: limit.data }) };
  });
export type OpenAccount = z.infer<typeof OpenAccount>;

export const InviteFirstOwner = z.strictObject({ email });
export type InviteFirstOwner = z.infer<typeof InviteFirstOwner>;

/** Event names are stable: runbooks and alert rules search for them. */
export const securityEventMessages = {
  "auth.login_failed": "login failed",
  "auth.code_failed": "wrong second-factor code",
  "auth.passkey_failed": "passkey refused",
  "auth.passkey_count_regressed": "passkey count went back; it may have been copied",
  "auth.attempts_limited": "too many attempts",
  "auth.password_failed": "wrong password in a confirmation",
  "auth.link_failed": "unknown or expired link from a mail",
  "auth.reset_requested": "password reset requested",
  "auth.password_changed": "password changed",
  "auth.second_factor_changed": "second factor added or removed",
  "auth.identity_changed": "single sign-on login linked or removed",
  "auth.email_changed": "email address changed",
  "auth.new_device": "login from a new device",
  "auth.sso_refused": "single sign-on refused",
  "auth.sso_failed": "single sign-on failed at the provider",
  "auth.permission_refused": "permission refused",
} as const;

export type SecurityEventKind = keyof typeof securityEventMessages;

export const securityEventKinds = Object.keys(securityEventMessages) as [
  SecurityEventKind,
  ...SecurityEventKind[],
];

export const ListSecurityEvents = PageQuery.extend({
  kind: z.enum(securityEventKinds).optional(),
  /** A whole email address or a network address. */
  search: text(200, 1).optional(),
});
export type ListSecurityEvents = z.infer<typeof ListSecurityEvents>;
