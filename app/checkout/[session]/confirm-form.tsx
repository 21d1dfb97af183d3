// The bank's question whether it is really the customer who pays.
import { Panel } from "./panel";
import { scriptData } from "./provider-form";
import { priceOf, type Shown } from "./shown";

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
