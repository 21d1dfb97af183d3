"use client";
// A stacked column chart that keyboards can explore, with a table for screen readers.
import { type ReactNode, useId, useState } from "react";

export interface Bar {
  label: string;
  /** One per part. */
  values: readonly number[];
}

interface Props {
  title: string;
  /** Unit of a column: "Day", "Month". */
  unit: string;
  parts: readonly string[];
  bars: readonly Bar[];
  format(value: number): string;
  /** Short form for the axis. */
  formatShort?(value: number): string;
}

const WIDTH = 10;
const HEIGHT = 100;
const fills = ["fill-shade-1", "fill-shade-5"];
const dots = ["bg-shade-1", "bg-shade-5"];

const sumOf = ({ values }: Bar) => values.reduce((sum, value) => sum + value, 0);

/** Returns the end of a scale for the value; its half is a round number too. */
function scaleEnd(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  const end = [1, 2, 4, 6, 8, 10].map((step) => step * power).find((it) => it >= value);
  return Math.max(end ?? value, 2);
}

interface ColumnProps {
  bar: Bar;
  at: number;
  end: number;
  isChosen: boolean;
  onPoint(at: number | null): void;
}

function Column({ bar, at, end, isChosen, onPoint }: ColumnProps) {
  let top = HEIGHT;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the slider does the same for keyboards.
    <g onMouseEnter={() => onPoint(at)} onMouseLeave={() => onPoint(null)}>
      <rect
        x={at * WIDTH}
        width={WIDTH}
        height={HEIGHT}
        className={isChosen ? "fill-soft" : "fill-transparent"}
      />
      {bar.values.map((value, part) => {
        // A day with more refunds than payments has no column; its text has the amount.
        if (value <= 0) return null;
        const height = Math.max((value / end) * HEIGHT, 0.8);
        top -= height;
        const key = `${bar.label} ${part}`;
        return (
          <rect
            key={key}
            x={at * WIDTH + 1.6}
            width={WIDTH - 3.2}
            y={top}
            height={height}
            className={fills[part]}
          />
        );
      })}
    </g>
  );
}

/** A single part is the total. */
const totalOf = (parts: readonly string[]) => (parts.length > 1 ? ["Total"] : []);

function Legend({ parts }: Pick<Props, "parts">) {
  return (
    <ul className="flex gap-4 text-sm text-quiet" aria-hidden="true">
      {parts.map((part, at) => (
        <li key={part} className="flex items-center gap-1.5">
          <span className={`size-2.5 rounded-sm ${dots[at]}`} />
          {part}
        </li>
      ))}
    </ul>
  );
}

function DataTable({ title, unit, parts, bars, format }: Props) {
  return (
    // The wrapper keeps the hidden table from widening the page.
    <div className="sr-only">
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            {[unit, ...parts, ...totalOf(parts)].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => (
            <tr key={bar.label}>
              <th scope="row">{bar.label}</th>
              {parts.map((part, at) => (
                <td key={part}>{format(bar.values[at] ?? 0)}</td>
              ))}
              {totalOf(parts).map((head) => (
                <td key={head}>{format(sumOf(bar))}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Returns the text for the chosen column, or for all of them. */
function readingOf({ parts, bars, format }: Props, chosen: number | null) {
  const bar = chosen === null ? undefined : bars[chosen];
  const values = parts.map((_, at) =>
    bar ? (bar.values[at] ?? 0) : bars.reduce((sum, { values: of }) => sum + (of[at] ?? 0), 0),
  );
  const details = parts.map((part, at) => `${part} ${format(values[at] ?? 0)}`).join(", ");
  const total = format(values.reduce((sum, value) => sum + value, 0));
  return { label: bar?.label ?? "Total", total, details: parts.length > 1 ? details : parts[0] };
}

interface PlotProps {
  props: Props;
  chosen: number | null;
  onPoint(at: number | null): void;
  slider: ReactNode;
}

function Plot({ props, chosen, onPoint, slider }: PlotProps) {
  const { bars, format, formatShort = format } = props;
  const end = scaleEnd(Math.max(...bars.map(sumOf)));
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
              onPoint={onPoint}
            />
          ))}
        </svg>
        {slider}
      </div>
      <p aria-hidden="true" className="col-start-2 mt-2 flex justify-between">
        <span>{bars[0]?.label}</span>
        <span>{bars.at(-1)?.label}</span>
      </p>
    </div>
  );
}

export function ColumnChart(props: Props) {
  const { title, unit, parts, bars } = props;
  const id = useId();
  const [chosen, setChosen] = useState<number | null>(null);
  const { label, total, details } = readingOf(props, chosen);
  const last = bars.length - 1;
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div>
          <h3 id={id} className="text-sm text-quiet">
            {title}
          </h3>
          <p className="text-xl font-semibold tracking-tight tabular-nums">{total}</p>
          <p className="text-sm text-quiet tabular-nums">{`${label}: ${details}`}</p>
        </div>
        {parts.length > 1 && <Legend parts={parts} />}
      </div>
      <Plot
        props={props}
        chosen={chosen}
        onPoint={setChosen}
        slider={
          <input
            type="range"
            min={0}
            max={last}
            value={chosen ?? last}
            aria-label={`${title}: ${unit}`}
            aria-valuetext={`${label}: ${total}; ${details}`}
            className="sr-only"
            onChange={({ target }) => setChosen(Number(target.value))}
            onFocus={() => setChosen(chosen ?? last)}
            onBlur={() => setChosen(null)}
          />
        }
      />
      <DataTable {...props} />
    </section>
  );
}
