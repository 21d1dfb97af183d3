// A person learns by mail of each change to how they log in.
import { z } from "zod";
import type { Context } from "#core/context";
import { appUrl } from "#core/env";
import { newId } from "#core/id";
import { oneLine, type RenderedMail, renderDocument } from "#core/mail-document";
import { type MailTemplate, mailOf, type PreparedMail, queueMails } from "#domain/queue";
import type { SecurityEventKind } from "./schema";
import { recordSecurityEvent, type Visitor } from "./security-events";

interface Change {
  event: SecurityEventKind;
  /** Of the security event. */
  data?: Record<string, string>;
  heading: string;
  text: string;
}

const factor = (to: string, heading: string, text: string): Change => ({
  event: "auth.second_factor_changed",
  data: { to },
  heading,
  text,
});

/** Every change that is mailed, with its security event and its words. */
const changes = {
  password_changed: {
    event: "auth.password_changed",
    data: { how: "old password" },
    heading: "Your password was changed",
    text: "All your other sessions have ended.",
  },
  password_reset: {
    event: "auth.password_changed",
    data: { how: "mailed link" },
    heading: "Your password was reset",
    text: "A link that we sent to this address was used. All your sessions have ended.",
  },
  authenticator_added: factor(
    "on",
    "An authenticator app was added",
    "Logging in by password now takes a code. New recovery codes replace any earlier ones.",
  ),
  authenticator_removed: factor(
    "off",
    "The authenticator app was turned off",
    "Logging in no longer takes its codes.",
  ),
  passkey_added: factor("passkey added", "A passkey was added", "It logs in without a password."),
  passkey_removed: factor("passkey removed", "A passkey was removed", "It no longer logs in."),
  identity_added: {
    event: "auth.identity_changed",
    data: { to: "allowed" },
    heading: "A single sign-on login was linked",
    text: "It now logs in to your account here.",
  },
  identity_waits: {
    event: "auth.identity_changed",
    data: { to: "waits" },
    heading: "Another single sign-on login wants to be linked",
    text:
      "A provider vouched for another login with your email address. It can’t log in here unless " +
      "you allow it under Your login.",
  },
  identity_removed: {
    event: "auth.identity_changed",
    data: { to: "removed" },
    heading: "A single sign-on login was removed",
    text: "It no longer logs in, and its sessions have ended.",
  },
  email_changed: {
    event: "auth.email_changed",
    heading: "Your email address was changed",
    text: "You log in with the new address from now on. All your other sessions have ended.",
  },
  second_factor_reset: factor(
    "reset",
    "Your second factor was removed",
    "An operator of this installation removed your authenticator app, passkeys and recovery codes. Your sessions have ended; the password stays.",
  ),
} satisfies Record<string, Change>;

export type SecurityChange = keyof typeof changes;

const EmailSide = z.object({ id: z.string(), isOld: z.boolean() });
type EmailSide = z.infer<typeof EmailSide>;

interface RecordedChange {
  change: SecurityChange;
  personId: string;
  /** None if an operator did it. */
  visitor: Visitor | null;
  /** Name of the passkey or provider that changed. */
  name?: string;
  /** The change of address, and which of its two addresses to mail. */
  emailChange?: EmailSide;
}

const Params = z.object({
  personId: z.string(),
  change: z.string().refine((name): name is SecurityChange => name in changes),
  network: z.string().nullable(),
  name: z.string().nullable(),
  /** By id: an address does not stay in the queue. */
  emailChange: EmailSide.nullable(),
});
type Params = z.infer<typeof Params>;

const shortTime = (at: Date) => `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;

/** Passwords and factors change without the logins that a provider vouches for. */
async function otherLogins(ctx: Context, personId: string): Promise<string> {
  const { identity, passkey } = ctx.db.prisma;
  const orderBy = { createdAt: "asc" } as const;
  const [identities, passkeys] = [
    await identity.findMany({ where: { personId, allowed: true }, orderBy }),
    await passkey.findMany({ where: { personId }, orderBy }),
  ];
  return [
    ...identities.map(({ provider }) => `single sign-on (${provider})`),
    ...passkeys.map(({ name }) => `passkey “${oneLine(name)}”`),
  ].join(", ");
}

interface Facts extends Params {
  at: Date;
  others: string;
}

function render({ change, at, network, name, others }: Facts): RenderedMail {
  const { heading, text } = changes[change];
  return renderDocument({
    language: "en",
    subject: heading,
    heading,
    notice: null,
    opening: text,
    rows: [
      ...(name === null ? [] : [{ label: "Name", value: oneLine(name) }]),
      { label: "Time", value: shortTime(at) },
      ...(network === null ? [] : [{ label: "Network", value: network }]),
      ...(others === "" ? [] : [{ label: "Also logs in", value: others }]),
    ],
    closing: [
      "If this was you, there is nothing to do. If not, reset your password, end all sessions, and remove what isn’t yours under Your login.",
    ],
    links: [
      { label: "Review your login", url: `${appUrl()}/admin/me` },
      { label: "Reset your password", url: `${appUrl()}/admin/reset` },
    ],
    footer: "We send this mail for each change to how you log in. It can’t be turned off.",
  });
}

async function prepare(ctx: Context, params: Params, at: Date): Promise<PreparedMail> {
  const { personId, emailChange: side } = params;
  const { person, emailChange } = ctx.db.prisma;
  const row = await person.findUnique({ where: { id: personId } });
  const moved = side && (await emailChange.findUnique({ where: { id: side.id } }));
  if (!row?.passwordHash || (side && !moved)) {
    return { state: "refused", reason: "the person was erased" };
  }
  const name = moved?.newEmail ?? params.name;
  const others = await otherLogins(ctx, personId);
  const content = render({ ...params, name, at, others });
  const to = moved && side?.isOld ? moved.oldEmail : row.email;
  return { state: "ready", to, language: "en", content };
}

const template: MailTemplate<Params> = {
  name: "security_change",
  audience: "people",
  params: Params,
  prepare: (ctx, { params, createdAt }) => prepare(ctx, params, createdAt),
};

export const securityMails = [template];

/** In the transaction of the change: its security event, and the mail to the person. */
export async function recordSecurityChange(ctx: Context, input: RecordedChange): Promise<void> {
  const { change, personId, name = null, emailChange = null } = input;
  const { event: kind, data }: Change = changes[change];
  const visitor = input.visitor ?? { network: "operator", userAgent: null };
  await recordSecurityEvent(ctx, { kind, visitor, personId, ...(data && { data }) });
  const network = input.visitor?.network ?? null;
  const params = { personId, change, network, name, emailChange };
  const mail = mailOf(template, { key: newId("mail"), params, subjectId: personId });
  await queueMails(ctx.db, { mails: [mail], now: ctx.now });
}
