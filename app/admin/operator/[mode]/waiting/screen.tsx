"use client";
import { formatMass } from "#core/mass";
import type { RouterOutput } from "#trpc/router";
import { ActionButton } from "#ui/admin/button";
import { plural } from "#ui/admin/format";
import { ListScreen } from "#ui/admin/list-screen";
import { ListTotals, massFigures } from "#ui/admin/list-totals";
import { useOperator } from "#ui/admin/operator";
import { Badge, Panel } from "#ui/admin/page";
import { ProblemNote } from "#ui/admin/problem";
import { ScreenLink } from "#ui/admin/screen-link";
import type { Column } from "#ui/admin/table";
import { useChange, useScreenData } from "#ui/admin/trpc";
import { queries } from "./queries";

type Order = RouterOutput["operatorWaiting"]["list"]["data"][number];
type Shortage = RouterOutput["operatorWaiting"]["missing"][number];

function ShortageItem({ shortage }: { shortage: Shortage }) {
  const { category, projects, missingKg, orders, neededKg, stockKg } = shortage;
  return (
    <li className="py-4 first:pt-0 last:pb-0">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <ScreenLink
          to={`/stock?category=${encodeURIComponent(category.id)}`}
          className="link font-medium"
        >
          {category.name}
        </ScreenLink>
        {missingKg > 0 ? (
          <span className="font-medium text-danger tabular-nums">
            {formatMass(missingKg)} missing
          </span>
        ) : (
          <span className="text-quiet">Enough in stock</span>
        )}
      </p>
      <p className="mt-1 text-sm text-quiet tabular-nums">
        {plural(orders, "order needs", "orders need")} {formatMass(neededKg)}.{" "}
        {projects.length === 0
          ? "The category has no projects."
          : `In stock: ${formatMass(stockKg)}.`}
      </p>
      {projects.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {projects.map(({ id, name, leftKg }) => (
            <li key={id}>
              <ScreenLink to={`/stock?show=lots&project=${encodeURIComponent(id)}`}>
                {name}
              </ScreenLink>{" "}
              <span className="text-quiet tabular-nums">{formatMass(leftKg)}</span>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function Shortages() {
  const { shortages: query } = useScreenData(queries);
  if (query.error) return <ProblemNote error={query.error} onRetry={() => query.refetch()} />;
  if (!query.data || query.data.length === 0) return null;
  return (
    <Panel title="Missing credits">
      <ul className="divide-y divide-line">
        {query.data.map((shortage) => (
          <ShortageItem key={shortage.category.id} shortage={shortage} />
        ))}
      </ul>
    </Panel>
  );
}

function Account({ order: { id, slug, accountName } }: { order: Order }) {
  const { mode, accounts } = useOperator();
  if (!accounts.some((account) => account.slug === slug)) {
    return <span className="font-medium">{accountName}</span>;
  }
  return (
    <a href={`/admin/${slug}/${mode}/orders/${id}`} className="link font-medium">
      {accountName}
    </a>
  );
}

const columns: Column<Order>[] = [
  { head: "Account", cell: (order) => <Account order={order} /> },
  { head: "Portfolio", isExtra: true, cell: (order) => order.portfolioName },
  { head: "Placed", at: (order) => order.createdOn },
  {
    head: "State",
    isExtra: true,
    cell: ({ isTried }) => (
      <Badge tone={isTried ? "pending" : "neutral"}>{isTried ? "Lacks credits" : "Queued"}</Badge>
    ),
  },
  { head: "Amount", kg: (order) => order.amountKg },
];

function Retry() {
  const retry = useChange((trpc) => trpc.operatorWaiting.retry);
  return (
    <ActionButton done="Orders queued" run={() => retry()}>
      Retry orders
    </ActionButton>
  );
}

export default function WaitingPage() {
  const { orders, totals } = useScreenData(queries);
  const hasOrders = (orders.data?.data.length ?? 0) > 0;
  return (
    <ListScreen
      title="Waiting orders"
      intro="Orders that lack credits. They are filled automatically when credits arrive."
      actions={hasOrders && <Retry />}
      above={<Shortages />}
      totals={<ListTotals query={totals} rows="orders" figures={massFigures} />}
      csv={hasOrders ? "waiting" : undefined}
      columns={columns}
      query={orders}
      empty={[
        "No waiting orders",
        <p key="text">
          All orders have their credits. See <ScreenLink to="/stock">Stock</ScreenLink> for what
          runs out next.
        </p>,
      ]}
    />
  );
}
