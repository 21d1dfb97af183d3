// The checkout's states other than the open form.

import { formatMoment } from "#core/dates";
import { formatMoney } from "#core/money";
import type { CheckoutBlocker } from "#domain/checkout";
import { ButtonLink } from "#ui/page-parts";
import { scriptData } from "./field";
import { Panel, WayBack } from "./panel";
import { hostOf, maskEmail, priceOf, type Shown } from "./shown";

const base =
  "inline-flex min-h-12 cursor-pointer items-center justify-center rounded-lg px-5 py-2 font-medium transition-colors motion-reduce:transition-none aria-disabled:cursor-progress";
const looks = {
  primary: `${base} bg-accent text-paper hover:bg-accent-strong`,
  secondary: `${base} text-ink ring-1 ring-edge ring-inset hover:bg-soft`,
};

/** For the provider whose customers answer here. */
function Answers({ shown }: { shown: Shown }) {
  const { approve, refuse } = shown.t.confirm;
  return (
    <>
      <button type="submit" name="answer" value="approve" className={looks.primary}>
        <span data-label="">{approve}</span>
      </button>
      <button type="submit" name="answer" value="refuse" className={looks.secondary}>
        <span data-label="">{refuse}</span>
      </button>
    </>
  );
}

/** Has the server ask the provider, whose script sends this form once the bank is done. */
function Recheck({ shown }: { shown: Shown }) {
  const { open, again } = shown.t.confirm;
  const secret = shown.page.forms[0]?.clientSecret ?? null;
  return (
    <>
      {secret !== null && (
        <button
          type="button"
          hidden
          data-open-bank={secret}
          className={looks.primary}
          {...scriptData(shown, shown.page.forms[0])}
        >
          {open}
        </button>
      )}
      <button type="submit" className={looks.secondary}>
        <span data-label="">{again}</span>
      </button>
    </>
  );
}

export function Confirm({ shown }: { shown: Shown }) {
  const { page, language, t } = shown;
  const texts = [
    t.confirm.text(priceOf(shown), page.seller.name),
    page.forms[0]?.texts[language].confirm ?? null,
  ];
  return (
    <Panel kind="ask" title={t.confirm.title} texts={texts} shown={shown}>
      <form
        method="post"
        action={`/checkout/${page.id}/confirm`}
        data-busy={t.confirm.sending}
        data-lost={t.form.lost}
        data-lost-waiting={t.form.lostWaiting}
        className="mt-7 flex flex-wrap gap-3"
      >
        <input type="hidden" name="lang" value={language} />
        {page.forms[0]?.form === "card" ? <Answers shown={shown} /> : <Recheck shown={shown} />}
      </form>
    </Panel>
  );
}

/** Seconds until the customer goes on by itself, where scripts run. */
const LEAVES_AFTER = 8;

function Leaving({ shown }: { shown: Shown }) {
  const { leaving, stay } = shown.t.paid;
  const text = leaving(hostOf(shown.page.successUrl));
  return (
    <p
      hidden
      data-leaves={LEAVES_AFTER}
      className="mt-4 flex flex-wrap items-center gap-x-2 text-[0.9375rem] text-quiet"
    >
      <span data-text={text} role="timer" className="tabular-nums" />
      <button type="button" id="stay" data-stay="" className="link min-h-11 cursor-pointer px-1">
        {stay}
      </button>
    </p>
  );
}

export function Paid({ shown }: { shown: Shown }) {
  const { page, t } = shown;
  const { order } = page;
  const isRetired = order?.isFulfilled === true;
  const isWaiting = order?.isWaiting === true;
  const texts = [
    isRetired ? t.paid.retired : isWaiting ? t.paid.waiting(page.seller.name) : t.paid.retiring,
    isWaiting && t.paid.waitingNext,
    page.email !== null && t.paid.receipt(maskEmail(page.email)),
  ];
  return (
    <Panel kind="done" title={t.paid.title} texts={texts} shown={shown}>
      {order && (
        <p className="mt-2 text-[0.9375rem] text-quiet">
          {t.paid.number} <span className="font-medium text-ink">{order.number}</span>
        </p>
      )}
      <p className="mt-7 flex flex-wrap gap-3">
        <ButtonLink href={page.successUrl} variant="primary">
          <span data-onward="">{t.paid.onward(hostOf(page.successUrl))}</span>
        </ButtonLink>
        {order && (
          <ButtonLink href={`/certificates/${order.id}`} variant="secondary">
            {isRetired ? t.paid.certificate : t.paid.order}
          </ButtonLink>
        )}
      </p>
      <Leaving shown={shown} />
    </Panel>
  );
}

/** Seconds after which a page without script reads itself again. */
const RENEWS_AFTER = "4";

/** For those who have no script; with it the page renews itself without a blink. */
function Renewal() {
  return (
    <noscript>
      <meta httpEquiv="refresh" content={RENEWS_AFTER} />
    </noscript>
  );
}

export function Checking({ shown }: { shown: Shown }) {
  const { title, text } = shown.t.checking;
  return (
    <Panel kind="wait" title={title} texts={[text]} shown={shown}>
      <Renewal />
    </Panel>
  );
}

/** The customer pays elsewhere, and is told how. */
function Instructions({ shown }: { shown: Shown }) {
  const { page, language, t } = shown;
  const how = page.instructions?.[language];
  if (!how) return null;
  const mail = page.email !== null && t.processing.mail(maskEmail(page.email));
  return (
    <Panel kind="ask" title={how.title} texts={[...how.texts, mail]} shown={shown}>
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

export function Processing({ shown }: { shown: Shown }) {
  if (shown.page.instructions !== null) return <Instructions shown={shown} />;
  const { title, text, mail } = shown.t.processing;
  const { email } = shown.page;
  const texts = [text, email !== null && mail(maskEmail(email))];
  return (
    <Panel kind="wait" title={title} texts={texts} shown={shown}>
      <Renewal />
    </Panel>
  );
}

function refundText({ page, language, t }: Shown): string | null {
  if (page.refund === null) return null;
  const amount = formatMoney(page.refund.amountCents, "USD", language);
  const { refunded, refunding } = page.forms[0]?.texts[language] ?? {};
  const [done, underWay] = [refunded ?? t.refund.done, refunding ?? t.refund.underWay];
  return page.refund.isDone ? done(amount) : underWay(amount);
}

export function Over({ shown, view }: { shown: Shown; view: "failed" | "cancelled" | "expired" }) {
  const { page, t } = shown;
  const { title, text: general } = t[view];
  const own = view === "failed" ? page.forms[0]?.texts[shown.language].failed : undefined;
  const text = own ?? general;
  const refund = refundText(shown);
  const told = refund === null ? [text] : [view === "expired" && t.refund.expired, refund];
  return (
    <Panel kind="over" title={title} texts={[...told, t.again(page.seller.name)]} shown={shown}>
      <WayBack shown={shown} />
    </Panel>
  );
}

/** It is open, but there is no provider or no stock for it: no form, and nothing was taken. */
export function Blocked({ shown, blocker }: { shown: Shown; blocker: CheckoutBlocker }) {
  const { page, language, t } = shown;
  const { title, text } = t.blockers[blocker];
  const until = t.blockers.until(formatMoment(page.expiresAt, language));
  return (
    <Panel kind="over" title={title} texts={[text(page.seller.name), until]} shown={shown}>
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

/** No attempt is left: there is no form any more, and nothing was taken. */
export function NoMoreAttempts({ shown }: { shown: Shown }) {
  const { page, t } = shown;
  const texts = [t.faults["attempts.over"], t.again(page.seller.name)];
  return (
    <Panel kind="over" title={t.failureTitle} texts={texts} shown={shown}>
      <WayBack shown={shown} />
    </Panel>
  );
}
