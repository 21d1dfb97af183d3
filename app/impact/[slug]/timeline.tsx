import { formatMonth } from "#core/dates";
import { formatMass } from "#core/mass";
import type { PublicImpact } from "#domain/impact";
import { type ImpactView, splitText } from "./view";

type Months = PublicImpact["months"];

export interface Period {
  label: string;
  kg: number;
  /** Part of the kg that registries have retired. */
  retiredKg: number;
}

const MOST = 36;

function inYear(year: number, first: number, many: number): string {
  if (many === 12) return String(year);
  if (many === 3) return `Q${first / 3 + 1} ${year}`;
  return formatMonth(new Date(Date.UTC(year, first)));
}

/** Number of months per bar. */
function monthsOfBar(months: Months): 1 | 3 | 12 {
  if (months.length <= MOST) return 1;
  return months.length <= MOST * 3 ? 3 : 12;
}

/** Groups the months into bars, oldest first. The sum stays the same. */
export function periodsOf(months: Months): Period[] {
  const many = monthsOfBar(months);
  const numberOf = (at: Date) => Math.floor((at.getUTCFullYear() * 12 + at.getUTCMonth()) / many);
  const sums = new Map<number, Omit<Period, "label">>();
  for (const { startsAt, kg, registryRetiredKg } of months) {
    const number = numberOf(startsAt);
    const sum = sums.get(number) ?? { kg: 0, retiredKg: 0 };
    sums.set(number, { kg: sum.kg + kg, retiredKg: sum.retiredKg + registryRetiredKg });
  }
  if (sums.size === 0) return [];
  const last = Math.max(...sums.keys());
  const first = Math.min(...sums.keys());
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const month = (first + index) * many;
    const label = inYear(Math.floor(month / 12), month % 12, many);
    return { label, ...(sums.get(first + index) ?? { kg: 0, retiredKg: 0 }) };
  });
}

/** Returns the maximum of the scale: a round number whose half is round, too. */
export function endOfScale(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  const end = [1, 2, 4, 6, 8, 10].map((step) => step * power).find((it) => it >= value);
  return Math.max(end ?? value, 2);
}

const BAR = 10;
const HEIGHT = 100;
/** Width of the line of labels, in units of its own. */
const LABELS = 480;

const everyBar = { 1: "month", 3: "quarter", 12: "year" } as const;

function Bar({ period, at, end }: { period: Period; at: number; end: number }) {
  if (period.kg === 0) return null;
  const height = Math.max((period.kg / end) * HEIGHT, 0.8);
  const retired = (period.retiredKg / end) * HEIGHT;
  const place = { x: at * BAR + 1.8, width: BAR - 3.6 };
  return (
    <>
      <rect {...place} y={HEIGHT - height} height={height} className="fill-thread">
        <title>{`${period.label}: ${formatMass(period.kg)}`}</title>
      </rect>
      {retired > 0 && (
        <rect {...place} y={HEIGHT - retired} height={retired} className="fill-shade-1">
          <title>{`${period.label}: ${formatMass(period.retiredKg)} retired at registries`}</title>
        </rect>
      )}
    </>
  );
}

interface ChartProps {
  periods: Period[];
  /** Number of bars that there is room for. */
  slots: number;
  end: number;
  label: string;
}

function Chart({ periods, slots, end, label }: ChartProps) {
  const [first, last] = [periods[0]?.label, periods.at(-1)?.label];
  const width = slots * BAR;
  return (
    <div className="mt-5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-xs text-quiet tabular-nums sm:text-sm">
      <div aria-hidden="true" className="-my-2 flex flex-col justify-between text-right">
        {[end, end / 2, 0].map((kg) => (
          <span key={kg} className="h-4 leading-4 whitespace-nowrap">
            {formatMass(kg)}
          </span>
        ))}
      </div>
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-32 w-full overflow-visible sm:h-44"
        role="img"
        aria-label={`${label}, from ${first} to ${last}. The table below lists the data.`}
      >
        <g className="stroke-line">
          {[0, HEIGHT / 2, HEIGHT].map((y) => (
            <path key={y} d={`M0 ${y}H${width}`} vectorEffect="non-scaling-stroke" />
          ))}
        </g>
        {periods.map((period, at) => (
          <Bar key={period.label} period={period} at={at} end={end} />
        ))}
      </svg>
      <svg
        viewBox={`0 0 ${LABELS} 16`}
        className="col-start-2 mt-1 w-full fill-quiet text-[9px] max-sm:text-[15px]"
        aria-hidden="true"
      >
        {periods.length <= 12 &&
          periods.map(({ label: name }, at) => (
            <text key={name} x={((at + 0.5) * LABELS) / slots} y="12" textAnchor="middle">
              {name.slice(0, 3)}
            </text>
          ))}
      </svg>
    </div>
  );
}

/** A new account's chart has room for some more months, but for no empty year. */
const FEWEST_SLOTS = 6;

export interface Chapter {
  year: number;
  kg: number;
  retiredKg: number;
  months: Months;
}

/** The years with their months, newest first. */
export function chaptersOf(months: Months): Chapter[] {
  const years = Map.groupBy(months, ({ startsAt }) => startsAt.getUTCFullYear());
  return [...years]
    .map(([year, its]) => ({
      year,
      kg: its.reduce((sum, { kg }) => sum + kg, 0),
      retiredKg: its.reduce((sum, { registryRetiredKg }) => sum + registryRetiredKg, 0),
      months: its,
    }))
    .sort((a, b) => b.year - a.year);
}

function chapterText({ kg, retiredKg }: Chapter): string {
  if (kg === 0) return "No orders in this year.";
  if (retiredKg === kg) return "All of it is retired at registries.";
  return splitText({ registry_retired_kgs: retiredKg, pending_kgs: kg - retiredKg });
}

function ChapterView({ chapter, end }: { chapter: Chapter; end: number }) {
  const { year, kg, months } = chapter;
  const periods = periodsOf(months);
  return (
    <section aria-labelledby={`year-${year}`} className="mt-9">
      <div className="flex flex-wrap items-baseline gap-x-4">
        <h3 id={`year-${year}`} className="text-xl font-semibold tracking-tight">
          {year}
        </h3>
        <p className="text-xl tracking-tight tabular-nums">{formatMass(kg)}</p>
        <p className="text-[0.9375rem] text-quiet">{chapterText(chapter)}</p>
      </div>
      {kg > 0 && (
        <Chart
          periods={periods}
          slots={Math.max(periods.length, FEWEST_SLOTS)}
          end={end}
          label={`CO₂e by month of ${year}`}
        />
      )}
    </section>
  );
}

function Figures({ periods, every }: { periods: Period[]; every: string }) {
  const filled = periods.filter(({ kg }) => kg > 0);
  return (
    <details className="mt-5">
      <summary className="-mx-2 inline-flex min-h-11 cursor-pointer items-center rounded-lg px-2 text-[0.9375rem] font-medium text-accent hover:bg-soft">
        Show data as a table
      </summary>
      <table className="mt-2 w-full max-w-md text-[0.9375rem]">
        <caption className="sr-only">{`CO₂e by ${every} of the order`}</caption>
        <thead>
          <tr className="border-b border-line text-left text-sm text-quiet">
            <th scope="col" className="py-1.5 font-normal capitalize">
              {every}
            </th>
            <th scope="col" className="py-1.5 text-right font-normal">
              Total
            </th>
            <th scope="col" className="py-1.5 pl-4 text-right font-normal">
              Retired at registries
            </th>
          </tr>
        </thead>
        <tbody>
          {filled.map(({ label, kg, retiredKg }) => (
            <tr key={label} className="border-b border-line last:border-0">
              <th scope="row" className="py-2 text-left font-normal">
                {label}
              </th>
              <td className="py-2 text-right tabular-nums">{formatMass(kg)}</td>
              <td className="py-2 pl-4 text-right tabular-nums">{formatMass(retiredKg)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** A chapter for each year; long histories are one chart. */
function Charts({ view, periods, every }: { view: ImpactView; periods: Period[]; every: string }) {
  const end = endOfScale(Math.max(...periods.map(({ kg }) => kg)));
  if (every !== "month") {
    const label = `CO₂e by ${every} of the order`;
    return <Chart periods={periods} slots={periods.length} end={end} label={label} />;
  }
  return chaptersOf(view.months).map((chapter) => (
    <ChapterView key={chapter.year} chapter={chapter} end={end} />
  ));
}

export function Timeline({ view }: { view: ImpactView }) {
  const periods = periodsOf(view.months);
  if (periods.length === 0) return null;
  const every = everyBar[monthsOfBar(view.months)];
  return (
    <section
      aria-labelledby="over-time"
      className="border-t border-line px-5 py-9 sm:px-12 sm:py-12"
    >
      <h2 id="over-time" className="text-2xl font-semibold tracking-tight">
        {`${every[0]?.toUpperCase()}${every.slice(1)} by ${every}`}
      </h2>
      <p className="mt-1 text-quiet">
        By the date of the order, in UTC. Dark: retired at registries. Light: pending.
      </p>
      <Charts view={view} periods={periods} every={every} />
      <Figures periods={periods} every={every} />
    </section>
  );
}
