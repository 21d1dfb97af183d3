"use client";
// What of the whole installation needs the operator now.
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { formatMass } from "#core/mass";
import { useOperator } from "#ui/admin/operator-shell";
import { Empty, Loading, PageHead, Panel } from "#ui/admin/page";
import { ProblemNote } from "#ui/admin/problem";
import { Title } from "#ui/admin/title";
import { useTRPC } from "#ui/admin/trpc";
import { MonthPanel } from "./month-panel";
import { SystemPanel } from "./system-panel";

const SOON_DAYS = 30;

/** The projects whose stock ends first. */
function RunsOut() {
  const { base } = useOperator();
  const query = { within: SOON_DAYS, limit: 5 };
  const found = useQuery(useTRPC().operatorLots.stock.queryOptions(query)).data;
  if (!found || found.data.length === 0) return null;
  return (
    <Panel title={`Lasts less than ${SOON_DAYS} days`}>
      <ul className="divide-y divide-line">
        {found.data.map(({ projectId, projectName, leftKg, daysLeft }) => (
          <li key={projectId} className="flex flex-wrap justify-between gap-x-4 py-2.5 first:pt-0">
            <span className="font-medium">{projectName}</span>
            <span className="text-quiet tabular-nums">
              {leftKg === 0
                ? "Used up"
                : `${formatMass(leftKg)} left, ${daysLeft === 1 ? "1 day" : `${daysLeft} days`}`}
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-3">
        <Link href={`${base}/stock?within=${SOON_DAYS}`} className="link">
          All of the stock
        </Link>
      </p>
    </Panel>
  );
}

function OperatorOverview() {
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
            {waiting.orders === 1
              ? "1 order waits"
              : `${waiting.orders.toLocaleString("en-US")} orders wait`}{" "}
            for credits, of {formatMass(waiting.kg)} in all.{" "}
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
      {waiting?.orders === 0 && <div className="h-6" />}
      <RunsOut />
      <SystemPanel />
    </>
  );
}

export default function OperatorPage() {
  return (
    <>
      <Title>Operator</Title>
      <OperatorOverview />
    </>
  );
}
