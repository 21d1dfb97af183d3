"use client";
import { useEffect, useRef, useState } from "react";
import { BooksZone } from "./format";
import { useIsHydrated } from "./hydration";
import { filterClass, useAddressField } from "./list-fields";
import { CHOSEN_DATES, periodOf, periodsAt } from "./list-periods";
import { useListState } from "./list-state";
import { Options } from "./options";

/** A date of the rows, and the names of its first and last day in the address. */
export interface DateKind {
  label: string;
  from: string;
  to: string;
}

/** The only date of a list, or its first. */
export const datesBy = (label: string): DateKind => ({ label, from: "from", to: "to" });

const DAY_START = "00:00:00.000";
const DAY_END = "23:59:59.999";

/** A time on a day of the books, so that the months of lists are those of statements. */
const toTimestamp = (day: string, time: string) => `${day}T${time}Z`;

const dayOf = (timestamp: string) => timestamp.slice(0, 10);

function DateField({ name, label, time }: { name: string; label: string; time: string }) {
  const { get, set } = useListState();
  const choose = ({ value }: HTMLInputElement) => {
    // A year that is still being typed is below 1000.
    const isComplete = value === "" || value > "1900";
    if (isComplete) set({ [name]: value && toTimestamp(value, time) });
  };
  return (
    <input
      ref={useAddressField<HTMLInputElement>(name, dayOf)}
      type="date"
      aria-label={label}
      defaultValue={dayOf(get(name) ?? "")}
      className={`${filterClass} max-sm:flex-1`}
      onChange={({ target }) => choose(target)}
    />
  );
}

/** A period, or the choice of dates, whose fields styles show while it is chosen. */
function PeriodField({ kind: { label, from, to }, none }: { kind: DateKind; none: string }) {
  const { get, set } = useListState();
  const followed = useRef("");
  const choose = ({ value }: HTMLSelectElement) => {
    if (value === CHOSEN_DATES) return;
    const [first, last] =
      periodsAt(new Date()).find((period) => period.value === value)?.days ?? [];
    set({
      [from]: first ? toTimestamp(first, DAY_START) : null,
      [to]: last ? toTimestamp(last, DAY_END) : null,
    });
  };
  const field = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    const { current } = field;
    const params = new URLSearchParams(window.location.search);
    const dayIn = (name: string) => dayOf(params.get(name) ?? "");
    const [first, last] = [dayIn(from), dayIn(to)];
    // Until the dates change, it stays: someone who chose to enter dates has not entered one yet.
    if (!current || followed.current === first + last) return;
    followed.current = first + last;
    current.value = periodOf(first, last, new Date());
  });
  return (
    <select
      ref={field}
      aria-label={`${label} period`}
      defaultValue={get(from) || get(to) ? CHOSEN_DATES : ""}
      className={`peer ${filterClass} text-ink max-sm:flex-1`}
      onChange={({ target }) => choose(target)}
    >
      <option value="">{none}</option>
      <Options options={periodsAt(new Date())} />
      <option value={CHOSEN_DATES}>Choose dates</option>
    </select>
  );
}

interface KindProps {
  kinds: readonly DateKind[];
  current: DateKind;
  onChoose(kind: DateKind): void;
}

/** Another date keeps the days that were chosen. */
function KindField({ kinds, current, onChoose }: KindProps) {
  const { get, set } = useListState();
  const choose = ({ value }: HTMLSelectElement) => {
    const next = kinds.find(({ label }) => label === value) ?? current;
    const days = { [next.from]: get(current.from), [next.to]: get(current.to) };
    set({ [current.from]: null, [current.to]: null, ...days });
    onChoose(next);
  };
  return (
    <select
      aria-label="Date"
      value={current.label}
      className={`${filterClass} text-ink`}
      onChange={({ target }) => choose(target)}
    >
      <Options options={kinds.map(({ label }) => ({ value: label, text: label }))} />
    </select>
  );
}

export function DateFields({ kinds }: { kinds: readonly DateKind[] }) {
  const { get } = useListState();
  const isHydrated = useIsHydrated();
  const [chosen, setChosen] = useState(kinds[0]);
  const used = kinds.filter(({ from, to }) => get(from) || get(to));
  const visible = used.length > 0 || !chosen ? used : [chosen];
  return visible.map((kind) => {
    const { label, from, to } = kind;
    const hasChoice = kinds.length > 1 && visible.length === 1;
    return (
      <fieldset
        key={label}
        disabled={!isHydrated}
        className="flex flex-wrap items-center gap-2 text-[0.9375rem] text-quiet max-sm:w-full"
      >
        {hasChoice && <KindField kinds={kinds} current={kind} onChoose={setChosen} />}
        <PeriodField kind={kind} none={hasChoice ? "Any time" : `${label}: any time`} />
        <span className="hidden items-center gap-2 peer-has-[option[value=dates]:checked]:flex max-sm:w-full">
          <DateField name={from} label={`${label} from`} time={DAY_START} />
          –
          <DateField name={to} label={`${label} to`} time={DAY_END} />
        </span>
        <BooksZone />
      </fieldset>
    );
  });
}
