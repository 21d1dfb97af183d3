"use client";
import type { ReactNode } from "react";
import { formatMass } from "#core/mass";
import { count, money, Time } from "./format";
import { ScreenLink } from "./screen-link";
import { type CardPlace, type Column, cellClass, parts } from "./table-columns";

interface Props<Row> {
  column: Column<Row>;
  row: Row;
  place: CardPlace;
  /** Of a title that names its row. */
  id?: string;
  className?: string;
}

function contentOf<Row>(column: Column<Row>, row: Row): ReactNode {
  const [kg, total] = [column.kg?.(row), column.count?.(row)];
  const [sum, at] = [column.money?.(row), column.at?.(row)];
  if (kg != null) return formatMass(kg);
  if (sum != null) return money(sum.minor, sum.currency);
  if (total !== undefined) return count(total);
  if (at != null) return <Time at={at} />;
  return column.cell ? column.cell(row) : "–";
}

function Content<Row>({ column, row }: Pick<Props<Row>, "column" | "row">) {
  const [cell, note] = [contentOf(column, row), column.note?.(row)];
  if (!column.to && !column.note) return cell;
  return (
    <>
      {column.to ? (
        <ScreenLink to={column.to(row)} className="link font-medium wrap-anywhere">
          {cell}
        </ScreenLink>
      ) : (
        cell
      )}
      {note && <span className="block text-sm wrap-anywhere text-quiet">{note}</span>}
    </>
  );
}

export function TableCell<Row>({ column, row, place, id, className = "" }: Props<Row>) {
  const content = <Content column={column} row={row} />;
  return (
    <td
      {...parts.cell}
      {...(place === "title" && { id, "data-title": true })}
      data-head={column.head}
      className={`${cellClass(column, place)} ${className}`}
    >
      {place === "line" ? (
        <div className="max-sm:min-w-0 max-sm:text-right">{content}</div>
      ) : (
        content
      )}
    </td>
  );
}
