import { formatDay } from "#core/dates";
import { formatMass, roundMass } from "#core/mass";
import { Owner } from "#ui/owner";
import { Notice } from "#ui/page-parts";
import { CO2e } from "#ui/text";
import { embedCopy } from "./[...embed]/copy";
import { impactCopy } from "./copy/copy";
import { alongsideText, beneficiaryOf, type ImpactView, splitSentence } from "./view";

function statementOf(view: ImpactView): string {
  const { mode, impact } = view;
  const { language } = view.reader;
  const { hero: copy } = impactCopy[language];
  if (impact.total_offset_kgs === 0) return copy.empty;
  if (mode === "test") return copy.test;
  if (impact.pending_kgs === 0) return copy.retired;
  return copy.setAside(formatMass(impact.total_offset_kgs, language), beneficiaryOf(view));
}

function Headline({ view }: { view: ImpactView }) {
  const { name } = view.impact;
  const { kg, claim } = view.headline;
  const { language } = view.reader;
  const copy = impactCopy[language];
  if (kg === 0) {
    return (
      <h1 className="text-4xl font-semibold tracking-tight text-balance sm:text-5xl">
        <span className="sr-only">{name}: </span>
        {copy.hero.nothing}
      </h1>
    );
  }
  return (
    <h1>
      <span className="sr-only">{name}: </span>
      <span className="mr-1 text-amount font-semibold tabular-nums sm:mr-2 sm:whitespace-nowrap">
        {roundMass(kg, language)}
      </span>{" "}
      <span className="text-2xl font-medium whitespace-nowrap text-quiet sm:text-4xl">
        {copy.of} <CO2e /> {claim === "retired" ? copy.retired : copy.setAside}
        {view.whose === "for_others" && ` ${copy.forOthers.claim}`}
      </span>
    </h1>
  );
}

/** Share of the total that the registries have retired; nothing if it is all. */
function Split({ view }: { view: ImpactView }) {
  const { impact } = view;
  const { language } = view.reader;
  if (impact.pending_kgs === 0) return null;
  if (impact.registry_retired_kgs === 0) {
    return (
      <p className="mt-4 text-[0.9375rem] text-quiet">{impactCopy[language].projects.pending}</p>
    );
  }
  return (
    <div className="mt-6 max-w-2xl">
      <svg
        viewBox={`0 0 ${impact.total_offset_kgs} 1`}
        preserveAspectRatio="none"
        className="h-2.5 w-full overflow-clip rounded-full bg-thread"
        aria-hidden="true"
      >
        <rect width={impact.registry_retired_kgs} height="1" className="fill-accent" />
      </svg>
      <p className="mt-2 text-[0.9375rem] text-quiet tabular-nums">
        {splitSentence(impact, language)}
      </p>
    </div>
  );
}

export function Hero({ view }: { view: ImpactView }) {
  const { mode, impact } = view;
  const { language } = view.reader;
  const copy = impactCopy[language];
  const alongside = alongsideText(view);
  return (
    <header className="px-5 pt-6 pb-9 sm:px-12 sm:pt-12 sm:pb-12">
      <Owner brand={view.brand} language={language} />
      {mode === "test" && (
        <div className="mt-6 sm:mt-8">
          <Notice>{copy.hero.testNotice}</Notice>
        </div>
      )}
      <p className="mt-10 mb-3 text-[0.9375rem] font-medium text-accent sm:mt-14">
        {embedCopy[language].impactSince}{" "}
        <time dateTime={impact.since_date}>{formatDay(impact.since_date, language)}</time>
      </p>
      <Headline view={view} />
      <Split view={view} />
      {alongside !== null && (
        <p className="mt-4 text-[0.9375rem] text-quiet tabular-nums">{alongside}</p>
      )}
      <p className="mt-6 max-w-2xl text-lg/relaxed text-balance">{statementOf(view)}</p>
      {view.brand.story !== null && (
        <blockquote
          dir="auto"
          className="mt-7 max-w-2xl border-s-2 border-accent ps-5 text-lg/relaxed whitespace-pre-line text-pretty"
        >
          {view.brand.story}
        </blockquote>
      )}
    </header>
  );
}
