"use client";
// Lists that the server sorts, filters and pages. The address holds the state of the list.
import { type ComponentProps, type ReactNode, useId } from "react";
import { Button, buttonClass } from "./button";
import { ListLink, useListState } from "./list-state";
import { Empty, Loaded } from "./page";
import { oldClass, usePrevious } from "./previous";
import { openRow } from "./row-keys";
import { TableCell } from "./table-cell";
import { type CardPlace, type Column, cardPlaces, headClass, idOf, parts } from "./table-columns";
import { SelectAll, type Selection, SelectRow } from "./table-selection";
import { ariaSort, SortLink, SortMenu } from "./table-sort";

export { useListState } from "./list-state";
export { SimpleTable } from "./simple-table";
export type { Column } from "./table-columns";
export type { Selection } from "./table-selection";

interface Page<Row> {
  data: Row[];
  has_more: boolean;
}

interface RowsQuery<Row> {
  data: Page<Row> | Row[] | undefined;
  error: unknown;
  isFetching: boolean;
  refetch(): unknown;
}

/** A row's link in its title column makes the whole row clickable, and reachable with j and k. */
export interface TableProps<Row> {
  label: string;
  columns: readonly Column<NoInfer<Row>>[];
  /** Its id by default. */
  keyOf?(row: NoInfer<Row>): string;
  query: RowsQuery<Row>;
  /** Adds a checkbox to each row, and one for all rows of the page. */
  selection?: Selection | undefined;
  /** Title and text in place of an empty table. */
  empty: readonly [title: string, text?: ReactNode];
  /** True if the procedure takes `last`, which returns the last page. */
  hasLast?: boolean;
}

interface PartProps<Row> {
  columns: readonly Column<Row>[];
  places: readonly CardPlace[];
  selection: Selection | undefined;
}

function Head<Row>({
  columns,
  places,
  selection,
  keys,
}: PartProps<Row> & { keys: readonly string[] }) {
  const { get } = useListState();
  const hasSort = columns.some(({ sort }) => sort);
  return (
    <thead {...parts.group} className={`text-sm text-quiet ${parts.group.className}`}>
      <tr
        {...parts.heads}
        className={`${parts.heads.className} ${hasSort ? "max-sm:min-h-13 max-sm:border-b" : ""}`}
      >
        {selection && <SelectAll keys={keys} selection={selection} />}
        {columns.map((column, index) => (
          <th
            key={column.head}
            {...parts.head}
            aria-sort={ariaSort(column.sort, get("sort"))}
            className={headClass(column, places[index] ?? "line")}
          >
            {column.sort && <SortLink column={column} />}
            <span className={column.sort ? "sm:hidden" : ""}>{column.head}</span>
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface RowProps<Row> extends PartProps<Row> {
  row: Row;
  id: string;
}

function TableRow<Row>({ row, id, columns, places, selection }: RowProps<Row>) {
  const titleId = useId();
  return (
    <tr
      {...parts.row}
      data-row
      data-selected={selection?.keys.has(id) || undefined}
      className={`border-t border-line max-sm:first:border-t-0 hover:bg-soft/60 has-[[data-title]_a]:cursor-pointer has-focus-visible:bg-soft data-selected:bg-soft/60 ${parts.row.className}`}
      onClick={openRow}
      onAuxClick={openRow}
    >
      {selection && <SelectRow id={id} labelId={titleId} selection={selection} />}
      {columns.map((column, index) => (
        <TableCell
          key={column.head}
          column={column}
          row={row}
          place={places[index] ?? "line"}
          id={titleId}
        />
      ))}
    </tr>
  );
}

interface PagerProps<Row> extends Pick<TableProps<Row>, "label" | "hasLast"> {
  keyOf(row: Row): string;
  page: Page<Row>;
}

function Pager<Row>({ label, keyOf, page, hasLast = false }: PagerProps<Row>) {
  const { get } = useListState();
  const isFromEnd = hasLast && get("last") !== null;
  const isBackwards = isFromEnd || get("before") !== null;
  const isFirst = !get("after") && !(isBackwards && page.has_more);
  const isLast = isFromEnd || (!isBackwards && !page.has_more);
  if (isFirst && isLast) return null;
  const [first, last] = [page.data[0], page.data.at(-1)];
  const before = first && { before: keyOf(first) };
  const after = last && { after: keyOf(last) };
  const turns = [
    ...(hasLast ? [{ text: "First", to: isFirst ? undefined : {} }] : []),
    { text: "Previous", to: isFirst ? undefined : before },
    { text: "Next", to: isLast ? undefined : after },
    ...(hasLast ? [{ text: "Last", to: isLast ? undefined : { last: "1" } }] : []),
  ];
  return <PageLinks label={label} turns={turns} />;
}

interface PageLinksProps {
  label: string;
  turns: readonly { text: string; to: ComponentProps<typeof ListLink>["to"] | undefined }[];
}

export function PageLinks({ label, turns }: PageLinksProps) {
  return (
    <nav aria-label={`Pages of ${label}`} className="mt-4 flex flex-wrap justify-end gap-2">
      {turns.map(({ text, to }) =>
        to ? (
          <ListLink key={text} to={to} className={buttonClass()}>
            {text}
          </ListLink>
        ) : (
          <Button key={text} disabled>
            {text}
          </Button>
        ),
      )}
    </nav>
  );
}

function NoResults() {
  const { cleared } = useListState();
  return (
    <Empty title="No results">
      <p className="mb-3">Try another search, or remove the filters.</p>
      <ListLink to={cleared} className={buttonClass()}>
        Clear filters
      </ListLink>
    </Empty>
  );
}

function Rows<Row>(props: TableProps<Row> & { rows: readonly Row[] }) {
  const { label, columns, keyOf = idOf, selection, rows } = props;
  const shared = { columns, places: cardPlaces(columns), selection };
  return (
    <div className="relative rounded-2xl border border-line bg-paper sm:overflow-x-auto">
      <SortMenu columns={columns} />
      <table {...parts.table} data-rows aria-label={label}>
        <Head {...shared} keys={rows.map(keyOf)} />
        <tbody {...parts.group}>
          {rows.map((row) => (
            <TableRow key={keyOf(row)} {...shared} row={row} id={keyOf(row)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function DataTable<Row>(props: TableProps<Row>) {
  const { label, keyOf = idOf, query, empty, hasLast = false } = props;
  const { isFiltered } = useListState();
  const { isOld, ...previous } = usePrevious(query);
  return (
    <Loaded query={previous}>
      {(loaded) => {
        const page = Array.isArray(loaded) ? { data: loaded, has_more: false } : loaded;
        // Without these filters there may be rows, so the list is not called empty.
        if (page.data.length === 0 && (isFiltered || isOld)) return <NoResults />;
        if (page.data.length === 0) return <Empty title={empty[0]}>{empty[1]}</Empty>;
        return (
          <div aria-busy={query.isFetching} className={isOld ? oldClass : ""}>
            <Rows {...props} rows={page.data} />
            <Pager label={label} keyOf={keyOf} page={page} hasLast={hasLast} />
          </div>
        );
      }}
    </Loaded>
  );
}
