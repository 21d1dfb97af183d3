// Whose shop it is, what is bought and what it costs.
import { formatMass } from "#core/mass";
import { formatMoney } from "#core/money";
import { CO2e } from "#ui/co2e";
import { Logo } from "#ui/logo";
import { Portfolio } from "./portfolio";
import { priceOf, type Shown } from "./shown";

/** The shop's logo, or its first letter. */
function Seller({ shown }: { shown: Shown }) {
  const { name, logoUrl } = shown.page.seller;
  return (
    <p className="flex min-w-0 items-center gap-3">
      <Logo name={name} logoUrl={logoUrl} look="line" />
      <span className="line-clamp-3 min-w-0 font-semibold">{name}</span>
    </p>
  );
}

/** "25 kg of CO₂e". */
function Amount({ shown }: { shown: Shown }) {
  const { of } = shown.t.summary;
  return (
    <span>
      <span className="whitespace-nowrap tabular-nums">
        {formatMass(shown.page.amountKg, shown.language)}
      </span>{" "}
      {of && `${of} `}
      <CO2e />
    </span>
  );
}

function Price({ shown }: { shown: Shown }) {
  const { page, language, t } = shown;
  return (
    <>
      <h1 id="what">
        <span className="block text-lg text-quiet">
          <Amount shown={shown} />
        </span>{" "}
        <span className="mt-0.5 block text-[2.75rem]/tight font-semibold tracking-tight tabular-nums sm:text-5xl/tight">
          {priceOf(shown)}
        </span>
      </h1>
      <p className="mt-1 text-[0.9375rem] text-quiet">
        {t.summary.currency}
        {" · "}
        {t.summary.perKg(formatMoney(page.pricePerKgCents, language))}
      </p>
      {page.description !== null && (
        <p className="mt-3 max-w-prose text-[0.9375rem] whitespace-pre-line">{page.description}</p>
      )}
    </>
  );
}

/** Beside or above the form. */
export function Summary({ shown }: { shown: Shown }) {
  return (
    <section aria-labelledby="what">
      <Seller shown={shown} />
      <div className="mt-5 lg:mt-8">
        <Price shown={shown} />
      </div>
      <div className="mt-5 lg:mt-8">
        <Portfolio shown={shown} />
      </div>
    </section>
  );
}

/** Below what became of it, in two lines. */
export function ShortSummary({ shown }: { shown: Shown }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line px-5 py-4 sm:px-8">
      <Seller shown={shown} />
      <p className="text-[0.9375rem] text-quiet">
        <Amount shown={shown} />
        {" · "}
        <span className="font-semibold whitespace-nowrap text-ink tabular-nums">
          {priceOf(shown)}
        </span>
      </p>
    </div>
  );
}
