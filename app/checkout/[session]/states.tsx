// What the page says when there is nothing to fill in: it waits, or it is over.
import { formatMoney } from "#core/money";
import type { Obstacle } from "#domain/checkout";
import { ButtonLink } from "#ui/button-link";
import { Panel, WayBack } from "./panel";
import { formatMoment, maskEmail, type Shown } from "./shown";

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
  const amount = formatMoney(page.refund.amountCents, language);
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
export function Blocked({ shown, obstacle }: { shown: Shown; obstacle: Obstacle }) {
  const { page, language, t } = shown;
  const { title, text } = t.obstacles[obstacle];
  const until = t.obstacles.until(formatMoment(page.expiresAt, language));
  return (
    <Panel kind="over" title={title} texts={[text(page.seller.name), until]} shown={shown}>
      <p className="mt-7 flex flex-wrap items-center gap-3">
        <ButtonLink href={`?lang=${language}`} look="primary">
          {t.obstacles.again}
        </ButtonLink>
        <ButtonLink href={page.cancelUrl} look="secondary">
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
