import { formatMoment } from "#core/dates";
import type { CheckoutBlocker } from "#domain/checkout";
import { ButtonLink } from "#ui/page-parts";
import { type CheckoutData, priceOf } from "./checkout-data";
import { scriptData } from "./field";
import { Panel, WayBack } from "./panel";
import { hasFailedRefund, refundParagraphs, returnedText } from "./refund";
import { contactOf } from "./seller";

const base =
  "inline-flex min-h-12 cursor-pointer items-center justify-center rounded-lg px-5 py-2 font-medium transition-colors motion-reduce:transition-none aria-disabled:cursor-progress";
const buttonClass = {
  primary: `${base} bg-accent text-paper hover:bg-accent-strong`,
  secondary: `${base} text-ink ring-1 ring-edge ring-inset hover:bg-soft`,
};

/** Stands in for the bank's confirmation, for the test provider. */
function ApprovalButtons({ checkout }: { checkout: CheckoutData }) {
  const { approve, refuse } = checkout.t.confirm;
  return (
    <>
      <button type="submit" name="decision" value="approve" className={buttonClass.primary}>
        <span data-label="">{approve}</span>
      </button>
      <button type="submit" name="decision" value="refuse" className={buttonClass.secondary}>
        <span data-label="">{refuse}</span>
      </button>
    </>
  );
}

/** Has the server query the provider. The provider's script submits it after the confirmation. */
function Recheck({ checkout }: { checkout: CheckoutData }) {
  const { open, again } = checkout.t.confirm;
  const secret = checkout.page.forms[0]?.clientSecret ?? null;
  return (
    <>
      {secret !== null && (
        <button
          type="button"
          hidden
          data-open-bank={secret}
          className={buttonClass.primary}
          {...scriptData(checkout, checkout.page.forms[0])}
        >
          {open}
        </button>
      )}
      <button type="submit" className={buttonClass.secondary}>
        <span data-label="">{again}</span>
      </button>
    </>
  );
}

export function Confirm({ checkout }: { checkout: CheckoutData }) {
  const { page, language, t } = checkout;
  const paragraphs = [
    t.confirm.text(priceOf(checkout), page.seller.name),
    page.forms[0]?.copy[language].confirm ?? null,
  ];
  return (
    <Panel kind="confirm" title={t.confirm.title} paragraphs={paragraphs} checkout={checkout}>
      <form
        method="post"
        action={`/checkout/${page.id}/confirm`}
        data-busy={t.confirm.sending}
        data-lost={t.form.lost}
        data-lost-waiting={t.form.lostWaiting}
        className="mt-7 flex flex-wrap gap-3"
      >
        <input type="hidden" name="lang" value={language} />
        {page.forms[0]?.form === "card" ? (
          <ApprovalButtons checkout={checkout} />
        ) : (
          <Recheck checkout={checkout} />
        )}
      </form>
    </Panel>
  );
}

/** Seconds until a page without scripts reloads. */
const RENEWS_AFTER = "4";

/** Reloads the page if scripts are off. */
function Renewal() {
  return (
    <noscript>
      <meta httpEquiv="refresh" content={RENEWS_AFTER} />
    </noscript>
  );
}

export function Checking({ checkout }: { checkout: CheckoutData }) {
  const { title, text } = checkout.t.checking;
  return (
    <Panel kind="wait" title={title} paragraphs={[text]} checkout={checkout}>
      <Renewal />
    </Panel>
  );
}

/** Payment instructions, such as for a bank transfer. */
function Instructions({ checkout }: { checkout: CheckoutData }) {
  const { page, language, t } = checkout;
  const how = page.instructions?.[language];
  if (!how) return null;
  const mail = page.maskedEmail !== null && t.processing.mail(page.maskedEmail);
  return (
    <Panel
      kind="confirm"
      title={how.title}
      paragraphs={[...how.paragraphs, mail]}
      checkout={checkout}
    >
      <dl className="mt-6 divide-y divide-line border-y border-line">
        {how.facts.map(({ label, value }) => (
          <div key={label} className="justify-between gap-x-6 py-2.5 sm:flex">
            <dt className="text-[0.9375rem] text-quiet">{label}</dt>
            <dd className="font-medium break-words tabular-nums select-all">{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

export function Processing({ checkout }: { checkout: CheckoutData }) {
  if (checkout.page.instructions !== null) return <Instructions checkout={checkout} />;
  const { title, text, mail } = checkout.t.processing;
  const { maskedEmail } = checkout.page;
  const paragraphs = [text, maskedEmail !== null && mail(maskedEmail)];
  return (
    <Panel kind="wait" title={title} paragraphs={paragraphs} checkout={checkout}>
      <Renewal />
    </Panel>
  );
}

export function Over({
  checkout,
  view,
}: {
  checkout: CheckoutData;
  view: "failed" | "cancelled" | "expired";
}) {
  const { page, t } = checkout;
  const { title, text: general } = t[view];
  const own = view === "failed" ? page.forms[0]?.copy[checkout.language].failed : undefined;
  const text = returnedText(checkout) ?? own ?? general;
  const refunds = refundParagraphs(checkout);
  const contact = hasFailedRefund(checkout) ? contactOf(page.sellerDetails) : null;
  const outcome = [
    ...(view === "failed" || refunds.length === 0
      ? [text, ...refunds]
      : [view === "expired" && t.refund.expired, ...refunds]),
    contact !== null && t.sale.questions(contact),
  ];
  return (
    <Panel
      kind="over"
      title={title}
      paragraphs={[...outcome, t.again(page.seller.name)]}
      checkout={checkout}
    >
      <WayBack checkout={checkout} />
    </Panel>
  );
}

/** Open session without a provider or stock: no form, and nothing was charged. */
export function Blocked({
  checkout,
  blocker,
}: {
  checkout: CheckoutData;
  blocker: CheckoutBlocker;
}) {
  const { page, language, t } = checkout;
  const { title, text } = t.blockers[blocker];
  const until = t.blockers.until(formatMoment(page.expiresAt, language));
  const contact = contactOf(page.sellerDetails);
  return (
    <Panel
      kind="over"
      title={title}
      paragraphs={[text(page.seller.name), until, contact !== null && t.sale.questions(contact)]}
      checkout={checkout}
    >
      <p className="mt-7 flex flex-wrap items-center gap-3">
        <ButtonLink href={`?lang=${language}`} variant="primary">
          {t.blockers.again}
        </ButtonLink>
        <ButtonLink href={page.cancelUrl} variant="secondary">
          {t.back(page.seller.name)}
        </ButtonLink>
      </p>
    </Panel>
  );
}

export function NoMoreAttempts({ checkout }: { checkout: CheckoutData }) {
  const { page, t } = checkout;
  const paragraphs = [t.faults["attempts.over"], t.again(page.seller.name)];
  return (
    <Panel kind="over" title={t.failureTitle} paragraphs={paragraphs} checkout={checkout}>
      <WayBack checkout={checkout} />
    </Panel>
  );
}
