"use client";
import type { ReactNode } from "react";
import type { Column } from "./table-columns";

const cellClass = ({ align, isExtra }: Pick<Column<never>, "align" | "isExtra">) =>
  `px-3 sm:px-4 ${
    align === "right" ? "text-right whitespace-nowrap tabular-nums" : "text-left"
  } ${isExtra ? "max-sm:hidden" : ""}`;

interface SimpleTableProps {
  label: string;
  columns: readonly Pick<Column<never>, "head" | "align" | "isExtra">[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
}

/** A small table within a panel. */
export function SimpleTable({ label, columns, rows }: SimpleTableProps) {
  const padding = "first:pl-0 last:pr-0 py-2!";
  return (
    <section
      aria-label={label}
      className="overflow-x-auto"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must reach it to scroll.
      tabIndex={0}
    >
      <table className="w-full text-[0.9375rem] tabular-nums" aria-label={label}>
        <thead className="text-sm text-quiet">
          <tr>
            {columns.map((column) => (
              <th
                key={column.head}
                scope="col"
                className={`font-medium whitespace-nowrap ${cellClass(column)} ${padding}`}
              >
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key} className="border-t border-line">
              {columns.map((column, index) => (
                <td key={column.head} className={`${cellClass(column)} ${padding}`}>
                  {cells[index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
