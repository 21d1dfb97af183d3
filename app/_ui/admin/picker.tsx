"use client";
import { formatMonth } from "#core/dates";
import { Combobox } from "./combobox";
import { useIsHydrated } from "./hydration";
import { comboboxFilterClasses, selectFilterClass } from "./list-fields";
import { type Find, type Option, Options } from "./options";
import { useSubaccountFilter } from "./subaccount-filter";
import { useListState } from "./table";

interface PickerProps {
  name: string;
  label: string;
  value: string;
  options: readonly Option[];
  all?: string | undefined;
  find?: Find | undefined;
}

export function Picker({ name, label, value, options, all, find }: PickerProps) {
  const { set } = useListState();
  const isHydrated = useIsHydrated();
  if (find) {
    return (
      <Combobox
        aria-label={label}
        value={value}
        options={[...(all === undefined ? [] : [{ value: "", text: all }]), ...options]}
        find={find}
        {...comboboxFilterClasses}
        onChoose={(chosen) => set({ [name]: chosen })}
      />
    );
  }
  return (
    <select
      aria-label={label}
      value={value}
      disabled={!isHydrated}
      className={selectFilterClass}
      onChange={({ target }) => set({ [name]: target.value })}
    >
      {all !== undefined && <option value="">{all}</option>}
      <Options options={options} />
    </select>
  );
}

interface Months {
  /** "2026-10" */
  month: string;
  months: readonly string[];
}

export function MonthPicker({ month, months }: Months) {
  const options = [...new Set([month, ...months])]
    .sort()
    .reverse()
    .map((value) => ({ value, text: formatMonth(`${value}-01`) }));
  return <Picker name="month" label="Month" value={month} options={options} />;
}

/** Chooses the whole account or one of its subaccounts, if it has any. */
export function SubaccountPicker({ all = "Whole account" }: { all?: string | undefined }) {
  const { get } = useListState();
  return useSubaccountFilter().map((filter) => (
    <Picker key={filter.name} {...filter} value={get(filter.name) ?? ""} all={all} />
  ));
}

/** The month or year of the page, and its subaccount, as the query of its files. */
export function useFileQuery(period: Record<string, string>): URLSearchParams {
  const { get } = useListState();
  const subaccount = get("subaccount_id");
  return new URLSearchParams({ ...period, ...(subaccount && { subaccount_id: subaccount }) });
}
