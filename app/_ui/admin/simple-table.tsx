"use client";
import { Note } from "./page";
import { TableCell } from "./table-cell";
import { type Column, cardPlaces, headClass, idOf, parts } from "./table-columns";

interface SimpleTableProps<Row> {
  label: string;
  rows: readonly Row[];
  columns: readonly Column<NoInfer<Row>>[];
  /** Its id by default. */
  keyOf?(row: NoInfer<Row>, index: number): string | number;
  /** A text in place of an empty table. */
  empty?: string;
}

/** Of the panel around it, which has its own. */
const padding = "sm:px-3 sm:py-2! sm:first:pl-0 sm:last:pr-0";

/** A small table within a panel. Its rows are cards on phones. */
export function SimpleTable<Row>(props: SimpleTableProps<Row>) {
  const { label, columns, keyOf = idOf, rows, empty } = props;
  const places = cardPlaces(columns);
  if (rows.length === 0 && empty) return <Note>{empty}</Note>;
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
          {rows.map((row, index) => (
            <tr
              key={keyOf(row, index)}
              {...parts.row}
              className={`border-t border-line max-sm:px-0! max-sm:first:border-t-0 ${parts.row.className}`}
            >
              {columns.map((column, columnIndex) => (
                <TableCell
                  key={column.head}
                  column={column}
                  row={row}
                  place={placeAt(columnIndex)}
                  className={`${padding} max-sm:has-[>div:empty]:hidden`}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
