"use client";
import { useMutation } from "@tanstack/react-query";
import { formatMass } from "#core/mass";
import { ActionButton } from "#ui/admin/button";
import { daysLabel, money, plural } from "#ui/admin/format";
import { useOperator } from "#ui/admin/operator";
import { Fact, Facts, Health, Item, Items, Loaded, Panel, Screen } from "#ui/admin/page";
import { useScreenData } from "#ui/admin/screen-data";
import { ScreenLink } from "#ui/admin/screen-link";
import { Time } from "#ui/admin/time";
import { useRefresh, useTRPC } from "#ui/admin/trpc";
import { UnbilledSalesNotice } from "#ui/admin/unbilled-sales";
import { queries, SOON_DAYS } from "./queries";

const KB = 1024;
const units = ["kilobyte", "megabyte", "gigabyte", "terabyte"];

const monthName = new Intl.DateTimeFormat("en-US", {
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

/** Returns "12.3 MB". */
function formatBytes(bytes: number): string {
  const step = Math.min(Math.floor(Math.log(Math.max(bytes, KB)) / Math.log(KB)), units.length);
  const unit = units[step - 1] ?? "kilobyte";
  const format = { style: "unit", unit, maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat("en-US", format).format(bytes / KB ** step);
}

function Figure({ value, label }: { value: string; label: string }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="mt-1 text-[0.9375rem] text-quiet">{label}</dt>
      <dd className="text-3xl font-semibold tracking-tight tabular-nums">{value}</dd>
    </div>
  );
}

function MonthPanel() {
  const { month: query } = useScreenData(queries);
  return (
    <Loaded query={query} lines={2}>
      {({ month, accounts, sold: { api, checkout }, paid }) => {
        const orders = api.orders + checkout.orders;
        return (
          <Panel
            title={`Sold in ${monthName.format(new Date(month))} (UTC)`}
            actions={
              <ScreenLink to="/money?show=months" className="link text-[0.9375rem]">
                View month
              </ScreenLink>
            }
          >
            <dl className="grid gap-6 sm:grid-cols-2 lg:grid-cols-4">
              <Figure value={formatMass(api.kg + checkout.kg)} label="of CO₂e" />
              <Figure value={money(api.priceCents, "USD")} label="API orders" />
              <Figure value={money(checkout.priceCents, "USD")} label="checkout orders" />
              <Figure
                value={money(paid.paidCents - paid.refundedCents, "USD")}
                label="customers paid, less refunds"
              />
            </dl>
            <p className="mt-5 text-sm text-pretty text-quiet">
              {plural(orders, "fulfilled order")} of {plural(accounts, "account")}, by the day of
              fulfillment. Orders that wait for credits are not sold yet.
            </p>
          </Panel>
        );
      }}
    </Loaded>
  );
}

function WaitingPanel() {
  const { waiting: query } = useScreenData(queries);
  return (
    <Loaded query={query}>
      {({ waiting: { orders, kg } }) => (
        <Panel title="Waiting orders">
          {orders === 0 ? (
            <p>All orders have their credits.</p>
          ) : (
            <p>
              {plural(orders, "order is", "orders are")} waiting for credits, {formatMass(kg)} in
              total. <ScreenLink to="/waiting">View waiting orders</ScreenLink>
            </p>
          )}
        </Panel>
      )}
    </Loaded>
  );
}

/** Work that waits for the operator at registries. */
function RegistriesPanel() {
  const { counts: query } = useScreenData(queries);
  return (
    <Loaded query={query}>
      {({ dueKg, overdueKg, unreportedKg, openRequests, ...counts }) => {
        const { waitingRequests, disputes, confirmations } = counts;
        const lines = [
          { path: "retirements", text: `${formatMass(dueKg)} to retire`, isOpen: dueKg > 0 },
          { path: "retirements", text: `${formatMass(overdueKg)} overdue`, isOpen: overdueKg > 0 },
          {
            path: "retirements?section=unreported",
            text: `${formatMass(unreportedKg)} sold before there were records`,
            isOpen: unreportedKg > 0,
          },
          {
            path: "retirements?show=open",
            text: `${plural(openRequests, "request")} not confirmed`,
            isOpen: openRequests > 0,
          },
          {
            path: "retirements?show=waiting",
            text: `${plural(waitingRequests, "request")} to look at`,
            isOpen: waitingRequests > 0,
          },
          {
            path: "retirements?show=evidence",
            text: `${plural(disputes, "dispute")}`,
            isOpen: disputes > 0,
          },
          {
            path: "retirements?show=evidence",
            text: `${plural(confirmations, "row")} to confirm`,
            isOpen: confirmations > 0,
          },
        ].filter(({ isOpen }) => isOpen);
        return (
          <Panel title="Retirements at registries">
            {lines.length === 0 ? (
              <p>Nothing is waiting.</p>
            ) : (
              <ul className="space-y-1">
                {lines.map(({ path, text }) => (
                  <li key={text}>
                    <ScreenLink to={`/${path}`}>{text}</ScreenLink>
                  </li>
                ))}
              </ul>
            )}
          </Panel>
        );
      }}
    </Loaded>
  );
}

/** The projects whose stock runs out first. */
function LowStockPanel() {
  const projects = useScreenData(queries).lowStock.data?.data ?? [];
  if (projects.length === 0) return null;
  return (
    <Panel title={`Stock for less than ${SOON_DAYS} days`}>
      <Items>
        {projects.map(({ projectId, projectName, leftKg, daysLeft }) => (
          <Item key={projectId}>
            <span className="font-medium">{projectName}</span>
            <span className="text-quiet tabular-nums">
              {leftKg === 0
                ? "Sold out"
                : `${formatMass(leftKg)} left, ${daysLabel(daysLeft ?? 0).toLowerCase()}`}
            </span>
          </Item>
        ))}
      </Items>
      <p className="mt-3">
        <ScreenLink to={`/stock?within=${SOON_DAYS}`}>View stock</ScreenLink>
      </p>
    </Panel>
  );
}

function SystemPanel() {
  const { system: query } = useScreenData(queries);
  return (
    <Loaded query={query} lines={2}>
      {({ light, troubled, workers, version, databaseVersion, backup, ...database }) => (
        <Panel
          title="System"
          actions={
            <ScreenLink to="/system" className="link text-[0.9375rem]">
              View system
            </ScreenLink>
          }
        >
          <Facts>
            <Fact label="Queues">
              <Health health={light} />
              {workers > 0 && troubled.length > 0 && (
                <span className="block text-quiet">{troubled.join(", ")}</span>
              )}
            </Fact>
            <Fact label="Workers">{workers === 0 ? "None running" : `${workers} running`}</Fact>
            <Fact label="Carbon Till">{version}</Fact>
            <Fact label="Database">
              PostgreSQL {databaseVersion.split(" ")[0]}, {formatBytes(database.databaseBytes)}
            </Fact>
            {backup !== null && (
              <Fact label="Last backup">
                <Time at={backup.takenAt} />
                {backup.bytes !== null && `, ${formatBytes(backup.bytes)}`}
                {backup.isTooOld && <span className="block text-warning">Older than 26 hours</span>}
              </Fact>
            )}
            <Fact label="Migrations" isWide>
              {database.migrations} applied, latest <code>{database.latestMigration}</code>
            </Fact>
          </Facts>
        </Panel>
      )}
    </Loaded>
  );
}

function RestoreNotice() {
  const { data: restore } = useScreenData(queries).restore;
  const refresh = useRefresh((trpc) => trpc.operatorOverview.restore.pathFilter());
  const dismiss = useMutation(useTRPC().operatorOverview.dismissRestore.mutationOptions());
  if (!restore) return null;
  return (
    <div role="status" className="mb-6 rounded-xl border border-warning/40 bg-paper px-5 py-4">
      <p className="font-medium text-warning">
        This installation was restored on <Time at={restore.restoredOn} />
      </p>
      <p className="mt-1 mb-3 text-[0.9375rem] text-pretty">
        It went back to <Time at={restore.takenOn} />. Orders, payments, keys and revocations
        between these times are gone. Work through “After a restore” in docs/operations/backup.md,
        then dismiss this notice for all operators.
      </p>
      <ActionButton done="Notice dismissed" run={() => dismiss.mutateAsync().then(refresh)}>
        Dismiss notice
      </ActionButton>
    </div>
  );
}

export default function OperatorPage() {
  const { mode } = useOperator();
  const { unbilledSales } = useScreenData(queries);
  return (
    <Screen title="Overview" intro={`Figures of all ${mode} accounts of this installation.`}>
      <RestoreNotice />
      <UnbilledSalesNotice sales={unbilledSales.data ?? []} />
      <MonthPanel />
      <WaitingPanel />
      <RegistriesPanel />
      <LowStockPanel />
      <SystemPanel />
    </Screen>
  );
}
