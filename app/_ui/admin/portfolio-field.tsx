"use client";
// A choice among the portfolios that the account may buy from, by their names.
import { useQuery } from "@tanstack/react-query";
import { SelectField } from "./form";
import { Loading } from "./page";
import { ProblemNote } from "./problem";
import { useTRPC } from "./trpc";

interface Props {
  name: string;
  label: string;
  hint: string;
  /** What applies where none is chosen, and in which words that is said. */
  fallback: { to: "id" | "catalogueId"; text: string };
}

export function PortfolioField({ fallback, ...field }: Props) {
  const list = useQuery(useTRPC().portfolios.list.queryOptions());
  if (list.error) return <ProblemNote error={list.error} onRetry={() => list.refetch()} />;
  // The field is made once its choices are there: before that it could not show what is chosen.
  if (!list.data) return <Loading lines={1} />;
  const { data: portfolios, default: standard } = list.data;
  const otherwise = portfolios.find(({ id }) => id === standard[fallback.to]);
  const options = [
    { value: "", text: [fallback.text, otherwise?.name].filter(Boolean).join(": ") },
    ...portfolios.map(({ id, name, isOwn }) => ({
      value: id,
      text: isOwn ? `${name} (your own)` : name,
    })),
  ];
  return <SelectField {...field} options={options} />;
}
