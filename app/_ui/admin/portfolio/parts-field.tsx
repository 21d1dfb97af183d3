"use client";
import { useId, useState } from "react";
import { useController } from "react-hook-form";
import type { RouterOutput } from "#trpc/router";
import { Button } from "#ui/admin/button";
import { errorSentence } from "#ui/admin/form";
import { plural } from "#ui/admin/format";
// The field for a portfolio's categories and their shares.
import { Check } from "#ui/admin/icons";
import { perTonne } from "#ui/admin/prices";
import { ShareBar } from "#ui/share-bar";
import { Swatch } from "./split";
import {
  formatPercent,
  millionthsOf,
  type Part,
  parsePercent,
  sumOf,
  WHOLE,
  withPart,
  withRestSplit,
} from "./weights";

type Category = RouterOutput["portfolios"]["categories"][number];

export const PARTS = "category_allocations";

interface RowProps {
  category: Category;
  millionths: number | null;
  error: string | undefined;
  onChange(millionths: number | null): void;
}

/** Keeps what is typed until it loses focus, then shows the formatted value. */
function PercentInput({ category, millionths, error, onChange }: RowProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const type = (typed: string) => {
    setDraft(typed);
    const parsed = parsePercent(typed);
    if (parsed !== null) onChange(parsed);
  };
  return (
    <span className="flex items-center gap-1.5">
      <input
        inputMode="decimal"
        aria-label={`Percent of ${category.name}`}
        aria-invalid={error ? true : undefined}
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
  const { category, millionths, error, onChange } = props;
  const { name, color, projects, currency, apiPricePerTonne } = category;
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
            {millionths !== null && <Swatch color={color} />}
          </span>
          <span className="block text-sm text-quiet">
            {apiPricePerTonne === null
              ? `No price in ${currency.toUpperCase()}`
              : `${perTonne(apiPricePerTonne, currency)} through the API`}
            , {plural(projects.length, "project")}
          </span>
        </span>
      </label>
      {millionths !== null && (
        <div className="mt-3 flex items-center gap-4 pl-7">
          <input
            type="range"
            aria-label={`Share of ${name}`}
            aria-valuetext={`${formatPercent(millionths)}%`}
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
      {error && <p className="mt-1.5 pl-7 text-sm text-danger">{error}</p>}
    </li>
  );
}

interface SumProps {
  categories: readonly Category[];
  parts: readonly Part[];
  onSplit(): void;
}

function Sum({ categories, parts, onSplit }: SumProps) {
  const sum = sumOf(parts);
  const missing = WHOLE - sum;
  const scale = Math.max(sum, WHOLE);
  return (
    <div className="rounded-xl bg-soft px-4 py-4">
      <ShareBar
        className="h-2.5 bg-line"
        parts={parts.map((part) => ({
          key: part.category_id,
          share: millionthsOf(part) / scale,
          color: categories.find(({ id }) => id === part.category_id)?.color,
        }))}
      />
      <div className="mt-3 flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p aria-live="polite" className="flex items-center gap-2.5">
          <span className="text-lg font-semibold tabular-nums">{formatPercent(sum)}%</span>
          {missing === 0 ? (
            <span className="inline-flex items-center gap-1.5 text-[0.9375rem] text-accent">
              <Check className="size-4" aria-hidden="true" />
              Complete
            </span>
          ) : (
            <span className={`text-[0.9375rem] ${missing > 0 ? "text-warning" : "text-danger"}`}>
              {missing > 0
                ? `${formatPercent(missing)}% left`
                : `${formatPercent(-missing)}% too much`}
            </span>
          )}
        </p>
        {missing > 0 && parts.length > 0 && (
          <Button onClick={onSplit}>Split the remainder evenly</Button>
        )}
      </div>
    </div>
  );
}

export function PartsField({ categories }: { categories: readonly Category[] }) {
  const errorId = useId();
  const { field, formState } = useController<{ [PARTS]: Part[] }, typeof PARTS>({ name: PARTS });
  const { value: parts, onChange: set } = field;
  const error = formState.errors[PARTS];
  const message = error?.message;
  const ids = categories.map(({ id }) => id);
  return (
    <fieldset aria-describedby={message ? errorId : undefined}>
      <legend className="mb-1 text-sm font-medium">Parts</legend>
      <ul className="divide-y divide-line">
        {categories.map((category) => {
          const position = parts.findIndex((part) => part.category_id === category.id);
          const part = parts[position];
          const isInvalid = error?.[position]?.allocated_fraction !== undefined;
          return (
            <Row
              key={category.id}
              category={category}
              millionths={part ? millionthsOf(part) : null}
              error={isInvalid ? "Enter a share above 0%, or clear the checkbox." : undefined}
              onChange={(millionths) => set(withPart(parts, ids, { id: category.id, millionths }))}
            />
          );
        })}
      </ul>
      <Sum categories={categories} parts={parts} onSplit={() => set(withRestSplit(parts))} />
      {message && (
        <p id={errorId} className="mt-1.5 text-sm text-danger">
          {errorSentence("Parts", message)}
        </p>
      )}
    </fieldset>
  );
}
