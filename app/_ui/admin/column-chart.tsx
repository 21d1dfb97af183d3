"use client";
// A stacked column chart that keyboards can explore, with a table for screen readers.
import { useRouter } from "next/navigation";
import { useId, useState } from "react";
import { type Bar, Plot, sumOf } from "./chart-plot";
import { changeLabel } from "./chart-scale";

export type { Bar };

interface Props {
  title: string;
  /** Unit of a column: "Day", "Month". */
  unit: string;
  parts: readonly string[];
  /** Name of the period that the columns' `before` are of: "30 days before". */
  before: string;
  bars: readonly Bar[];
  format(value: number): string;
  formatShort?(value: number): string;
}

const dots = ["bg-shade-1", "bg-shade-5"];

/** A single part is the total. */
const totalOf = (parts: readonly string[]) => (parts.length > 1 ? ["Total"] : []);

function Legend({ parts, before }: Pick<Props, "parts" | "before">) {
  const entries = parts.map((name, at) => ({ name, color: dots[at] }));
  return (
    <ul className="flex flex-wrap gap-x-4 text-sm text-quiet" aria-hidden="true">
      {[...entries, { name: before, color: "bg-line" }].map(({ name, color }) => (
        <li key={name} className="flex items-center gap-1.5">
          <span className={`size-2.5 rounded-sm ${color}`} />
          {name}
        </li>
      ))}
    </ul>
  );
}

function DataTable({ title, unit, parts, before, bars, format }: Props) {
  return (
    // The wrapper keeps the hidden table from widening the page.
    <div className="sr-only">
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            {[unit, ...parts, ...totalOf(parts), before].map((head) => (
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
              <td>{format(bar.before ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function readingOf({ parts, before, bars, format }: Props, chosen: number | null) {
  const rows = chosen === null ? bars : bars.slice(chosen, chosen + 1);
  const values = parts.map((_, at) => rows.reduce((sum, { values: of }) => sum + (of[at] ?? 0), 0));
  const details = parts.map((part, at) => `${part} ${format(values[at] ?? 0)}`).join(", ");
  const now = values.reduce((sum, value) => sum + value, 0);
  const past = rows.reduce((sum, bar) => sum + (bar.before ?? 0), 0);
  const change = changeLabel(now, past);
  return {
    label: chosen === null ? "Total" : (rows[0]?.label ?? ""),
    total: format(now),
    details: parts.length > 1 ? details : parts[0],
    comparison: `${before}: ${format(past)}${change === null ? "" : ` (${change})`}`,
  };
}

export function ColumnChart(props: Props) {
  const { title, unit, parts, before, bars, format, formatShort = format } = props;
  const id = useId();
  const router = useRouter();
  const [chosen, setChosen] = useState<number | null>(null);
  const { label, total, details, comparison } = readingOf(props, chosen);
  const last = bars.length - 1;
  const open = (bar: Bar | undefined) => bar?.href && router.push(bar.href);
  const hint = bars.some(({ href }) => href) ? "; Enter opens its rows" : "";
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div>
          <h3 id={id} className="text-sm text-quiet">
            {title}
          </h3>
          <p className="text-xl font-semibold tracking-tight tabular-nums">{total}</p>
          <p className="text-sm text-quiet tabular-nums">{`${label}: ${details}`}</p>
          <p className="text-sm text-quiet tabular-nums">{comparison}</p>
        </div>
        <Legend parts={parts} before={before} />
      </div>
      <Plot
        {...{ bars, chosen, format, formatShort }}
        onPoint={setChosen}
        onOpen={open}
        slider={
          <input
            type="range"
            min={0}
            max={last}
            value={chosen ?? last}
            aria-label={`${title}: ${unit}`}
            aria-valuetext={`${label}: ${total}; ${details}; ${comparison}${hint}`}
            className="sr-only"
            onChange={({ target }) => setChosen(Number(target.value))}
            onKeyDown={({ key }) => key === "Enter" && open(bars[chosen ?? last])}
            onFocus={() => setChosen(chosen ?? last)}
            onBlur={() => setChosen(null)}
          />
        }
      />
      <DataTable {...props} />
    </section>
  );
}
