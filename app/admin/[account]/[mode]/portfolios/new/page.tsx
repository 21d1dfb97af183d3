"use client";
// Builds a portfolio of the account's own.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useHere } from "#ui/admin/account-shell";
import { Empty, PageHead } from "#ui/admin/page";
import { PortfolioBuilder } from "#ui/admin/portfolio/builder";
import { Title } from "#ui/admin/title";
import { useToast } from "#ui/admin/toasts";
import { useTRPC } from "#ui/admin/trpc";

function NewPortfolio() {
  const { base, canWrite } = useHere();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [router, toast] = [useRouter(), useToast()];
  const create = useMutation(trpc.portfolios.create.mutationOptions());
  return (
    <>
      <PageHead
        title="New portfolio"
        intro="It is yours alone: for your orders, your checkouts and your subaccounts."
      />
      {canWrite ? (
        <PortfolioBuilder
          initial={{ name: "", summary: null, description: null, category_allocations: [] }}
          act="Make the portfolio"
          onCancel={() => router.push(`${base}/portfolios`)}
          send={async (values) => {
            const { id } = await create.mutateAsync(values);
            await queries.invalidateQueries(trpc.portfolios.pathFilter());
            toast("Portfolio made");
            router.push(`${base}/portfolios/${id}`);
          }}
        />
      ) : (
        <Empty title="Only owners and admins build portfolios" />
      )}
    </>
  );
}

export default function NewPortfolioPage() {
  return (
    <>
      <Title>New portfolio</Title>
      <NewPortfolio />
    </>
  );
}
