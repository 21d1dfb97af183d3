"use client";
import { redirect } from "next/navigation";
import { useAccount } from "#ui/admin/account";
import { SoldKg } from "#ui/admin/mass-bars";
import { LatestOrders } from "#ui/admin/order-table";
import { Loaded, Loading, PageHead, Panel, Title } from "#ui/admin/page";
import { ProblemNote } from "#ui/admin/problem";
import { useScreenData } from "#ui/admin/trpc";
import { Charts } from "./charts";
import { Attention, FirstSteps, OrdersByState } from "./overview";
import { queries } from "./queries";

/** People who are limited to one subaccount see that one instead. */
export default function OverviewPage() {
  const { base, subaccountId } = useAccount();
  if (subaccountId !== null) redirect(`${base}/subaccounts/${subaccountId}`);
  return <Overview />;
}

function Overview() {
  const { account } = useAccount();
  const { history, impact, latest, status: overview } = useScreenData(queries);
  const { data: status } = overview;
  return (
    <>
      <Title>Overview</Title>
      <PageHead title={account.name} />
      {overview.error && <ProblemNote error={overview.error} onRetry={() => overview.refetch()} />}
      {status && <Attention status={status} />}
      {status && <FirstSteps status={status} />}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Panel title="Sold and retired">
          <Loaded query={impact} lines={2}>
            {(data) => <SoldKg {...data} />}
          </Loaded>
        </Panel>
        {status ? <OrdersByState orders={status.orders} /> : <Loading />}
      </div>
      <Loaded query={history}>{(data) => <Charts history={data} />}</Loaded>
      <LatestOrders title="Latest orders" path="/orders" query={latest} />
    </>
  );
}
