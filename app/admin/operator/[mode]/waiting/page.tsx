"use client";
// Orders without credits: what they lack, and each of them.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { formatMass } from "#core/mass";
import type { RouterOutput } from "#trpc/router";
import { Button } from "#ui/admin/button";
import { ListTools } from "#ui/admin/list-tools";
import { useOperator } from "#ui/admin/operator-shell";
import { Badge, Empty, PageHead, Panel } from "#ui/admin/page";
import { ProblemNote } from "#ui/admin/problem";
import { type Column, DataTable, useListState } from "#ui/admin/table";
import { Time } from "#ui/admin/time";
import { Title } from "#ui/admin/title";
import { useToast } from "#ui/admin/toasts";
import { useTRPC } from "#ui/admin/trpc";

type Order = RouterOutput["operatorWaiting"]["list"]["data"][number];
type Missing = RouterOutput["operatorWaiting"]["missing"][number];

const count = (orders: number) =>
  orders === 1 ? "1 order" : `${orders.toLocaleString("en-US")} orders`;

function Lack({ lack }: { lack: Missing }) {
  const { base } = useOperator();
  const { category, projects } = lack;
  return (
    <li className="py-4 first:pt-0 last:pb-0">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <Link
          href={`${base}/stock?category=${encodeURIComponent(category.id)}`}
          className="link font-medium"
        >
          {category.name}
        </Link>
        {lack.missingKg > 0 ? (
          <span className="font-medium text-danger tabular-nums">
            {formatMass(lack.missingKg)} missing
          </span>
        ) : (
          <span className="text-quiet">Enough in stock</span>
        )}
      </p>
      <p className="mt-1 text-sm text-quiet tabular-nums">
        {count(lack.orders)} need {formatMass(lack.neededKg)} of it; {formatMass(lack.stockKg)} are
        left{projects.length === 0 && ", for it has no projects"}.
      </p>
      {projects.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {projects.map(({ id, name, leftKg }) => (
            <li key={id}>
              <Link href={`${base}/lots?project=${encodeURIComponent(id)}`} className="link">
                {name}
              </Link>{" "}
              <span className="text-quiet tabular-nums">{formatMass(leftKg)}</span>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function Lacks() {
  const found = useQuery(useTRPC().operatorWaiting.missing.queryOptions());
  if (found.error) return <ProblemNote error={found.error} onRetry={() => found.refetch()} />;
  if (!found.data || found.data.length === 0) return null;
  return (
    <Panel title="What they lack">
      <ul className="divide-y divide-line">
        {found.data.map((lack) => (
          <Lack key={lack.category.id} lack={lack} />
        ))}
      </ul>
    </Panel>
  );
}

function useColumns(): Column<Order>[] {
  const { mode, accounts } = useOperator();
  const isOpen = (slug: string) => accounts.some((account) => account.slug === slug);
  return [
    {
      head: "Account",
      cell: (order) =>
        // Where the operator works in the account too.
        isOpen(order.slug) ? (
          <a href={`/admin/${order.slug}/${mode}/orders/${order.id}`} className="link font-medium">
            {order.accountName}
          </a>
        ) : (
          <span className="font-medium">{order.accountName}</span>
        ),
    },
    { head: "Portfolio", isExtra: true, cell: (order) => order.portfolioName },
    { head: "Placed", cell: (order) => <Time at={order.createdOn} /> },
    {
      head: "State",
      isExtra: true,
      cell: (order) => (
        <Badge look={order.isTried ? "waits" : "quiet"}>
          {order.isTried ? "Lacks credits" : "Not looked at yet"}
        </Badge>
      ),
    },
    { head: "Amount", align: "right", cell: (order) => formatMass(order.amountKg) },
  ];
}

function Retry() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const retry = useMutation(
    trpc.operatorWaiting.retry.mutationOptions({
      async onSuccess() {
        toast("All are tried again");
        await queries.invalidateQueries({ queryKey: trpc.operatorWaiting.pathKey() });
      },
    }),
  );
  return (
    <Button busy={retry.isPending} onClick={() => retry.mutate()}>
      Try them now
    </Button>
  );
}

function Waiting() {
  const { base } = useOperator();
  const { place, filters } = useListState();
  const list = useQuery(
    useTRPC().operatorWaiting.list.queryOptions({ ...place, ...filters("portfolio") }),
  );
  const columns = useColumns();
  const isAny = (list.data?.data.length ?? 0) > 0;
  return (
    <>
      <PageHead
        title="Waiting orders"
        intro="Placed, paid where they are to be, and without credits. They are filled by themselves when credits arrive."
        acts={isAny && <Retry />}
      />
      <Lacks />
      {isAny && <ListTools csv="waiting" />}
      <DataTable
        label="Waiting orders"
        columns={columns}
        keyOf={(order) => order.id}
        query={list}
        empty={
          <Empty title="No order waits">
            <p>
              Every order has its credits. What runs out next is under{" "}
              <Link href={`${base}/stock`} className="link">
                Stock
              </Link>
              .
            </p>
          </Empty>
        }
      />
    </>
  );
}

export default function WaitingPage() {
  return (
    <>
      <Title>Waiting orders</Title>
      <Waiting />
    </>
  );
}
