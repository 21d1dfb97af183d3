import type { Language } from "#core/language";
import { formatMass } from "#core/mass";
import { impactCopy } from "./copy/copy";
import {
  type Chapter,
  chaptersOf,
  type Every,
  endOfScale,
  everyBar,
  monthsOfBar,
  type Period,
  periodsOf,
} from "./periods";
import { type ImpactView, splitSentence } from "./view";

const BAR = 10;
const HEIGHT = 100;
/** Width of the line of labels, in units of its own. */
const LABELS = 480;

interface BarProps {
  period: Period;
  at: number;
  end: number;
  language: Language;
}

function Bar({ period, at, end, language }: BarProps) {
  if (period.kg === 0) return null;
  const { split } = impactCopy[language];
  const massOf = (kg: number) => formatMass(kg, language);
  const height = Math.max((period.kg / end) * HEIGHT, 0.8);
  const retired = (period.retiredKg / end) * HEIGHT;
  const place = { x: at * BAR + 1.8, width: BAR - 3.6 };
  return (
    <>
      <rect {...place} y={HEIGHT - height} height={height} className="fill-thread">
        <title>{`${period.label}: ${massOf(period.kg)}`}</title>
      </rect>
      {retired > 0 && (
        <rect {...place} y={HEIGHT - retired} height={retired} className="fill-shade-1">
          <title>{`${period.label}: ${split.retired(massOf(period.retiredKg))}`}</title>
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
  language: Language;
}

function Chart({ periods, slots, end, label, language }: ChartProps) {
  const { timeline: copy } = impactCopy[language];
  const [first = "", last = ""] = [periods[0]?.label, periods.at(-1)?.label];
  const width = slots * BAR;
  return (
    <div className="mt-5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-xs text-quiet tabular-nums sm:text-sm">
      <div aria-hidden="true" className="-my-2 flex flex-col justify-between text-right">
        {[end, end / 2, 0].map((kg) => (
          <span key={kg} className="h-4 leading-4 whitespace-nowrap">
            {formatMass(kg, language)}
          </span>
        ))}
      </div>
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-32 w-full overflow-visible sm:h-44"
        role="img"
        aria-label={copy.chart(label, first, last)}
      >
        <g className="stroke-line">
          {[0, HEIGHT / 2, HEIGHT].map((y) => (
            <path key={y} d={`M0 ${y}H${width}`} vectorEffect="non-scaling-stroke" />
          ))}
        </g>
        {periods.map((period, at) => (
          <Bar key={period.label} {...{ period, at, end, language }} />
        ))}
      </svg>
      <svg
        viewBox={`0 0 ${LABELS} 16`}
        className="col-start-2 mt-1 w-full fill-quiet text-[9px] max-sm:text-[15px]"
        aria-hidden="true"
      >
        {periods.length <= 12 &&
          periods.map(({ label: name, short }, at) => (
            <text key={name} x={((at + 0.5) * LABELS) / slots} y="12" textAnchor="middle">
              {short || name.slice(0, 3)}
            </text>
          ))}
      </svg>
    </div>
  );
}

/** A new account's chart has room for some more months, but for no empty year. */
const FEWEST_SLOTS = 6;

function chapterText({ kg, retiredKg }: Chapter, language: Language): string {
  const { timeline: copy } = impactCopy[language];
  if (kg === 0) return copy.none;
  return splitSentence({ registry_retired_kgs: retiredKg, pending_kgs: kg - retiredKg }, language);
}

interface ChapterProps {
  chapter: Chapter;
  end: number;
  language: Language;
}

function ChapterView({ chapter, end, language }: ChapterProps) {
  const { year, kg, months } = chapter;
  const periods = periodsOf(months, language);
  return (
    <section aria-labelledby={`year-${year}`} className="mt-9">
      <div className="flex flex-wrap items-baseline gap-x-4">
        <h3 id={`year-${year}`} className="text-xl font-semibold tracking-tight">
          {year}
        </h3>
        <p className="text-xl tracking-tight tabular-nums">{formatMass(kg, language)}</p>
        <p className="text-[0.9375rem] text-quiet">{chapterText(chapter, language)}</p>
      </div>
      {kg > 0 && (
        <Chart
          periods={periods}
          slots={Math.max(periods.length, FEWEST_SLOTS)}
          end={end}
          label={impactCopy[language].timeline.inYear(year)}
          language={language}
        />
      )}
    </section>
  );
}

interface FiguresProps {
  periods: Period[];
  every: Every;
  language: Language;
}

function Figures({ periods, every, language }: FiguresProps) {
  const { timeline: copy } = impactCopy[language];
  const filled = periods.filter(({ kg }) => kg > 0);
  return (
    <details className="mt-5">
      <summary className="-mx-2 inline-flex min-h-11 cursor-pointer items-center rounded-lg px-2 text-[0.9375rem] font-medium text-accent hover:bg-soft">
        {copy.table}
      </summary>
      <table className="mt-2 w-full max-w-md text-[0.9375rem]">
        <caption className="sr-only">{copy.captions[every]}</caption>
        <thead>
          <tr className="border-b border-line text-left text-sm text-quiet">
            <th scope="col" className="py-1.5 font-normal">
              {copy.every[every]}
            </th>
            <th scope="col" className="py-1.5 text-right font-normal">
              {copy.total}
            </th>
            <th scope="col" className="py-1.5 pl-4 text-right font-normal">
              {copy.retired}
            </th>
          </tr>
        </thead>
        <tbody>
          {filled.map(({ label, kg, retiredKg }) => (
            <tr key={label} className="border-b border-line last:border-0">
              <th scope="row" className="py-2 text-left font-normal">
                {label}
              </th>
              <td className="py-2 text-right tabular-nums">{formatMass(kg, language)}</td>
              <td className="py-2 pl-4 text-right tabular-nums">
                {formatMass(retiredKg, language)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** A chapter for each year; long histories are one chart. */
function Charts({ view, periods, every }: Omit<FiguresProps, "language"> & { view: ImpactView }) {
  const { language } = view.reader;
  const end = endOfScale(Math.max(...periods.map(({ kg }) => kg)));
  if (every !== "month") {
    const label = impactCopy[language].timeline.captions[every];
    const slots = periods.length;
    return <Chart {...{ periods, slots, end, label, language }} />;
  }
  return chaptersOf(view.months).map((chapter) => (
    <ChapterView key={chapter.year} {...{ chapter, end, language }} />
  ));
}

export function Timeline({ view }: { view: ImpactView }) {
  const { language } = view.reader;
  const { timeline: copy } = impactCopy[language];
  const periods = periodsOf(view.months, language);
  if (periods.length === 0) return null;
  const every = everyBar[monthsOfBar(view.months)];
  return (
    <section
      aria-labelledby="over-time"
      className="border-t border-line px-5 py-9 sm:px-12 sm:py-12"
    >
      <h2 id="over-time" className="text-2xl font-semibold tracking-tight">
        {copy.titles[every]}
      </h2>
      <p className="mt-1 text-quiet">{copy.legend}</p>
      <Charts view={view} periods={periods} every={every} />
      <Figures periods={periods} every={every} language={language} />
    </section>
  );
}
