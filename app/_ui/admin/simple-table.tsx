"use client";
import type { ReactNode } from "react";
import { type Column, cardPlaces, cellClass, headClass, parts } from "./table-columns";

interface SimpleTableProps {
  label: string;
  columns: readonly Pick<Column<never>, "head" | "align" | "isExtra" | "card">[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
}

/** Of the panel around it, which has its own. */
const padding = "sm:px-3 sm:py-2! sm:first:pl-0 sm:last:pr-0";

/** A small table within a panel. Its rows are cards on phones. */
export function SimpleTable({ label, columns, rows }: SimpleTableProps) {
  const places = cardPlaces(columns);
  const placeAt = (index: number) => places[index] ?? "line";
  return (
    // biome-ignore lint/a11y/useSemanticElements: no fieldset; no landmark, since names repeat.
    <div
      role="group"
      aria-label={label}
      className="sm:overflow-x-auto"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must reach it to scroll.
      tabIndex={0}
    >
      <table
        {...parts.table}
        className={`tabular-nums ${parts.table.className}`}
        aria-label={label}
      >
        <thead {...parts.group} className={`text-sm text-quiet ${parts.group.className}`}>
          <tr {...parts.heads}>
            {columns.map((column, index) => (
              <th
                key={column.head}
                {...parts.head}
                className={`${headClass(column, placeAt(index))} ${padding}`}
              >
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...parts.group}>
          {rows.map(({ key, cells }) => (
            <tr
              key={key}
              {...parts.row}
              className={`border-t border-line max-sm:px-0! max-sm:first:border-t-0 ${parts.row.className}`}
            >
              {columns.map((column, index) => (
                <td
                  key={column.head}
                  {...parts.cell}
                  data-head={column.head}
                  className={`${cellClass(column, placeAt(index))} ${padding} max-sm:has-[>div:empty]:hidden`}
                >
                  {placeAt(index) === "line" ? (
                    <div className="max-sm:min-w-0 max-sm:text-right">{cells[index]}</div>
                  ) : (
                    cells[index]
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
