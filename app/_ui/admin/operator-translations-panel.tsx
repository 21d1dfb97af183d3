"use client";
import { useQuery } from "@tanstack/react-query";
import type { RouterInput } from "#trpc/router";
import { useOperator } from "./operator";
import { Loaded } from "./page";
import { TranslationsPanel } from "./translations";
import { useTRPC } from "./trpc";

interface Props {
  kind: RouterInput["operatorTranslations"]["get"]["kind"];
  /** Part of the address. */
  list: string;
  id: string;
}

export function OperatorTranslationsPanel({ kind, list, id }: Props) {
  const { base } = useOperator();
  const query = useQuery(useTRPC().operatorTranslations.get.queryOptions({ kind, id }));
  return (
    <Loaded query={query}>
      {(entry) => (
        <TranslationsPanel entry={entry} path={`${base}/${list}/${encodeURIComponent(id)}`} />
      )}
    </Loaded>
  );
}
