"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useAccount } from "#ui/admin/account";
import { Detail, Empty, PageHead, useRouteId } from "#ui/admin/page";
import { PortfolioBuilder } from "#ui/admin/portfolio/builder";
import { useToast } from "#ui/admin/toasts";
import { useRefresh, useTRPC } from "#ui/admin/trpc";

export default function EditPortfolioPage() {
  const id = useRouteId();
  const { base, canWrite } = useAccount();
  const trpc = useTRPC();
  const [router, toast] = [useRouter(), useToast()];
  const refresh = useRefresh((routes) => routes.portfolios.pathFilter());
  const query = useQuery(trpc.portfolios.get.queryOptions({ id }));
  const update = useMutation(trpc.portfolios.update.mutationOptions());
  const path = `${base}/portfolios/${encodeURIComponent(id)}`;
  return (
    <Detail title="Edit portfolio" query={query}>
      {({ name, summary, description, category_allocations: parts, isOwn }) => (
        <>
          <PageHead title={`Edit ${name}`} />
          {canWrite && isOwn ? (
            <PortfolioBuilder
              initial={{
                name,
                summary,
                description,
                category_allocations: parts.map(({ category, allocated_fraction }) => ({
                  category_id: category.id,
                  allocated_fraction,
                })),
              }}
              action="Save portfolio"
              note={
                <p className="text-sm text-pretty text-quiet">
                  Placed orders and open checkout sessions keep their parts and prices. The change
                  applies to new ones.
                </p>
              }
              onCancel={() => router.push(path)}
              send={async (values) => {
                await update.mutateAsync({ ...values, id });
                await refresh();
                toast("Portfolio saved");
                router.push(path);
              }}
            />
          ) : (
            <Empty title="You can’t edit this portfolio">
              {isOwn
                ? "Only owners and admins can."
                : "It is offered to all accounts. You can create your own instead."}
            </Empty>
          )}
        </>
      )}
    </Detail>
  );
}
