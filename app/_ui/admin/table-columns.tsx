import type { ReactNode } from "react";
import type { Money } from "#core/money";

/** Place of a column on a card: at the top left, top right, below the title, on a line, or none. */
export type CardPlace = "title" | "amount" | "state" | "line" | "hidden";

interface Value<Row> {
  cell(row: Row): ReactNode;
  kg(row: Row): number | null;
  money(row: Row): Money | null;
  count(row: Row): number;
  /** A time. */
  at(row: Row): string | null;
}

/** Values of a column: any content, or a figure or time in the usual format, null as a dash. */
type ValueOf<Row> = {
  [Kind in keyof Value<Row>]: Pick<Value<Row>, Kind> & {
    [Other in Exclude<keyof Value<Row>, Kind>]?: never;
  };
}[keyof Value<Row>];

export type Column<Row> = ValueOf<Row> & {
  head: string;
  /** Name by which the server sorts. */
  sort?: string;
  /** Figures are right-aligned anyway. */
  align?: "right";
  /** Not on cards, unless the list can be sorted by it. */
  isExtra?: boolean;
  /** Place on a card, in place of the default. Exactly one column should be the title. */
  card?: CardPlace;
  /** Screen that the cell leads to, below the mode. */
  to?(row: Row): string;
  /** A quiet line below the cell. */
  note?(row: Row): ReactNode;
};

/** The key of a row that has an id. */
export function idOf(row: unknown): string {
  if (typeof row === "object" && row !== null && "id" in row) return String(row.id);
  throw new Error("rows without an id need keyOf");
}

type Head = Pick<Column<never>, "head" | "sort" | "align" | "isExtra" | "card"> & {
  [Kind in "kg" | "money" | "count"]?: unknown;
};

const isRight = ({ align, kg, money, count }: Head) =>
  align === "right" || Boolean(kg ?? money ?? count);

const AMOUNT_HEADS = ["Amount", "Price", "Total"];
const ACTIONS = "Actions";
const STATE_HEADS = ["State", "Status", "Result"];

/** The amount stands without its label, so it must be clear which figure it is. */
function amountOf(columns: readonly Head[]): Head | undefined {
  const figures = columns.slice(1).filter((column) => isRight(column) && !column.isExtra);
  const named = figures.find(({ head }) => AMOUNT_HEADS.includes(head));
  return named ?? (figures.length === 1 && figures[0]?.head !== ACTIONS ? figures[0] : undefined);
}

export function cardPlaces(columns: readonly Head[]): CardPlace[] {
  const hasOwn = (place: CardPlace) => columns.some(({ card }) => card === place);
  const amount = hasOwn("amount") ? undefined : amountOf(columns);
  return columns.map((column, index) => {
    if (column.card) return column.card;
    if (index === 0 && !hasOwn("title")) return "title";
    if (column === amount) return "amount";
    if (STATE_HEADS.includes(column.head) && !column.isExtra && !hasOwn("state")) return "state";
    return column.isExtra && !column.sort ? "hidden" : "line";
  });
}

const placeClasses: Record<CardPlace, string> = {
  title: "max-sm:col-start-2 max-sm:row-start-1 max-sm:min-w-0 max-sm:wrap-anywhere",
  amount: "max-sm:col-start-3 max-sm:row-start-1 max-sm:pl-3 max-sm:font-medium",
  state: "max-sm:col-start-2 max-sm:col-end-4 max-sm:pt-1.5",
  line: "max-sm:col-start-2 max-sm:col-end-4 max-sm:flex max-sm:items-baseline max-sm:justify-between max-sm:gap-4 max-sm:pt-1.5 max-sm:text-sm max-sm:before:shrink-0 max-sm:before:text-quiet max-sm:before:content-[attr(data-head)_/_'']",
  hidden: "max-sm:hidden",
};

const alignClass = (column: Head) =>
  isRight(column) ? "text-right whitespace-nowrap tabular-nums" : "text-left";

export const cellClass = (column: Head, place: CardPlace) =>
  `sm:px-4 sm:py-3 ${alignClass(column)} ${placeClasses[place]}`;

/** Phones name each value on its card, and sort by a menu. */
export const headClass = (column: Head, place: CardPlace) =>
  `font-medium whitespace-nowrap sm:px-4 sm:py-3 ${alignClass(column)} ${
    place === "hidden" ? "max-sm:hidden" : "max-sm:sr-only"
  }`;

/**
 * Classes and roles of a table whose rows are cards on phones. Some browsers stop treating elements
 * as a table when they are laid out as something else, so the roles are explicit.
 */
export const parts = {
  table: { role: "table", className: "w-full text-[0.9375rem] max-sm:block" },
  group: { role: "rowgroup", className: "max-sm:block" },
  head: { role: "columnheader", scope: "col" },
  cell: { role: "cell" },
  heads: {
    role: "row",
    className:
      "max-sm:flex max-sm:items-center max-sm:border-line max-sm:px-4 max-sm:has-[input]:min-h-13 max-sm:has-[input]:border-b",
  },
  row: {
    role: "row",
    className:
      "max-sm:grid max-sm:grid-cols-[auto_minmax(0,1fr)_auto] max-sm:items-baseline max-sm:px-4 max-sm:py-3",
  },
};
