"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useAccount } from "#ui/admin/account";
import { useIsHydrated } from "#ui/admin/hydration";
import { filterClass, useAddressField } from "#ui/admin/list-fields";
import { Loaded, Note, Panel, Screen, useRouteId } from "#ui/admin/page";
import { Downloads } from "#ui/admin/picker";
import { usePrevious } from "#ui/admin/previous";
import { useListState } from "#ui/admin/table";
import { useTRPC } from "#ui/admin/trpc";
import { ReportCredits, ReportNotes, ReportSales, ReportTotals } from "#ui/report-tables";
import { ReportLinks } from "./links";
import { type Period, type ReportInput, reportInput, usualPeriods } from "./period";

function PeriodSelect({ from, to }: Period) {
  const { set } = useListState();
  const periods = usualPeriods(new Date());
  const current = Object.keys(periods).find(
    (name) => periods[name]?.from === from && periods[name]?.to === to,
  );
  return (
    <select
      aria-label="Period"
      value={current ?? ""}
      className={`${filterClass} max-sm:w-full`}
      onChange={({ target }) => set({ ...periods[target.value] })}
    >
      {current === undefined && <option value="">Chosen days</option>}
      {Object.keys(periods).map((name) => (
        <option key={name}>{name}</option>
      ))}
    </select>
  );
}

function DayField({ name, value }: { name: "from" | "to"; value: string }) {
  const { set } = useListState();
  return (
    <input
      ref={useAddressField<HTMLInputElement>(name, (day) => day || value)}
      type="date"
      aria-label={name === "from" ? "First day" : "Last day"}
      defaultValue={value}
      className={`${filterClass} max-sm:flex-1`}
      // A year that is still being typed is below 1000.
      onChange={({ target }) => target.value > "1900" && set({ [name]: target.value })}
    />
  );
}

function Tools({ input }: { input: ReportInput }) {
  const { base } = useAccount();
  const { set } = useListState();
  const { id, from, to, prices = "hidden" } = input;
  const query = new URLSearchParams({ from, to, prices });
  const isHydrated = useIsHydrated();
  const files = [
    { text: "PDF", href: `${base}/subaccounts/${id}/report/pdf?${query}` },
    { text: "CSV", href: `${base}/export/report.csv?${new URLSearchParams({ id })}&${query}` },
  ];
  return (
    <fieldset disabled={!isHydrated} className="mb-6 flex flex-wrap items-center gap-2">
      <PeriodSelect from={from} to={to} />
      <DayField name="from" value={from} />
      <DayField name="to" value={to} />
      <label className="flex min-h-10 items-center gap-2 px-1 text-[0.9375rem] max-sm:w-full">
        <input
          type="checkbox"
          className="size-4"
          checked={prices === "shown"}
          onChange={({ target }) => set({ prices: target.checked ? "shown" : null })}
        />
        With prices
      </label>
      <span className="flex gap-2 sm:ml-auto">
        <Downloads files={files} />
      </span>
    </fieldset>
  );
}

export default function ReportPage() {
  const id = useRouteId();
  const { base } = useAccount();
  const { get } = useListState();
  const input = reportInput(id, get);
  const query = useQuery(useTRPC().reports.get.queryOptions(input));
  // The heading and the controls stay while another period loads; its figures don't.
  const { data: last } = usePrevious(query);
  return (
    <Screen
      title={last ? `Report: ${last.subaccount}` : "Report"}
      intro={
        <Link href={`${base}/subaccounts/${id}`} prefetch={false} className="link">
          Back to the subaccount
        </Link>
      }
    >
      <Tools input={input} />
      <Loaded query={query}>
        {(view) => (
          <>
            <Panel title={view.period}>
              <ReportTotals view={view} />
              <div className="mt-5">
                <ReportNotes view={view} />
              </div>
            </Panel>
            <ReportLinks input={input} />
            <Panel title="Credits by portfolio">
              <ReportCredits view={view} />
            </Panel>
            {view.portfolios.length > 0 && (
              <Panel title="Orders, serial numbers and evidence">
                <ReportSales view={view} />
              </Panel>
            )}
          </>
        )}
      </Loaded>
      {query.error && <Note>Choose days within ten years, the first one first.</Note>}
    </Screen>
  );
}
