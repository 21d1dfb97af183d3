"use client";
// What belongs to a subaccount: what was retired for it, its impact page, and its orders.
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useHere } from "#ui/admin/account-shell";
import { OrderTable } from "#ui/admin/order-table";
import { Loading, Panel } from "#ui/admin/page";
import { ProblemNote } from "#ui/admin/problem";
import { RetiredKg } from "#ui/admin/retired-kg";
import { useTRPC } from "#ui/admin/trpc";

export function Retired({ id }: { id: string }) {
  const { base } = useHere();
  const impact = useQuery(useTRPC().impact.get.queryOptions({ subaccount_id: id }));
  return (
    <Panel
      title="Retired for it"
      acts={
        <Link href={`${base}/impact?subaccount=${id}`} prefetch={false} className="link">
          Its impact page
        </Link>
      }
    >
      {impact.error && <ProblemNote error={impact.error} onRetry={() => impact.refetch()} />}
      {impact.isPending && <Loading lines={2} />}
      {impact.data && (
        <RetiredKg
          totalKg={impact.data.total_offset_kgs}
          categories={impact.data.categories.map(({ category, offset_kgs: kg }) => ({
            name: category.name,
            kg,
          }))}
        />
      )}
    </Panel>
  );
}

export function LatestOrders({ id }: { id: string }) {
  const { base } = useHere();
  const orders = useQuery(useTRPC().orders.list.queryOptions({ limit: 10, subaccount_id: id }));
  const latest = orders.data && { data: orders.data.data, has_more: false };
  return (
    <section>
      <div className="mb-4 flex items-baseline justify-between gap-4">
        <h2 className="font-semibold">Its latest orders</h2>
        <Link
          href={`${base}/orders?subaccount_id=${id}`}
          prefetch={false}
          className="link text-[0.9375rem]"
        >
          All its orders
        </Link>
      </div>
      <OrderTable query={{ ...orders, data: latest }} />
    </section>
  );
}
