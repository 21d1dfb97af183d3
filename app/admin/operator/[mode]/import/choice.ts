"use client";
import { useState } from "react";
import { type Currency, parseMoney } from "#core/money";
import type { RouterInput } from "#trpc/router";
import type { OperatorJob } from "#ui/admin/job";
import { useOperator } from "#ui/admin/operator";

export type Report = NonNullable<NonNullable<OperatorJob["report"]>["import"]>;
export type NewLots = NonNullable<Report["newLots"]>;
export type NewLot = NewLots["rows"][number];
export type SaleState = NewLots["projects"][number]["sale"];
type ChosenLots = NonNullable<RouterInput["operatorImports"]["start"]["chosen"]>;

export interface Choice {
  excluded: ReadonlySet<string>;
  /** Of all costs. */
  currency: Currency;
  /** As typed, per tonne. */
  defaultCost: string;
  /** By the lot's id. */
  costs: Readonly<Record<string, string>>;
}

/** As the server has it. */
const MAX_COST_PER_TONNE = 1_000_000_000;

/** Minor units of a typed amount; null for an empty field, undefined for other text. */
function amountOf(typed: string, { currency }: Pick<Choice, "currency">) {
  if (typed.trim() === "") return null;
  const amount = parseMoney(typed, currency)?.minor;
  return amount !== undefined && amount <= MAX_COST_PER_TONNE ? amount : undefined;
}

export const isBadCost = (typed: string, choice: Choice) => amountOf(typed, choice) === undefined;

/** The choice as the server expects it; null if a cost cannot be read or no lot is left. */
export function toChosenLots({ rows, count }: NewLots, choice: Choice): ChosenLots | null {
  const { excluded, costs, defaultCost, currency } = choice;
  const chosen = rows.filter(({ id }) => !excluded.has(id));
  const fallback = amountOf(defaultCost, choice);
  if (fallback === undefined || (count > 0 && chosen.length === 0)) return null;
  const own: Record<string, number> = {};
  for (const { id } of chosen) {
    const amount = amountOf(costs[id] ?? "", choice);
    if (amount === undefined) return null;
    if (amount !== null) own[id] = amount;
  }
  return {
    include: excluded.size === 0 ? "all" : chosen.map(({ id }) => id),
    cost_per_tonne: { currency, default: fallback, by_lot: own },
  };
}

const sumOf = (lots: readonly NewLot[]) => lots.reduce((sum, lot) => sum + lot.kg, 0);

/** Chosen kg, and how much of them would be for sale. */
export function chosenKg(
  { rows, projects, kg, forSaleKg }: NewLots,
  { excluded }: Pick<Choice, "excluded">,
) {
  if (excluded.size === 0) return { kg, forSaleKg };
  const onSale = new Set(projects.flatMap(({ id, sale }) => (sale === "for_sale" ? [id] : [])));
  const chosen = rows.filter(({ id }) => !excluded.has(id));
  return { kg: sumOf(chosen), forSaleKg: sumOf(chosen.filter((lot) => onSale.has(lot.projectId))) };
}

type Planned = Pick<Report, "lots" | "kg" | "projects">;

/** Changes by the chosen lots only: no project is created for the others. */
export function plannedChanges(report: Report, { excluded }: Pick<Choice, "excluded">): Planned {
  const { newLots, lots, kg, projects } = report;
  if (!newLots || excluded.size === 0) return { lots, kg, projects };
  const chosen = newLots.rows.filter(({ id }) => !excluded.has(id));
  const chosenIds = new Set(chosen.map(({ projectId }) => projectId));
  const left = newLots.projects.filter(({ id, isNew }) => isNew && !chosenIds.has(id));
  const names = new Set(left.map(({ name }) => name));
  return {
    lots: { ...lots, after: lots.after - newLots.count + chosen.length },
    kg: { ...kg, after: kg.after - newLots.kg + sumOf(chosen) },
    projects: {
      ...projects,
      created: projects.created.filter((name) => !names.has(name)),
      createdCount: projects.createdCount - left.length,
    },
  };
}

/** State of the choice on an import's screen. */
export function useChoice() {
  const { currency } = useOperator();
  const [choice, setChoice] = useState<Choice>({
    excluded: new Set(),
    currency,
    defaultCost: "",
    costs: {},
  });
  return {
    choice,
    include(ids: readonly string[], isIncluded: boolean) {
      setChoice(({ excluded, ...rest }) => {
        const next = new Set(excluded);
        for (const id of ids) {
          if (isIncluded) next.delete(id);
          else next.add(id);
        }
        return { ...rest, excluded: next };
      });
    },
    setCurrency: (currency: Currency) => setChoice((known) => ({ ...known, currency })),
    setDefaultCost: (defaultCost: string) => setChoice((known) => ({ ...known, defaultCost })),
    setCost: (id: string, cost: string) =>
      setChoice((known) => ({ ...known, costs: { ...known.costs, [id]: cost } })),
  };
}
export type ChoiceState = ReturnType<typeof useChoice>;
