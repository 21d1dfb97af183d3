// The mail that says how to pay, where the customer pays elsewhere: by bank transfer, for instance.
import { z } from "zod";
import type { Context, Mode } from "#core/context";
import { appUrl } from "#core/env";
import { languageOf } from "#core/language";
import { oneLine, renderDocument } from "#core/mail-document";
import { type MailTemplate, mailOf, type PreparedMail } from "#domain/queue";
import { providerNamed } from "#gateways/payments";
import { mailTexts } from "./mail-texts-rules";

const Params = z.object({ accountId: z.string(), checkoutSessionId: z.string() });
type Params = z.infer<typeof Params>;

const refused = (reason: string): PreparedMail => ({ state: "refused", reason });

async function findShopName(
  ctx: Context,
  session: { accountId: string; subaccountId: string | null },
) {
  const { accountId, subaccountId } = session;
  const { subaccount, account } = ctx.db.prisma;
  const owner =
    subaccountId === null
      ? null
      : await subaccount.findFirst({ where: { accountId, id: subaccountId } });
  return (owner ?? (await account.findUniqueOrThrow({ where: { id: accountId } }))).name;
}

async function prepare(
  ctx: Context,
  { params: { accountId, checkoutSessionId } }: { params: Params },
): Promise<PreparedMail> {
  const { checkoutSession, payment: payments } = ctx.db.prisma;
  const session = await checkoutSession.findFirst({ where: { accountId, id: checkoutSessionId } });
  const payment = await payments.findFirst({ where: { accountId, checkoutSessionId } });
  if (!session?.customerEmail) return refused("the session has no e-mail address");
  if (payment?.state !== "processing" || payment.providerPaymentId === null) {
    return refused("the payment is no longer waited for");
  }
  const { provider, providerPaymentId: id, amountUsdCents } = payment;
  const asked = { id, mode: payment.mode as Mode, amountCents: Number(amountUsdCents) };
  const all = await providerNamed(provider).instructions?.(ctx.db, asked);
  if (!all) return refused("the payment provider has no instructions any more");
  const language = languageOf(session.language) ?? "en";
  const { title, texts, facts } = all[language];
  const { links, footer } = mailTexts[language];
  const shop = oneLine(await findShopName(ctx, session));
  const subject = `${title} · ${shop}`;
  const content = renderDocument({
    language,
    subject: session.mode === "test" ? `[Test] ${subject}` : subject,
    heading: title,
    notice: null,
    opening: texts.join(" "),
    rows: facts,
    closing: [],
    links: [{ label: links.checkout, url: `${appUrl()}/checkout/${session.id}?lang=${language}` }],
    footer: footer({ mass: "", money: "", shop, beneficiary: shop }),
  });
  return { state: "ready", to: session.customerEmail, language, content };
}

export const instructionsMail: MailTemplate<Params> = {
  name: "instructions",
  audience: "customers",
  params: Params,
  prepare,
};

/** The mail that says how to pay the session: once. */
export function mailInstructions({ accountId, checkoutSessionId }: Params) {
  return mailOf(instructionsMail, {
    key: checkoutSessionId,
    params: { accountId, checkoutSessionId },
    accountId,
    subjectId: checkoutSessionId,
  });
}
