"use client";
import type { ReactNode } from "react";
import { formatMass } from "#core/mass";
import { UnbilledSalesNotice } from "#screens/operator";
import type { RouterOutput } from "#trpc/router";
import { ActionButton } from "#ui/admin/button";
import { daysLabel, money, plural, Time } from "#ui/admin/format";
import { useOperator } from "#ui/admin/operator";
import { Facts, Health, Item, Items, Loaded, Panel, Screen } from "#ui/admin/page";
import { ScreenLink } from "#ui/admin/screen-link";
import { useChange, useScreenData } from "#ui/admin/trpc";
import { queries, SOON_DAYS } from "./queries";

const KB = 1024;
const units = ["kilobyte", "megabyte", "gigabyte", "terabyte"];

const monthName = new Intl.DateTimeFormat("en-US", {
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

function formatBytes(bytes: number): string {
  const step = Math.min(Math.floor(Math.log(Math.max(bytes, KB)) / Math.log(KB)), units.length);
  const unit = units[step - 1] ?? "kilobyte";
  const format = { style: "unit", unit, maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat("en-US", format).format(bytes / KB ** step);
}

function Figure({ value, label }: { value: ReactNode; label: string }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="mt-1 text-[0.9375rem] text-quiet">{label}</dt>
      <dd className="text-3xl font-semibold tracking-tight tabular-nums">{value}</dd>
    </div>
  );
}

type Sum = RouterOutput["operatorOverview"]["month"]["sums"][number];

/** An amount in each currency. */
function Amounts({ sums, of }: { sums: readonly Sum[]; of(sum: Sum): number }) {
  if (sums.length === 0) return "–";
  return sums.map((sum) => (
    <span key={sum.currency} className="block">
      {money(of(sum), sum.currency)}
    </span>
  ));
}

const add = (sums: readonly Sum[], key: "kg" | "orders") =>
  sums.reduce((total, { sold: { api, checkout } }) => total + api[key] + checkout[key], 0);

function MonthPanel() {
  const { modules } = useOperator();
  const { month: query } = useScreenData(queries);
  return (
    <Loaded query={query} lines={2}>
      {({ month, accounts, sums }) => (
        <Panel
          title={`Sold in ${monthName.format(new Date(month))} (UTC)`}
          actions={
            modules.includes("statements") && (
              <ScreenLink to="/money?show=months" className="link text-[0.9375rem]">
                View month
              </ScreenLink>
            )
          }
        >
          <dl className="grid gap-6 sm:grid-cols-2 lg:grid-cols-4">
            <Figure value={formatMass(add(sums, "kg"))} label="of CO₂e" />
            <Figure
              value={<Amounts sums={sums} of={({ sold }) => sold.api.price} />}
              label="API orders"
            />
            <Figure
              value={<Amounts sums={sums} of={({ sold }) => sold.checkout.price} />}
              label="checkout orders"
            />
            <Figure
              value={<Amounts sums={sums} of={({ paid }) => paid.paid - paid.refunded} />}
              label="customers paid, less refunds"
            />
          </dl>
          <p className="mt-5 text-sm text-pretty text-quiet">
            {plural(add(sums, "orders"), "fulfilled order")} of {plural(accounts, "account")}, by
            the day of fulfillment. Orders that wait for credits are not sold yet.
          </p>
        </Panel>
      )}
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

type RegistryCounts = RouterOutput["operatorWorklist"]["counts"];

/** Registry work that waits for the operator, with the address of its list. */
function registryWork(counts: RegistryCounts): [path: string, text: string][] {
  const { dueKg, overdueKg, unreportedKg, openRequests, waitingRequests } = counts;
  const { disputes, confirmations } = counts;
  const lines: [count: number, path: string, text: string][] = [
    [dueKg, "", `${formatMass(dueKg)} to retire`],
    [overdueKg, "", `${formatMass(overdueKg)} overdue`],
    [
      unreportedKg,
      "?section=unreported",
      `${formatMass(unreportedKg)} sold before there were records`,
    ],
    [openRequests, "?show=open", `${plural(openRequests, "request")} not confirmed`],
    [
      waitingRequests,
      "?show=waiting",
      plural(waitingRequests, "request needs attention", "requests need attention"),
    ],
    [disputes, "?show=evidence", plural(disputes, "dispute")],
    [confirmations, "?show=evidence", `${plural(confirmations, "row")} to confirm`],
  ];
  return lines.flatMap(([number, path, text]) => (number > 0 ? [[path, text]] : []));
}

function RegistriesPanel() {
  const { counts: query } = useScreenData(queries);
  return (
    <Panel title="Retirements at registries">
      <Loaded query={query}>
        {(counts) => (
          <Items empty="Nothing is waiting.">
            {registryWork(counts).map(([path, text]) => (
              <Item key={text}>
                <ScreenLink to={`/retirements${path}`}>{text}</ScreenLink>
              </Item>
            ))}
          </Items>
        )}
      </Loaded>
    </Panel>
  );
}

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
          <Facts
            facts={{
              Queues: (
                <>
                  <Health health={light} />
                  {workers > 0 && troubled.length > 0 && (
                    <span className="block text-quiet">{troubled.join(", ")}</span>
                  )}
                </>
              ),
              Workers: workers === 0 ? "None running" : `${workers} running`,
              "Carbon Till": version,
              Database: `PostgreSQL ${databaseVersion.split(" ")[0]}, ${formatBytes(database.databaseBytes)}`,
              "Last backup": backup !== null && (
                <>
                  <Time at={backup.takenAt} />
                  {backup.bytes !== null && `, ${formatBytes(backup.bytes)}`}
                  {backup.isTooOld && (
                    <span className="block text-warning">Older than 26 hours</span>
                  )}
                </>
              ),
              Migrations: (
                <>
                  {database.migrations} applied, latest <code>{database.latestMigration}</code>
                </>
              ),
            }}
            wide={["Migrations"]}
          />
        </Panel>
      )}
    </Loaded>
  );
}

function RestoreNotice() {
  const { data: restore } = useScreenData(queries).restore;
  const dismiss = useChange((trpc) => trpc.operatorOverview.dismissRestore);
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
      <ActionButton done="Notice dismissed" run={() => dismiss()}>
        Dismiss notice
      </ActionButton>
    </div>
  );
}

export default function OperatorPage() {
  const { mode, modules } = useOperator();
  return (
    <Screen title="Overview" intro={`Figures of all ${mode} accounts of this installation.`}>
      <RestoreNotice />
      {modules.includes("billing") && <UnbilledSalesNotice />}
      <MonthPanel />
      <WaitingPanel />
      <RegistriesPanel />
      <LowStockPanel />
      <SystemPanel />
    </Screen>
  );
}
