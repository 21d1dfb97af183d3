// It is paid: the certificate, the order, and the way back to the shop.
import { ButtonLink } from "#ui/button-link";
import { Panel } from "./panel";
import { hostOf, maskEmail, type Shown } from "./shown";

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
        <ButtonLink href={page.successUrl} look="primary">
          <span data-onward="">{t.paid.onward(hostOf(page.successUrl))}</span>
        </ButtonLink>
        {order && (
          <ButtonLink href={`/certificates/${order.id}`} look="secondary">
            {isRetired ? t.paid.certificate : t.paid.order}
          </ButtonLink>
        )}
      </p>
      <Leaving shown={shown} />
    </Panel>
  );
}
