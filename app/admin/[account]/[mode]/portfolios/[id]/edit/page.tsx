"use client";
// Changes a portfolio of the account's own.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useHere } from "#ui/admin/account-shell";
import { Empty, Loading, PageHead } from "#ui/admin/page";
import { PortfolioBuilder } from "#ui/admin/portfolio/builder";
import { ProblemNote } from "#ui/admin/problem";
import { useRouteId } from "#ui/admin/route-id";
import { Title } from "#ui/admin/title";
import { useToast } from "#ui/admin/toasts";
import { useTRPC } from "#ui/admin/trpc";

function EditPortfolio({ id }: { id: string }) {
  const { base, canWrite } = useHere();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [router, toast] = [useRouter(), useToast()];
  const found = useQuery(trpc.portfolios.get.queryOptions({ id }));
  const update = useMutation(trpc.portfolios.update.mutationOptions());
  if (found.error) return <ProblemNote error={found.error} onRetry={() => found.refetch()} />;
  if (!found.data) return <Loading />;
  const { name, summary, description, category_allocations: parts, isOwn } = found.data;
  const page = `${base}/portfolios/${encodeURIComponent(id)}`;
  return (
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
          act="Save"
          note={
            <p className="text-sm text-pretty text-quiet">
              Orders that were placed, and checkouts that are open, keep the parts and the price
              that they have. The change is for what comes after.
            </p>
          }
          onCancel={() => router.push(page)}
          send={async (values) => {
            await update.mutateAsync({ ...values, id });
            await queries.invalidateQueries(trpc.portfolios.pathFilter());
            toast("Saved");
            router.push(page);
          }}
        />
      ) : (
        <Empty title="You may not change this portfolio">
          <p>
            {isOwn
              ? "Only owners and admins do."
              : "It is offered to all accounts. Create a portfolio of your own instead."}
          </p>
        </Empty>
      )}
    </>
  );
}

export default function EditPortfolioPage() {
  return (
    <>
      <Title>Edit portfolio</Title>
      <EditPortfolio id={useRouteId()} />
    </>
  );
}
