"use client";
// What stands above a list: its search, its filters, and the way to have it as a file.
import { Download, Search, X } from "lucide-react";
import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { Button, buttonClass } from "./button";
import { useListState } from "./table";

const TYPING_MS = 250;
const field =
  "min-h-10 min-w-0 rounded-lg border border-edge bg-paper px-3 py-1.5 text-[0.9375rem]";

interface Filter {
  /** In the address, and in the input of the list's procedure and export. */
  name: string;
  label: string;
  options: readonly { value: string; text: string }[];
}

interface Props {
  /** What to look for, as the empty field says it; `search` in the address. */
  search?: string;
  filters?: readonly Filter[];
  /** Of which moment a stretch can be chosen, such as "Placed": `from` and `to` in the address. */
  dates?: string;
  /** The name of its export in server/trpc/exports.ts. */
  csv?: string;
  /** What the export takes besides, where the page itself is a part of a larger list. */
  also?: Readonly<Record<string, string>>;
}

function SearchField({ hint }: { hint: string }) {
  const { get, set } = useListState();
  const input = useRef<HTMLInputElement>(null);
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const asked = get("search") ?? "";
  useEffect(() => {
    // Cleared from elsewhere: while somebody types, the field knows better.
    if (input.current && document.activeElement !== input.current) input.current.value = asked;
  }, [asked]);
  useEffect(() => () => clearTimeout(typing.current), []);
  const look = () => {
    clearTimeout(typing.current);
    const wanted = input.current?.value.trim() ?? "";
    if (wanted !== asked) set({ search: wanted });
  };
  return (
    <search className="relative min-w-0 flex-1">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          look();
        }}
      >
        <Search
          className="pointer-events-none absolute top-3 left-3 size-4 text-quiet"
          aria-hidden="true"
        />
        <input
          ref={input}
          type="search"
          aria-label="Search"
          placeholder={hint}
          defaultValue={asked}
          maxLength={200}
          className={`${field} w-full pl-9`}
          onChange={() => {
            clearTimeout(typing.current);
            typing.current = setTimeout(look, TYPING_MS);
          }}
          onBlur={({ relatedTarget }) => {
            // Who goes on by a link is not to be brought back by what was typed.
            if (relatedTarget?.closest("a")) clearTimeout(typing.current);
            else look();
          }}
        />
      </form>
    </search>
  );
}

function FilterField({ name, label, options }: Filter) {
  const { get, set } = useListState();
  return (
    <select
      aria-label={label}
      value={get(name) ?? ""}
      className={`${field} sm:max-w-60 max-sm:flex-1 max-sm:basis-[45%]`}
      onChange={({ target }) => set({ [name]: target.value })}
    >
      <option value="">{label}: all</option>
      {options.map(({ value, text }) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  );
}

/** A moment of the reader's own day, with their zone's distance from UTC on that day. */
function momentOf(day: string, time: string): string {
  const minutes = -new Date(`${day}T${time}`).getTimezoneOffset();
  const two = (value: number) => String(Math.floor(Math.abs(value))).padStart(2, "0");
  return `${day}T${time}${minutes < 0 ? "-" : "+"}${two(minutes / 60)}:${two(minutes % 60)}`;
}

function DateField({ name, label, time }: { name: string; label: string; time: string }) {
  const { get, set } = useListState();
  return (
    <input
      type="date"
      aria-label={label}
      key={get(name)}
      defaultValue={get(name)?.slice(0, 10) ?? ""}
      className={`${field} max-sm:flex-1`}
      onChange={({ target }) => {
        // While a year is being typed, it is one of the first thousand.
        const isWhole = target.value === "" || target.value > "1900";
        if (isWhole) set({ [name]: target.value && momentOf(target.value, time) });
      }}
    />
  );
}

/** Two days, both of them within. */
function DateFields({ of }: { of: string }) {
  return (
    <span className="flex items-center gap-2 text-[0.9375rem] text-quiet max-sm:w-full max-sm:flex-wrap">
      <span className="max-sm:w-full">{of}</span>
      <DateField name="from" label={`${of} from`} time="00:00:00.000" />
      –
      <DateField name="to" label={`${of} to`} time="23:59:59.999" />
    </span>
  );
}

export function ListTools({ search, filters = [], dates, csv, also = {} }: Props) {
  const { get, isFiltered, clear } = useListState();
  // Of an account and of the operator alike: /admin/…/{mode}.
  const base = usePathname().split("/").slice(0, 4).join("/");
  const names = ["search", "sort", "from", "to", ...filters.map(({ name }) => name)];
  const shown = names.flatMap((name) => {
    const value = get(name);
    return value ? [[name, value]] : [];
  });
  const query = new URLSearchParams([...Object.entries(also), ...shown]);
  return (
    <div className="mb-4 space-y-2">
      <div className="flex items-center gap-2">
        {search && <SearchField hint={search} />}
        {csv && (
          <a
            href={`${base}/export/${csv}.csv${query.size > 0 ? `?${query}` : ""}`}
            download
            className={`${buttonClass()} ml-auto`}
          >
            <Download className="size-4" aria-hidden="true" />
            CSV
          </a>
        )}
      </div>
      {(filters.length > 0 || dates || isFiltered) && (
        <div className="flex flex-wrap items-center gap-2">
          {filters.map((filter) => (
            <FilterField key={filter.name} {...filter} />
          ))}
          {dates && <DateFields of={dates} />}
          {isFiltered && (
            <Button look="plain" onClick={clear}>
              <X className="size-4" aria-hidden="true" />
              Clear
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
