"use client";
// The account at a glance: what was retired, and the latest orders.
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { formatMass } from "#core/mass";
import { useHere } from "#ui/admin/account-shell";
import { OrderTable } from "#ui/admin/order-table";
import { Loading, PageHead, Panel } from "#ui/admin/page";
import { ProblemNote } from "#ui/admin/problem";
import { useTRPC } from "#ui/admin/trpc";
import { ShareBar } from "#ui/share-bar";

function Retired() {
  const impact = useQuery(useTRPC().overview.impact.queryOptions());
  if (impact.error) return <ProblemNote error={impact.error} onRetry={() => impact.refetch()} />;
  if (!impact.data) return <Loading lines={2} />;
  const { totalKg, categories } = impact.data;
  return (
    <>
      <p className="text-4xl font-semibold tracking-tight tabular-nums">{formatMass(totalKg)}</p>
      <p className="mt-1 text-[0.9375rem] text-quiet">of CO₂e retired, in all</p>
      {categories.length > 0 && (
        <>
          <ShareBar
            parts={categories.map(({ name, kg }) => ({ key: name, share: kg / totalKg }))}
            className="mt-5 h-2"
          />
          <ul className="mt-4 grid gap-x-8 gap-y-2 text-[0.9375rem] sm:grid-cols-2">
            {categories.map(({ name, kg }) => (
              <li key={name} className="flex justify-between gap-4">
                <span>{name}</span>
                <span className="text-quiet tabular-nums">{formatMass(kg)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

export function Overview() {
  const { account, base } = useHere();
  const orders = useQuery(useTRPC().orders.list.queryOptions({ limit: 5 }));
  const latest = orders.data && { data: orders.data.data, has_more: false };
  return (
    <>
      <PageHead title={account.name} />
      <Panel title="Retired">
        <Retired />
      </Panel>
      <div className="mb-4 flex items-baseline justify-between gap-4">
        <h2 className="font-semibold">Latest orders</h2>
        <Link href={`${base}/orders`} prefetch={false} className="link text-[0.9375rem]">
          All orders
        </Link>
      </div>
      <OrderTable query={{ ...orders, data: latest }} />
    </>
  );
}
