"use client";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Button, buttonClass } from "./button";
import { Combobox } from "./combobox";
import { ChevronDown, Search, X } from "./icons";
import { DateFields, type DateKind } from "./list-dates";
import {
  comboboxFilterClasses,
  filterClass,
  selectFilterClass,
  useAddressField,
} from "./list-fields";
import { SCREEN_PARAMS } from "./list-input";
import { ListLink } from "./list-state";
import { type Find, type Option, Options } from "./options";
import { Screen } from "./page";
import { DownloadLink } from "./screen-link";
import { DataTable, type TableProps, useListState } from "./table";

const TYPING_MS = 250;

/** Parts that the tabs of a screen have in common. */
export interface ScreenFrame {
  title: string;
  actions: ReactNode;
  above: ReactNode;
}

interface Filter {
  /** Its name in the address, and in the input of the list's procedure and export. */
  name: string;
  label: string;
  options: readonly Option[];
  /** Text of no choice; "Label: all" by default. */
  none?: string;
  find?: Find | undefined;
}

interface SearchedProps extends Filter {
  find: Find;
}

interface ToolsProps {
  /** Placeholder of the search field; `search` in the address. */
  search?: string | undefined;
  filters?: readonly Filter[] | undefined;
  /** The dates to filter by, such as "Placed": one at a time, unless a link has several. */
  dates?: readonly DateKind[] | undefined;
  /** Name of the list's export in server/trpc. */
  csv?: string | undefined;
}

interface FormProps {
  names: readonly string[];
  /** Parts of the address that it leaves as they are. */
  others: readonly string[];
  children: ReactNode;
}

/** Puts into the address what its fields contain; the browser does so itself without script. */
function ToolsForm({ names, others, children }: FormProps) {
  const { get, set } = useListState();
  const form = useRef<HTMLFormElement>(null);
  const applying = useRef<ReturnType<typeof setTimeout>>(undefined);
  const apply = () => {
    clearTimeout(applying.current);
    if (!form.current) return;
    const fields = new FormData(form.current);
    const address = new URLSearchParams(window.location.search);
    const changes = names.flatMap((name) => {
      const text = String(fields.get(name) ?? "").trim();
      return text === (address.get(name) ?? "") ? [] : [[name, text]];
    });
    if (changes.length > 0) set(Object.fromEntries(changes));
  };
  const applyIn = (delayMs: number) => {
    clearTimeout(applying.current);
    applying.current = setTimeout(apply, delayMs);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was chosen before.
  useEffect(() => {
    // Next follows the address only after an effect of its own, which comes after this one.
    applyIn(0);
    return () => clearTimeout(applying.current);
  }, []);
  return (
    <form
      ref={form}
      className="mb-4 flex flex-wrap items-center justify-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
      onChange={({ target }) => {
        if (target instanceof HTMLInputElement) applyIn(TYPING_MS);
        else apply();
      }}
      onBlur={({ relatedTarget }) => {
        // Changing the address would undo a click on a link. Searching at once could move a
        // button away while it is clicked.
        if (relatedTarget?.closest("a")) clearTimeout(applying.current);
      }}
    >
      {others.map((name) => {
        const value = get(name);
        return value && <input key={name} type="hidden" name={name} value={value} />;
      })}
      <button type="submit" hidden>
        Apply
      </button>
      {children}
    </form>
  );
}

function SearchField({ hint }: { hint: string }) {
  const { get } = useListState();
  return (
    <search className="relative min-w-0 flex-1 max-sm:basis-full">
      <Search
        className="pointer-events-none absolute top-3 left-3 size-4 text-quiet"
        aria-hidden="true"
      />
      <input
        ref={useAddressField<HTMLInputElement>("search")}
        name="search"
        type="search"
        aria-label="Search"
        placeholder={hint}
        defaultValue={get("search") ?? ""}
        maxLength={200}
        className={`${filterClass} w-full pl-9`}
      />
    </search>
  );
}

interface FilterToolsProps {
  filters: readonly Filter[];
  dates: readonly DateKind[];
  isOpen: boolean;
  id: string;
}

function SearchedFilter({ name, label, options, none = `${label}: all`, find }: SearchedProps) {
  const { get, set } = useListState();
  const field = useAddressField<HTMLInputElement>(name);
  const choose = (value: string) => {
    if (field.current) field.current.value = value;
    set({ [name]: value });
  };
  return (
    <>
      <input ref={field} type="hidden" name={name} defaultValue={get(name) ?? ""} />
      <Combobox
        aria-label={label}
        value={get(name) ?? ""}
        options={[{ value: "", text: none }, ...options]}
        find={find}
        {...comboboxFilterClasses}
        onChoose={choose}
      />
    </>
  );
}

function FilterField({ name, label, options, none = `${label}: all` }: Filter) {
  const current = useListState().get(name) ?? "";
  // Options may appear later than their value.
  const isPending = current !== "" && !options.some(({ value }) => value === current);
  const pendingText = options.length === 0 ? "…" : current;
  return (
    <select
      ref={useAddressField<HTMLSelectElement>(name)}
      name={name}
      aria-label={label}
      defaultValue={current}
      className={selectFilterClass}
    >
      <option value="">{none}</option>
      <Options
        options={isPending ? [{ value: current, text: pendingText }, ...options] : options}
      />
    </select>
  );
}

/** On phones, filters are shown on demand. Others always see them. */
function FilterTools({ filters, dates, isOpen, id }: FilterToolsProps) {
  const { isFiltered, cleared } = useListState();
  return (
    <div
      id={id}
      className={`flex basis-full flex-wrap items-center gap-2 ${isOpen ? "" : "max-sm:hidden"}`}
    >
      {filters.map(({ find, ...filter }) =>
        find ? (
          <SearchedFilter key={filter.name} {...filter} find={find} />
        ) : (
          <FilterField key={filter.name} {...filter} />
        ),
      )}
      {dates.length > 0 && <DateFields kinds={dates} />}
      {isFiltered && (
        <ListLink to={cleared} className={buttonClass("plain")}>
          <X className="size-4" aria-hidden="true" />
          Clear
        </ListLink>
      )}
    </div>
  );
}

export function ListTools(props: ToolsProps) {
  const { search, filters = [], dates = [], csv } = props;
  const { get, isFiltered } = useListState();
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const days = dates.flatMap(({ from, to }) => [from, to]);
  const filterNames = [...days, ...filters.map(({ name }) => name)];
  const used = filterNames.filter(get).length;
  const query = new URLSearchParams(
    ["search", "sort", "show", ...filterNames].flatMap((name) => {
      const value = get(name);
      return value ? [[name, value]] : [];
    }),
  );
  const hasFilters = filterNames.length > 0;
  const fields = [...(search ? ["search"] : []), ...filters.map(({ name }) => name)];
  return (
    <ToolsForm names={fields} others={["sort", ...SCREEN_PARAMS, ...days]}>
      {search && <SearchField hint={search} />}
      {hasFilters && (
        <Button
          className="mr-auto sm:hidden"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          {used > 0 ? `Filters (${used})` : "Filters"}
          <ChevronDown className="size-4" aria-hidden="true" />
        </Button>
      )}
      {csv && <DownloadLink to={`/export/${csv}.csv${query.size > 0 ? `?${query}` : ""}`} />}
      {(hasFilters || isFiltered) && (
        <FilterTools id={id} filters={filters} dates={dates} isOpen={isOpen || !hasFilters} />
      )}
    </ToolsForm>
  );
}

interface Props<Row> extends ToolsProps, Omit<TableProps<Row>, "label"> {
  title: string;
  intro: ReactNode;
  actions?: ReactNode;
  label?: string;
  above?: ReactNode;
  totals?: ReactNode;
}

export function ListScreen<Row>(props: Props<Row>) {
  const { title, intro, actions, label = title, above, totals, ...rest } = props;
  const { search, filters, dates, csv, ...table } = rest;
  return (
    <Screen title={title} intro={intro} actions={actions}>
      {above}
      {(search || filters || dates || csv) && (
        <ListTools search={search} filters={filters} dates={dates} csv={csv} />
      )}
      {totals}
      <DataTable {...table} label={label} />
    </Screen>
  );
}
