// The bank's question whether it is really the customer who pays.
import { Panel } from "./panel";
import { priceOf, type Shown } from "./shown";
import { stripeData } from "./stripe-card";

const base =
  "inline-flex min-h-12 cursor-pointer items-center justify-center rounded-lg px-5 py-2 font-medium transition-colors motion-reduce:transition-none aria-disabled:cursor-progress";
const looks = {
  primary: `${base} bg-accent text-paper hover:bg-accent-strong`,
  secondary: `${base} text-ink ring-1 ring-edge ring-inset hover:bg-soft`,
};

function TestAnswers({ shown }: { shown: Shown }) {
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

/** The form that tells the server to ask Stripe; its script sends it once the bank is done. */
function StripeAnswers({ shown }: { shown: Shown }) {
  const { open, again } = shown.t.confirm;
  const secret = shown.page.stripe?.clientSecret ?? null;
  return (
    <>
      {secret !== null && (
        <button
          type="button"
          hidden
          data-open-bank={secret}
          className={looks.primary}
          {...stripeData(shown)}
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
  const isTest = page.provider === "test";
  const texts = [
    t.confirm.text(priceOf(shown), page.seller.name),
    isTest ? t.confirm.test : t.confirm.stripe,
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
        {isTest ? <TestAnswers shown={shown} /> : <StripeAnswers shown={shown} />}
      </form>
    </Panel>
  );
}
