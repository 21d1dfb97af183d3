/** Searches guide and reference; works without scripts. */
export function Search({ query = "" }: { query?: string }) {
  return (
    <search>
      <form action="/docs/search">
        <label htmlFor="search" className="sr-only">
          Search the documentation
        </label>
        <div className="flex gap-2">
          <input
            id="search"
            type="search"
            name="q"
            defaultValue={query}
            placeholder="Search"
            maxLength={200}
            className="min-h-11 w-full min-w-0 rounded-lg border border-edge bg-paper px-3 text-[0.9375rem] placeholder:text-quiet"
          />
          <button
            type="submit"
            className="min-h-11 shrink-0 rounded-lg px-3.5 text-[0.9375rem] font-medium text-ink ring-1 ring-edge ring-inset hover:bg-soft"
          >
            Search
          </button>
        </div>
      </form>
    </search>
  );
}
