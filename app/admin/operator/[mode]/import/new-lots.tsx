"use client";
import { useId, useState } from "react";
import { formatMass } from "#core/mass";
import { plainAmount } from "#core/money";
import { Button } from "#ui/admin/button";
import { currencyOptions } from "#ui/admin/currency";
import { FieldFrame, inputClass } from "#ui/admin/form";
import { count, plural } from "#ui/admin/format";
import { Options } from "#ui/admin/options";
import { Badge, Note, Panel } from "#ui/admin/page";
import { ScreenLink } from "#ui/admin/screen-link";
import {
  type Choice,
  type ChoiceState,
  chosenKg,
  isBadCost,
  type NewLot,
  type NewLots,
  type SaleState,
} from "./choice";

const saleLabels: Record<SaleState, string | null> = {
  for_sale: null,
  in_no_category: "Not for sale: in no category",
  in_no_portfolio: "Not for sale: its category is in no portfolio",
};

interface CostProps {
  choice: Choice;
  label: string;
  value: string;
  placeholder?: string;
  onChange(value: string): void;
}

function CostInput({ choice, label, value, placeholder, onChange }: CostProps) {
  return (
    <input
      inputMode="decimal"
      aria-label={label}
      aria-invalid={isBadCost(value, choice) || undefined}
      value={value}
      placeholder={placeholder}
      onChange={({ target }) => onChange(target.value)}
      className={`${inputClass} max-w-28 text-right tabular-nums`}
    />
  );
}

function LotRow({ lot, state }: { lot: NewLot; state: ChoiceState }) {
  const { choice, include, setCost } = state;
  const isIncluded = !choice.excluded.has(lot.id);
  const title = `${lot.vintageYear}, ${formatMass(lot.kg)}`;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2 pl-7">
      <label className="flex min-w-0 flex-1 basis-60 items-start gap-2.5">
        <input
          type="checkbox"
          className="mt-1 size-4 shrink-0"
          checked={isIncluded}
          onChange={({ target }) => include([lot.id], target.checked)}
        />
        <span className="min-w-0">
          <span className="tabular-nums">{title}</span>
          <span className="block text-sm break-all text-quiet">
            {lot.serialNumberRange}
            {lot.place && ` (${lot.place})`}
          </span>
        </span>
      </label>
      {isIncluded && (
        <CostInput
          choice={choice}
          label={`Cost per tonne of ${lot.serialNumberRange}`}
          value={choice.costs[lot.id] ?? ""}
          placeholder={choice.defaultCost || "Not known"}
          onChange={(cost) => setCost(lot.id, cost)}
        />
      )}
    </li>
  );
}

interface ProjectProps {
  project: NewLots["projects"][number];
  rows: readonly NewLot[];
  /** Null: nothing can be chosen any more. */
  state: ChoiceState | null;
  isDone: boolean;
}

function ProjectHead({ project, rows, state }: Omit<ProjectProps, "isDone">) {
  const ids = rows.map(({ id }) => id);
  const included = ids.filter((id) => !state?.choice.excluded.has(id)).length;
  const Frame = state ? "label" : "div";
  return (
    <Frame className="flex min-w-0 flex-1 basis-60 items-start gap-2.5">
      {state && (
        <input
          type="checkbox"
          aria-label={`All lots of ${project.name}`}
          className="mt-1 size-4 shrink-0"
          ref={(box) => {
            if (box) box.indeterminate = included > 0 && included < ids.length;
          }}
          checked={included === ids.length}
          onChange={({ target }) => state.include(ids, target.checked)}
        />
      )}
      <span className="min-w-0">
        <span className="font-medium">{project.name}</span>
        <span className="block text-sm text-quiet tabular-nums">
          {plural(project.lots, "new lot")}, {formatMass(project.kg)}
        </span>
      </span>
    </Frame>
  );
}

/** More projects than this start closed. */
const OPEN_PROJECTS = 5;

function Project({ isOpenFirst, ...props }: ProjectProps & { isOpenFirst: boolean }) {
  const [isOpen, setIsOpen] = useState(isOpenFirst);
  const { project, rows, state, isDone } = props;
  const saleText = saleLabels[project.sale];
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <ProjectHead {...props} />
        <span className="flex flex-wrap items-center gap-2">
          {saleText ? (
            <span className="text-sm text-warning">{saleText}</span>
          ) : (
            <Badge tone="good">{isDone ? "For sale" : "Would be for sale"}</Badge>
          )}
          {isDone && saleText && (
            <ScreenLink
              to={`/catalogue/projects/${encodeURIComponent(project.id)}?show=sale`}
              aria-label={`Put ${project.name} on sale`}
            >
              Put on sale
            </ScreenLink>
          )}
          {state && rows.length > 0 && (
            <Button variant="plain" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
              {isOpen ? "Hide lots" : "Show lots"}
              <span className="sr-only"> of {project.name}</span>
            </Button>
          )}
        </span>
      </div>
      {state && isOpen && (
        <ul className="mt-1 divide-y divide-line text-[0.9375rem]">
          {rows.map((lot) => (
            <LotRow key={lot.id} lot={lot} state={state} />
          ))}
        </ul>
      )}
    </li>
  );
}

function DefaultCost({ state }: { state: ChoiceState }) {
  const { choice, setDefaultCost, setCurrency } = state;
  const example = plainAmount({ minor: 750, currency: choice.currency });
  const id = useId();
  const isBad = isBadCost(choice.defaultCost, choice);
  return (
    <div className="mb-5 max-w-sm">
      <FieldFrame
        id={id}
        label="Cost of all chosen lots per tonne"
        hint="What you paid. It is never public. Optional; a lot can have its own below."
        error={isBad ? `Cost must be an amount such as ${example}.` : undefined}
      >
        <span className="flex gap-2">
          <input
            id={id}
            inputMode="decimal"
            value={choice.defaultCost}
            aria-invalid={isBad || undefined}
            aria-describedby={`${id}-hint`}
            className={inputClass}
            onChange={({ target }) => setDefaultCost(target.value)}
          />
          <select
            aria-label="Currency of all costs"
            value={choice.currency}
            className={`${inputClass} max-w-28`}
            onChange={({ target }) => setCurrency(target.value)}
          >
            <Options options={currencyOptions} />
          </select>
        </span>
      </FieldFrame>
    </div>
  );
}

function SaleTotal({ kg, forSaleKg, isDone }: { kg: number; forSaleKg: number; isDone: boolean }) {
  return (
    <p aria-live="polite" className="mt-4 border-t border-line pt-4 font-medium tabular-nums">
      {formatMass(forSaleKg)} of {formatMass(kg)} {isDone ? "are" : "would be"} for sale.
    </p>
  );
}

interface Props {
  newLots: NewLots;
  /** Null: nothing can be chosen. */
  state: ChoiceState | null;
  isDone: boolean;
}

/** New lots by project: which to import, at what cost, and what would be for sale. */
export function NewLotsPanel({ newLots, state, isDone }: Props) {
  const { rows, projects } = newLots;
  if (newLots.count === 0) return null;
  const byProject = Map.groupBy(rows, ({ projectId }) => projectId);
  const ids = rows.map(({ id }) => id);
  const isCut = newLots.count > rows.length;
  return (
    <Panel
      title={isDone ? "New credits" : "Credits to import"}
      actions={
        state && (
          <span className="flex flex-wrap gap-2">
            <Button onClick={() => state.include(ids, true)}>Choose all</Button>
            <Button onClick={() => state.include(ids, false)}>Choose none</Button>
          </span>
        )
      }
    >
      {state && <DefaultCost state={state} />}
      {state && isCut && (
        <Note className="mb-4">
          Only the first {count(rows.length)} of {count(newLots.count)} lots are listed. If you
          leave one out, those that are not listed are left out too.
        </Note>
      )}
      <ul className="divide-y divide-line text-[0.9375rem]">
        {projects.map((project) => (
          <Project
            key={project.id}
            project={project}
            rows={byProject.get(project.id) ?? []}
            state={state}
            isDone={isDone}
            isOpenFirst={projects.length <= OPEN_PROJECTS}
          />
        ))}
      </ul>
      <SaleTotal {...(state ? chosenKg(newLots, state.choice) : newLots)} isDone={isDone} />
    </Panel>
  );
}
