// The page after the payment.
import { formatMoment } from "#core/dates";
import { addressIn } from "#core/reader";
import { ButtonLink } from "#ui/page-parts";
import { backOrderDayOf, type CheckoutData, hostOf } from "./checkout-data";
import { Documents } from "./documents";
import { Panel } from "./panel";
import {
  disputeParagraphs,
  hasFailedRefund,
  paidTitle,
  refundParagraphs,
  staysText,
} from "./refund";
import { contactOf } from "./seller";

/** Seconds until the script redirects to the shop. */
const LEAVES_AFTER = 8;

function Leaving({ checkout, to }: { checkout: CheckoutData; to: string }) {
  const { leaving, stay } = checkout.t.paid;
  const text = leaving(hostOf(to));
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

/** The order's next step. */
function progressOf({ page, language, t }: CheckoutData): (string | false)[] {
  const { order, withdrawal, seller } = page;
  if (order?.isFulfilled) return [t.paid.allocated];
  if (withdrawal?.isCoolingOff) {
    return [t.sale.coolingOff(formatMoment(withdrawal.until, language))];
  }
  const backOrderDay = backOrderDayOf({ page, language });
  if (backOrderDay !== null) return [t.paid.backOrdered(backOrderDay), t.paid.waitingNext];
  if (!order?.isWaiting) return [t.paid.allocating];
  return [t.paid.waiting(seller.name), t.paid.waitingNext];
}

/** The consent as it was given, and the way out of the contract while there is one. */
function Withdrawal({ checkout }: { checkout: CheckoutData }) {
  const { page, language, t } = checkout;
  const { withdrawal } = page;
  if (withdrawal === null) return null;
  const { state, key, consent } = withdrawal;
  const isOpen = state === "open";
  if (!isOpen && consent === null) return null;
  return (
    <div className="mt-6 space-y-2 border-t border-line pt-4 text-[0.9375rem] text-quiet">
      {consent && (
        <p>
          {t.sale.consented(formatMoment(consent.at, language))} <q>{consent.text}</q>
        </p>
      )}
      {isOpen && key === null && <p>{t.sale.withdrawByMail}</p>}
      {isOpen && key !== null && (
        <p>
          <a
            href={`/withdraw/${key}?lang=${language}`}
            className="link inline-flex min-h-11 items-center"
          >
            {t.sale.withdraw}
          </a>
        </p>
      )}
    </div>
  );
}

const signOf = ({ dispute }: CheckoutData["page"]) =>
  dispute === null ? "done" : dispute === "returned" ? "over" : "wait";

export function Paid({ checkout }: { checkout: CheckoutData }) {
  const { page, language, t } = checkout;
  const { order, withdrawal, successUrl } = page;
  const isFulfilled = order?.isFulfilled === true;
  const isLongWait = order?.isWaiting === true || withdrawal?.isCoolingOff === true;
  const contact = contactOf(page.sellerDetails);
  const disputed = disputeParagraphs(checkout);
  const isSettled = disputed === null && page.refunds.length === 0;
  const paragraphs = [
    ...(disputed ?? progressOf(checkout)),
    ...refundParagraphs(checkout),
    disputed === null && staysText(checkout),
    isSettled && page.maskedEmail !== null && t.paid.receipt(page.maskedEmail),
    (isLongWait || hasFailedRefund(checkout)) && contact !== null && t.sale.questions(contact),
  ];
  return (
    <Panel
      kind={signOf(page)}
      title={paidTitle(checkout)}
      paragraphs={paragraphs}
      checkout={checkout}
    >
      {order && (
        <p className="mt-2 text-[0.9375rem] text-quiet">
          {t.paid.number} <span className="font-medium text-ink">{order.number}</span>
        </p>
      )}
      <p className="mt-7 flex flex-wrap gap-3">
        {successUrl !== null && (
          <ButtonLink href={successUrl} variant="primary">
            <span data-onward="">{t.paid.onward(hostOf(successUrl))}</span>
          </ButtonLink>
        )}
        {order && (
          <ButtonLink
            href={addressIn(`/certificates/${order.id}`, language)}
            variant={successUrl === null ? "primary" : "secondary"}
          >
            {isFulfilled ? t.paid.certificate : t.paid.order}
          </ButtonLink>
        )}
      </p>
      {/* The page stays while there is something to read or to decide. */}
      {successUrl !== null && isSettled && !isLongWait && (
        <Leaving checkout={checkout} to={successUrl} />
      )}
      <Documents checkout={checkout} />
      <Withdrawal checkout={checkout} />
    </Panel>
  );
}
