"use client";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useAccount } from "#ui/admin/account";
import { Empty, Screen } from "#ui/admin/page";
import { PortfolioBuilder } from "#ui/admin/portfolio/builder";
import { useToast } from "#ui/admin/toasts";
import { useRefresh, useTRPC } from "#ui/admin/trpc";

export default function NewPortfolioPage() {
  const { base, canWrite } = useAccount();
  const [router, toast] = [useRouter(), useToast()];
  const refresh = useRefresh((trpc) => trpc.portfolios.pathFilter());
  const create = useMutation(useTRPC().portfolios.create.mutationOptions());
  return (
    <Screen
      title="New portfolio"
      intro="For the orders, checkout sessions and subaccounts of this account only."
    >
      {canWrite ? (
        <PortfolioBuilder
          initial={{ name: "", summary: null, description: null, category_allocations: [] }}
          action="Create portfolio"
          onCancel={() => router.push(`${base}/portfolios`)}
          send={async (values) => {
            const { id } = await create.mutateAsync(values);
            await refresh();
            toast("Portfolio created");
            router.push(`${base}/portfolios/${id}`);
          }}
        />
      ) : (
        <Empty title="Only owners and admins can create portfolios" />
      )}
    </Screen>
  );
}
