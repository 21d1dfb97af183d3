"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import type { RouterInput } from "#trpc/router";
import { useOperator } from "./operator";
import { Detail, useRouteId } from "./page";
import { TranslationEditor } from "./translation-editor";
import { useRefresh, useTRPC } from "./trpc";

interface Props {
  kind: RouterInput["operatorTranslations"]["get"]["kind"];
  /** Part of the address. */
  list: string;
}

export function OperatorTranslations({ kind, list }: Props) {
  const { base } = useOperator();
  const id = useRouteId();
  const trpc = useTRPC();
  const query = useQuery(trpc.operatorTranslations.get.queryOptions({ kind, id }));
  const set = useMutation(
    trpc.operatorTranslations.set.mutationOptions({
      onSuccess: useRefresh((routes) => routes.operatorTranslations.pathFilter()),
    }),
  );
  return (
    <Detail title="Translation" query={query}>
      {(entry) => (
        <TranslationEditor
          key={entry.revision}
          entry={entry}
          path={`${base}/${list}/${encodeURIComponent(id)}`}
          // The server checks the texts of each kind.
          save={(change) =>
            set.mutateAsync({ kind, id, ...change } as Parameters<typeof set.mutateAsync>[0])
          }
        />
      )}
    </Detail>
  );
}
