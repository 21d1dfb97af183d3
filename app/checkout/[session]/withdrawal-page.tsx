// Two clicks withdraw from a contract: the link to this page, and its button.
import { publicContext } from "#core/context";
import { formatDay, formatMoment } from "#core/dates";
import { Problem } from "#core/errors";
import { formatMass } from "#core/mass";
import { formatMoney } from "#core/money";
import { findWithdrawal, type Withdrawal } from "#domain/checkout";
import { type PageRequest, publicPage } from "#site/public-page";
import { ButtonLink } from "#ui/page-parts";
import { createNonce, headersWith, languageFor } from "./checkout-headers";
import { copy } from "./copy/copy";
import { disputeCopy } from "./copy/disputes";
import { Frame } from "./frame";
import { Panel } from "./panel";
import { contactOf } from "./seller";

type Language = ReturnType<typeof languageFor>;

interface Data {
  withdrawal: Withdrawal;
  language: Language;
  isOverLimit: boolean;
}

async function load({ params }: PageRequest): Promise<Withdrawal | "unknown" | "unavailable"> {
  const ctx = publicContext();
  try {
    return await findWithdrawal(ctx, { key: params["key"] ?? "" });
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return "unknown";
    ctx.log.error({ event: "checkout.page_failed", err: error }, "withdrawal page failed");
    return "unavailable";
  }
}

/** The refund that a withdrawal has; none where there is no withdrawal, or the bank decides first. */
function refundRows(withdrawal: Withdrawal, language: Language): [string, string][] {
  const { state, isPaid, isDisputed, price, currency, refundedBefore: before } = withdrawal;
  if (!isPaid || (state !== "open" && state !== "withdrawn")) return [];
  const t = copy[language].sale.withdrawal;
  const money = (minor: number) => formatMoney({ minor, currency }, language);
  return [
    ...(before > 0 ? [[t.refundedBefore, money(before)] as [string, string]] : []),
    ...(isDisputed ? [] : [[t.refund, money(price - before)] as [string, string]]),
  ];
}

/** The state of the money in place of a refund; false if there is nothing to say. */
function moneyNote(withdrawal: Withdrawal, language: Language): string | false {
  const { isPaid, isDisputed, price, currency, refundedBefore } = withdrawal;
  if (!isPaid) return copy[language].sale.withdrawal.notPaid;
  const rest = formatMoney({ minor: price - refundedBefore, currency }, language);
  return isDisputed && disputeCopy[language].held(rest);
}

/** The contract, so that the customer recognizes it. */
function Contract({ withdrawal, language }: Data) {
  const { sale, paid } = copy[language];
  const { amountKg, price, currency, purchasedAt, until, state } = withdrawal;
  const rows = [
    [sale.withdrawal.amount, `${formatMass(amountKg, language)} CO₂e`],
    [sale.withdrawal.price, formatMoney({ minor: price, currency }, language)],
    ...refundRows(withdrawal, language),
    [paid.number, withdrawal.orderNumber],
    [sale.withdrawal.bought, formatDay(purchasedAt, language)],
    ...(state === "open" ? [[sale.withdrawal.until, formatMoment(until, language)]] : []),
  ] as const;
  return (
    <dl className="mt-6 divide-y divide-line border-y border-line text-[0.9375rem]">
      {rows.map(([label, value]) => (
        <div key={label} className="justify-between gap-x-6 py-2.5 sm:flex">
          <dt className="text-quiet">{label}</dt>
          <dd className="font-medium break-words tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Confirm({ withdrawal, language, isOverLimit }: Data) {
  const { sale, form } = copy[language];
  const t = sale.withdrawal;
  const { maskedEmail, seller, key, sessionId } = withdrawal;
  const paragraphs = [
    isOverLimit && t.wait,
    t.text(seller),
    moneyNote(withdrawal, language),
    maskedEmail !== null && t.mail(maskedEmail),
  ];
  return (
    <Panel kind="confirm" title={t.title} paragraphs={paragraphs}>
      <Contract withdrawal={withdrawal} language={language} isOverLimit={isOverLimit} />
      <form
        method="post"
        action={`/withdraw/${key}/confirm`}
        data-busy={t.sending}
        data-lost={form.lost}
        data-lost-waiting={form.lost}
        className="mt-7 flex flex-wrap gap-3"
      >
        <input type="hidden" name="lang" value={language} />
        <button
          type="submit"
          className="inline-flex min-h-12 cursor-pointer items-center justify-center rounded-lg bg-accent px-5 py-2 font-medium text-paper hover:bg-accent-strong aria-disabled:cursor-progress"
        >
          <span data-label="">{t.confirm}</span>
        </button>
        <ButtonLink href={`/checkout/${sessionId}?lang=${language}`} variant="secondary">
          {t.keep}
        </ButtonLink>
      </form>
    </Panel>
  );
}

function Ended({ withdrawal, language, isOverLimit }: Data) {
  const { sale } = copy[language];
  const { state, withdrawnAt, maskedEmail, sellerDetails, sessionId } = withdrawal;
  if (state === "open") return null;
  const { title, text } = sale.withdrawal[state];
  const isDone = state === "withdrawn";
  const contact = contactOf(sellerDetails);
  const paragraphs = [
    typeof text === "string" ? text : text(formatMoment(withdrawnAt ?? withdrawal.until, language)),
    isDone && moneyNote(withdrawal, language),
    isDone && maskedEmail !== null && sale.withdrawal.mail(maskedEmail),
    !isDone && contact !== null && sale.questions(contact),
  ];
  return (
    <Panel kind={isDone ? "done" : "over"} title={title} paragraphs={paragraphs}>
      <Contract withdrawal={withdrawal} language={language} isOverLimit={isOverLimit} />
      <p className="mt-7">
        <ButtonLink href={`/checkout/${sessionId}?lang=${language}`} variant="secondary">
          {sale.withdrawal.view}
        </ButtonLink>
      </p>
    </Panel>
  );
}

function Body(data: Data) {
  const { withdrawal, language } = data;
  return (
    <Frame
      view={`withdrawal-${withdrawal.state}`}
      language={language}
      isTest={withdrawal.isTest}
      seller={withdrawal.sellerDetails}
    >
      {withdrawal.state === "open" ? <Confirm {...data} /> : <Ended {...data} />}
    </Frame>
  );
}

function Message({ reason, language }: { reason: "unknown" | "unavailable"; language: Language }) {
  const t = copy[language];
  const { title, text } = reason === "unknown" ? t.sale.withdrawal.unknown : t.unavailable;
  return (
    <Frame view={reason} language={language}>
      <Panel kind="over" title={title} paragraphs={[text]} />
    </Frame>
  );
}

const statuses = { unknown: 404, unavailable: 503 } as const;

export const withdrawalPage = publicPage({
  path: "/withdraw/{key}",
  load,
  render(result, request) {
    const language = languageFor(request);
    const nonce = createNonce();
    const t = copy[language].sale.withdrawal;
    const isMessage = typeof result === "string";
    return {
      status: isMessage ? statuses[result] : 200,
      head: {
        title: isMessage ? t.unknown.title : `${t.title} · ${result.seller}`,
        isWholeTitle: true,
        language,
      },
      scripts: ["/checkout.js"],
      nonce,
      headers: headersWith({ nonce, robots: "noindex", outside: null }),
      body: isMessage ? (
        <Message reason={result} language={language} />
      ) : (
        <Body
          withdrawal={result}
          language={language}
          isOverLimit={request.query.get("wait") === "1"}
        />
      ),
    };
  },
});
