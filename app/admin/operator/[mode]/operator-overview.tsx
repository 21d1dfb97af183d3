"use client";
// What of the whole installation needs the operator now.
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { formatMass } from "#core/mass";
import { useOperator } from "#ui/admin/operator-shell";
import { Empty, Loading, PageHead, Panel } from "#ui/admin/page";
import { ProblemNote } from "#ui/admin/problem";
import { useTRPC } from "#ui/admin/trpc";
import { MonthPanel } from "./month-panel";
import { SystemPanel } from "./system-panel";

export function OperatorOverview() {
  const found = useQuery(useTRPC().operatorOverview.get.queryOptions());
  const { base, mode } = useOperator();
  const waiting = found.data?.waiting;
  return (
    <>
      <PageHead title="Operator" intro={`The whole installation, across its ${mode} accounts.`} />
      <MonthPanel />
      {found.error && <ProblemNote error={found.error} onRetry={() => found.refetch()} />}
      {!found.error && !waiting && <Loading />}
      {waiting && waiting.orders > 0 && (
        <Panel title="Orders that wait">
          <p>
            {waiting.orders.toLocaleString("en-US")} orders of {formatMass(waiting.kg)} in all wait
            for credits.{" "}
            <Link href={`${base}/waiting`} className="link">
              See what they lack
            </Link>
          </p>
        </Panel>
      )}
      {waiting?.orders === 0 && (
        <Empty title="Nothing waits">
          <p>Every order has its credits.</p>
        </Empty>
      )}
      <div className="mt-6">
        <SystemPanel />
      </div>
    </>
  );
}
