import { formatDay } from "#core/dates";
import { formatMass } from "#core/mass";
import { Owner } from "#ui/owner";
import { Notice } from "#ui/page-parts";
import { CO2e } from "#ui/text";
import { type ImpactView, splitText } from "./view";

function Statement({ view }: { view: ImpactView }) {
  const { mode, impact } = view;
  if (impact.total_offset_kgs === 0) {
    return (
      <>
        After the first order is matched with carbon credits, this page shows how much was set aside
        and retired, from which projects, and where to verify it.
      </>
    );
  }
  if (mode === "test") {
    return <>These are sandbox credits from fictional projects.</>;
  }
  if (impact.pending_kgs === 0) {
    return (
      <>
        The registries have retired these carbon credits. They are permanently out of circulation,
        and no one can sell, transfer, or use them again.
      </>
    );
  }
  return (
    <>
      Carbon credits for {formatMass(impact.total_offset_kgs)} of <CO2e /> have been set aside for{" "}
      {impact.name}. They count as retired here once their registries have recorded it.
    </>
  );
}

function Headline({ view }: { view: ImpactView }) {
  const { name } = view.impact;
  const { kg, claim } = view.headline;
  if (kg === 0) {
    return (
      <h1 className="text-4xl font-semibold tracking-tight text-balance sm:text-5xl">
        <span className="sr-only">{name}: </span>No credits retired yet
      </h1>
    );
  }
  return (
    <h1>
      <span className="sr-only">{name}: </span>
      <span className="mr-1 text-amount font-semibold tabular-nums sm:mr-2 sm:whitespace-nowrap">
        {formatMass(kg)}
      </span>{" "}
      <span className="text-2xl font-medium whitespace-nowrap text-quiet sm:text-4xl">
        of <CO2e /> {claim === "retired" ? "retired" : "set aside"}
      </span>
    </h1>
  );
}

/** Share of the total that the registries have retired; nothing if it is all. */
function Split({ view: { impact } }: { view: ImpactView }) {
  if (impact.pending_kgs === 0) return null;
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
      <p className="mt-2 text-[0.9375rem] text-quiet tabular-nums">{splitText(impact)}</p>
    </div>
  );
}

export function Hero({ view }: { view: ImpactView }) {
  const { mode, impact } = view;
  return (
    <header className="px-5 pt-6 pb-9 sm:px-12 sm:pt-12 sm:pb-12">
      <Owner brand={view.brand} />
      {mode === "test" && (
        <div className="mt-6 sm:mt-8">
          <Notice>Test data: no real credits were retired</Notice>
        </div>
      )}
      <p className="mt-10 mb-3 text-[0.9375rem] font-medium text-accent sm:mt-14">
        Climate impact since{" "}
        <time dateTime={impact.since_date}>{formatDay(impact.since_date)}</time>
      </p>
      <Headline view={view} />
      <Split view={view} />
      <p className="mt-6 max-w-2xl text-lg/relaxed text-balance">
        <Statement view={view} />
      </p>
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
