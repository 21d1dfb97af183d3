"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useAccount } from "#ui/admin/account";
import { Detail, Empty, useRouteId } from "#ui/admin/page";
import { TranslationEditor } from "#ui/admin/translation-editor";
import { useRefresh, useTRPC } from "#ui/admin/trpc";

export default function PortfolioTranslationPage() {
  const { base, canWrite } = useAccount();
  const id = useRouteId();
  const trpc = useTRPC();
  const query = useQuery(trpc.portfolios.translations.queryOptions({ id }));
  const set = useMutation(
    trpc.portfolios.setTranslation.mutationOptions({
      onSuccess: useRefresh((routes) => routes.portfolios.pathFilter()),
    }),
  );
  return (
    <Detail title="Translation" query={query}>
      {(entry) =>
        canWrite ? (
          <TranslationEditor
            key={entry.revision}
            entry={entry}
            path={`${base}/portfolios/${encodeURIComponent(id)}`}
            save={(change) =>
              set.mutateAsync({ id, ...change } as Parameters<typeof set.mutateAsync>[0])
            }
          />
        ) : (
          <Empty title="Only owners and admins can edit translations" />
        )
      }
    </Detail>
  );
}
