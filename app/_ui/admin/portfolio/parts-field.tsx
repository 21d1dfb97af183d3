"use client";
// Which categories a portfolio is of, and how much of it each is.
import { Check } from "lucide-react";
import { useId, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { formatMoney } from "#core/money";
import type { RouterOutput } from "#trpc/router";
import { Button } from "#ui/admin/button";
import { ShareBar } from "#ui/share-bar";
import { Swatch } from "./split";
import {
  formatPercent,
  millionthsOf,
  type Part,
  readPercent,
  sumOf,
  WHOLE,
  withPart,
  withRestSplit,
} from "./weights";

type Category = RouterOutput["portfolios"]["categories"][number];

export const PARTS = "category_allocations";

interface RowProps {
  category: Category;
  /** Its place among the parts; -1 where it is none of them. */
  place: number;
  millionths: number | null;
  fault: string | undefined;
  onChange(millionths: number | null): void;
}

/** Shows what is typed while it is typed, and what it stands for afterwards. */
function PercentInput({ category, millionths, fault, onChange }: RowProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const type = (typed: string) => {
    setDraft(typed);
    const read = readPercent(typed);
    if (read !== null) onChange(read);
  };
  return (
    <span className="flex items-center gap-1.5">
      <input
        inputMode="decimal"
        aria-label={`Percent of ${category.name}`}
        aria-invalid={fault ? true : undefined}
        value={draft ?? formatPercent(millionths ?? 0)}
        onChange={({ target }) => type(target.value)}
        onFocus={({ target }) => target.select()}
        onBlur={() => setDraft(null)}
        className="w-22 rounded-lg border border-edge bg-paper px-3 py-2 text-right text-[0.9375rem] tabular-nums aria-invalid:border-danger"
      />
      <span aria-hidden="true" className="text-quiet">
        %
      </span>
    </span>
  );
}

function Row(props: RowProps) {
  const { category, place, millionths, fault, onChange } = props;
  const { name, projects, apiCentsPerKg } = category;
  const count = projects.length === 1 ? "1 project" : `${projects.length} projects`;
  return (
    <li className="py-4">
      <label className="flex items-start gap-3">
        <input
          type="checkbox"
          className="mt-1 size-4 shrink-0"
          checked={millionths !== null}
          onChange={({ target }) => onChange(target.checked ? 0 : null)}
        />
        <span className="min-w-0">
          <span className="flex gap-2 text-[0.9375rem] font-medium">
            {name}
            {place >= 0 && <Swatch index={place} />}
          </span>
          <span className="block text-sm text-quiet">
            {formatMoney(apiCentsPerKg, "USD", "en-US")} a kg by the API, {count}
          </span>
        </span>
      </label>
      {millionths !== null && (
        <div className="mt-3 flex items-center gap-4 pl-7">
          <input
            type="range"
            aria-label={`Share of ${name}`}
            aria-valuetext={`${formatPercent(millionths)} %`}
            min={0}
            max={100}
            step={1}
            value={millionths / (WHOLE / 100)}
            onChange={({ target }) => onChange(target.valueAsNumber * (WHOLE / 100))}
            className="h-6 min-w-0 flex-1"
          />
          <PercentInput {...props} />
        </div>
      )}
      {fault && <p className="mt-1.5 pl-7 text-sm text-danger">{fault}</p>}
    </li>
  );
}

interface SumProps {
  parts: readonly Part[];
  onSplit(): void;
}

/** What the parts come to, in words and as a bar. */
function Sum({ parts, onSplit }: SumProps) {
  const sum = sumOf(parts);
  const rest = WHOLE - sum;
  const scale = Math.max(sum, WHOLE);
  const told = rest > 0 ? `${formatPercent(rest)} % left` : `${formatPercent(-rest)} % too much`;
  return (
    <div className="rounded-xl bg-soft px-4 py-4">
      <ShareBar
        className="h-2.5 bg-line"
        parts={parts.map((part) => ({ key: part.category_id, share: millionthsOf(part) / scale }))}
      />
      <div className="mt-3 flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p aria-live="polite" className="flex items-center gap-2.5">
          <span className="text-lg font-semibold tabular-nums">{formatPercent(sum)} %</span>
          {rest === 0 ? (
            <span className="inline-flex items-center gap-1.5 text-[0.9375rem] text-accent">
              <Check className="size-4" aria-hidden="true" />
              Complete
            </span>
          ) : (
            <span className={`text-[0.9375rem] ${rest > 0 ? "text-warning" : "text-danger"}`}>
              {told}
            </span>
          )}
        </p>
        {rest > 0 && parts.length > 0 && <Button onClick={onSplit}>Split the rest evenly</Button>}
      </div>
    </div>
  );
}

/** What the form says of a field and of what is within it. */
interface Fault {
  message?: string;
  root?: { message?: string };
  [index: number]: { allocated_fraction?: { message?: string } } | undefined;
}

export function PartsField({ categories }: { categories: readonly Category[] }) {
  const faultId = useId();
  const { setValue, formState } = useFormContext();
  const parts = useWatch({ name: PARTS }) as Part[];
  const fault = formState.errors[PARTS] as Fault | undefined;
  const told = fault?.message ?? fault?.root?.message;
  const ids = categories.map(({ id }) => id);
  const set = (changed: Part[]) =>
    setValue(PARTS, changed, { shouldDirty: true, shouldValidate: formState.isSubmitted });
  return (
    <fieldset aria-describedby={told ? faultId : undefined}>
      <legend className="mb-1 text-sm font-medium">Parts</legend>
      <ul className="divide-y divide-line">
        {categories.map((category) => {
          const place = parts.findIndex((part) => part.category_id === category.id);
          const part = parts[place];
          return (
            <Row
              key={category.id}
              category={category}
              place={place}
              millionths={part ? millionthsOf(part) : null}
              fault={fault?.[place]?.allocated_fraction && "Give it a part, or leave it out"}
              onChange={(millionths) => set(withPart(parts, ids, { id: category.id, millionths }))}
            />
          );
        })}
      </ul>
      <Sum parts={parts} onSplit={() => set(withRestSplit(parts))} />
      {told && (
        <p id={faultId} className="mt-1.5 text-sm text-danger">
          Parts {told}
        </p>
      )}
    </fieldset>
  );
}
