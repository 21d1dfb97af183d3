"use client";
import type { ReactNode } from "react";
import { axisEnd, labelledPlaces } from "./chart-scale";

export interface Bar {
  label: string;
  /** One per part. */
  values: readonly number[];
  before?: number;
  href?: string | undefined;
}

const WIDTH = 10;
const HEIGHT = 100;
const fills = ["fill-shade-1", "fill-shade-5"];

export const sumOf = ({ values }: Bar) => values.reduce((sum, value) => sum + value, 0);

interface ColumnProps {
  bar: Bar;
  at: number;
  end: number;
  isChosen: boolean;
  onPoint(at: number | null): void;
  onOpen(bar: Bar): void;
}

/** Stripes of the background, near the top of a column that is cut. */
function Break({ x }: { x: number }) {
  const stripe = (y: number) => `M${x} ${y + 5}l${WIDTH} -4v3l-${WIDTH} 4z`;
  return <path d={stripe(6) + stripe(14)} className="fill-paper" />;
}

function Before({ bar, at, end }: Pick<ColumnProps, "bar" | "at" | "end">) {
  const { before = 0 } = bar;
  if (before <= 0) return null;
  const height = Math.min((before / end) * HEIGHT, HEIGHT);
  return (
    <rect
      x={at * WIDTH + 0.3}
      width={WIDTH - 0.6}
      y={HEIGHT - height}
      height={height}
      className="fill-line"
    />
  );
}

function Column({ bar, at, end, isChosen, onPoint, onOpen }: ColumnProps) {
  const total = bar.values.reduce((sum, value) => sum + Math.max(value, 0), 0);
  const isCut = Math.max(total, bar.before ?? 0) > end;
  // A column that is cut shows the shares of its parts.
  const scale = HEIGHT / Math.max(end, total);
  let top = HEIGHT;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the slider does the same for keyboards.
    <g
      onMouseEnter={() => onPoint(at)}
      onMouseLeave={() => onPoint(null)}
      onClick={() => onOpen(bar)}
      className={bar.href ? "cursor-pointer" : ""}
    >
      <rect
        x={at * WIDTH}
        width={WIDTH}
        height={HEIGHT}
        className={isChosen ? "fill-soft" : "fill-transparent"}
      />
      <Before bar={bar} at={at} end={end} />
      {bar.values.map((value, part) => {
        // A day with more refunds than payments has no column; its text has the amount.
        if (value <= 0) return null;
        const height = Math.max(value * scale, 0.8);
        top -= height;
        const key = `${bar.label} ${part}`;
        return (
          <rect
            key={key}
            x={at * WIDTH + 2}
            width={WIDTH - 4}
            y={top}
            height={height}
            className={fills[part]}
          />
        );
      })}
      {isCut && <Break x={at * WIDTH} />}
    </g>
  );
}

/** Labels longer than this need more room. */
const SHORT_LABEL = 6;

/** In SVG, because its places are shares of the width. */
function BarLabels({ bars }: { bars: readonly Bar[] }) {
  const isShort = bars.every(({ label }) => label.length <= SHORT_LABEL);
  return (
    <svg className="col-start-2 mt-2 h-4 w-full overflow-visible fill-quiet" aria-hidden="true">
      {labelledPlaces(bars.length, isShort ? 4 : 3).map((place) => {
        const isLast = place === bars.length - 1;
        const x = isLast ? 100 : ((place + 0.5) / bars.length) * 100;
        const label = bars[place]?.label;
        return (
          <text key={label} x={`${x}%`} y="12" textAnchor={isLast ? "end" : "middle"}>
            {label}
          </text>
        );
      })}
    </svg>
  );
}

/** Columns that are higher than the axis, so that no one takes them for what they seem. */
function CutNote({ bars, end, format }: { end: number } & Pick<PlotProps, "bars" | "format">) {
  const cut = bars.flatMap((bar) => [
    ...(sumOf(bar) > end ? [`${bar.label} (${format(sumOf(bar))})`] : []),
    ...((bar.before ?? 0) > end ? [`before ${bar.label} (${format(bar.before ?? 0)})`] : []),
  ]);
  if (cut.length === 0) return null;
  return (
    <p className="col-span-2 mt-2 text-pretty">Cut at the top of the axis: {cut.join(", ")}</p>
  );
}

interface PlotProps extends Pick<ColumnProps, "onPoint" | "onOpen"> {
  bars: readonly Bar[];
  chosen: number | null;
  format(value: number): string;
  formatShort(value: number): string;
  slider: ReactNode;
}

export function Plot({ bars, chosen, format, formatShort, slider, ...actions }: PlotProps) {
  const end = axisEnd(bars.map((bar) => Math.max(sumOf(bar), bar.before ?? 0)));
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-xs text-quiet tabular-nums">
      <div aria-hidden="true" className="-my-2 flex flex-col justify-between text-right">
        {[end, end / 2, 0].map((value) => (
          <span key={value} className="h-4 leading-4 whitespace-nowrap">
            {formatShort(value)}
          </span>
        ))}
      </div>
      <div className="relative rounded has-focus-visible:outline-2 has-focus-visible:outline-offset-4 has-focus-visible:outline-accent">
        <svg
          viewBox={`0 0 ${bars.length * WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="h-40 w-full overflow-visible"
          aria-hidden="true"
        >
          <g className="stroke-line">
            {[0, HEIGHT / 2, HEIGHT].map((y) => (
              <path
                key={y}
                d={`M0 ${y}H${bars.length * WIDTH}`}
                vectorEffect="non-scaling-stroke"
              />
            ))}
          </g>
          {bars.map((bar, at) => (
            <Column
              key={bar.label}
              bar={bar}
              at={at}
              end={end}
              isChosen={at === chosen}
              {...actions}
            />
          ))}
        </svg>
        {slider}
      </div>
      <BarLabels bars={bars} />
      <CutNote bars={bars} end={end} format={format} />
    </div>
  );
}
