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
  /** What it says where none is chosen, given the name of the default. */
  none(defaultName: string | null): string;
}

export function PortfolioField({ none, ...field }: Props) {
  const list = useQuery(useTRPC().portfolios.list.queryOptions());
  if (list.error) return <ProblemNote error={list.error} onRetry={() => list.refetch()} />;
  // The field is made once its choices are there: before that it could not show what is chosen.
  if (!list.data) return <Loading lines={1} />;
  const { data: portfolios } = list.data;
  const standard = portfolios.find(({ isDefault }) => isDefault);
  const options = [
    { value: "", text: none(standard?.name ?? null) },
    ...portfolios.map(({ id, name, isOwn }) => ({
      value: id,
      text: isOwn ? `${name} (your own)` : name,
    })),
  ];
  return <SelectField {...field} options={options} />;
}
