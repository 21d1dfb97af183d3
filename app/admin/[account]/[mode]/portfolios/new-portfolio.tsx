"use client";
import { useRouter } from "next/navigation";
import { useAccount } from "#ui/admin/account";
import { Note } from "#ui/admin/page";
import { PortfolioBuilder } from "#ui/admin/portfolio/builder";
import { useToast } from "#ui/admin/toasts";
import { useChange } from "#ui/admin/trpc";

export default function NewPortfolio({ onCancel }: { onCancel(): void }) {
  const { base } = useAccount();
  const [router, toast] = [useRouter(), useToast()];
  const create = useChange((trpc) => trpc.portfolios.create);
  return (
    <section aria-labelledby="new-portfolio">
      <h2 id="new-portfolio" className="text-xl font-semibold tracking-tight">
        New portfolio
      </h2>
      <Note className="mt-1 mb-4">
        For the orders, checkout sessions and subaccounts of this account only.
      </Note>
      <PortfolioBuilder
        initial={{ name: "", summary: null, description: null, category_allocations: [] }}
        action="Create portfolio"
        onCancel={onCancel}
        send={async (values) => {
          const { id } = await create(values);
          toast("Portfolio created");
          router.push(`${base}/portfolios/${id}`);
        }}
      />
    </section>
  );
}
