import { formatMonth } from "#core/dates";
import { Options } from "./form";
import { filterClass } from "./list-screen";
import { useListState } from "./table";

interface Props {
  /** "2026-10" */
  month: string;
  /** Months to choose from, newest first. */
  months: readonly string[];
}

/** Chooses the month in the address. */
export function MonthPicker({ month, months }: Props) {
  const { set } = useListState();
  return (
    <select
      aria-label="Month"
      value={month}
      className={`${filterClass} max-sm:flex-1`}
      onChange={({ target }) => set({ month: target.value })}
    >
      <Options
        options={[...new Set([month, ...months])]
          .sort()
          .reverse()
          .map((value) => ({ value, text: formatMonth(`${value}-01`) }))}
      />
    </select>
  );
}
