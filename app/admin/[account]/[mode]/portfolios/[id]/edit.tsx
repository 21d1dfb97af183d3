"use client";
import { useRouter } from "next/navigation";
import type { RouterOutput } from "#trpc/router";
import { useAccount } from "#ui/admin/account";
import { Empty, PageHead } from "#ui/admin/page";
import { PortfolioBuilder } from "#ui/admin/portfolio/builder";
import { useToast } from "#ui/admin/toasts";
import { useChange } from "#ui/admin/trpc";

type Portfolio = RouterOutput["portfolios"]["get"];

function EditForm({ portfolio }: { portfolio: Portfolio }) {
  const { base } = useAccount();
  const { id, name, summary, description, category_allocations: parts } = portfolio;
  const [router, toast] = [useRouter(), useToast()];
  const update = useChange((trpc) => trpc.portfolios.update);
  const path = `${base}/portfolios/${encodeURIComponent(id)}`;
  const initial = {
    name,
    summary,
    description,
    category_allocations: parts.map(({ category, allocated_fraction }) => ({
      category_id: category.id,
      allocated_fraction,
    })),
  };
  return (
    <PortfolioBuilder
      initial={initial}
      opened={initial}
      action="Save portfolio"
      note={
        <p className="text-sm text-pretty text-quiet">
          Placed orders and open checkout sessions keep their parts and prices. The change applies
          to new ones.
        </p>
      }
      onCancel={() => router.push(path)}
      send={async (values, opened) => {
        await update({ ...values, id, opened });
        toast("Portfolio saved");
        router.push(path);
      }}
    />
  );
}

export function EditPortfolio({ portfolio }: { portfolio: Portfolio }) {
  const { canWrite } = useAccount();
  return (
    <>
      <PageHead title={`Edit ${portfolio.name}`} />
      {canWrite && portfolio.isOwn ? (
        <EditForm portfolio={portfolio} />
      ) : (
        <Empty title="You can’t edit this portfolio">
          {portfolio.isOwn
            ? "Only owners and admins can."
            : "It is offered to all accounts. You can create your own instead."}
        </Empty>
      )}
    </>
  );
}
