"use client";
import { useAccount } from "#ui/admin/account";
import { BooksZone } from "#ui/admin/format";
import { useIsHydrated } from "#ui/admin/hydration";
import { filterClass, useAddressField } from "#ui/admin/list-fields";
import { CHOSEN_DATES, periodOf, periodsAt } from "#ui/admin/list-periods";
import { Options } from "#ui/admin/options";
import { Empty, Loaded, Note, Panel } from "#ui/admin/page";
import { SubaccountPicker } from "#ui/admin/picker";
import { ReportTools } from "#ui/admin/report-tools";
import { ScreenLink } from "#ui/admin/screen-link";
import { useListState } from "#ui/admin/table";
import { useScreenData } from "#ui/admin/trpc";
import { ReportLinks } from "./links";
import { type ReportInput, reportInput } from "./period";
import { queries } from "./queries";
import { ReportCredits, ReportNotes, ReportSales, ReportTotals } from "./report-tables";

const CHOOSE = "Choose a subaccount";

function PeriodSelect({ from, to }: Pick<ReportInput, "from" | "to">) {
  const { set } = useListState();
  const now = new Date();
  const periods = periodsAt(now);
  const current = periodOf(from, to, now);
  const choose = (chosen: string) => {
    const [first, last] = periods.find(({ value }) => value === chosen)?.days ?? [from, to];
    set({ from: first, to: last });
  };
  return (
    <select
      aria-label="Period"
      value={current}
      className={`${filterClass} max-sm:w-full`}
      onChange={({ target }) => choose(target.value)}
    >
      {current === CHOSEN_DATES && <option value={CHOSEN_DATES}>Chosen days</option>}
      <Options options={periods} />
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
  const { set } = useListState();
  const { id, from, to, prices = "hidden" } = input;
  const query = new URLSearchParams({ id, from, to, prices });
  const isHydrated = useIsHydrated();
  return (
    <ReportTools pdf="subaccount" csv="report" query={query} none={CHOOSE}>
      <fieldset disabled={!isHydrated} className="contents">
        <PeriodSelect from={from} to={to} />
        <DayField name="from" value={from} />
        <DayField name="to" value={to} />
        <BooksZone />
        <label className="flex min-h-10 items-center gap-2 px-1 text-[0.9375rem] max-sm:w-full">
          <input
            type="checkbox"
            className="size-4"
            checked={prices === "shown"}
            onChange={({ target }) => set({ prices: target.checked ? "shown" : null })}
          />
          With prices
        </label>
      </fieldset>
    </ReportTools>
  );
}

function Report({ input }: { input: ReportInput }) {
  const { report: query } = useScreenData(queries);
  return (
    <>
      <Tools input={input} />
      <Loaded query={query}>
        {(view) => (
          <>
            <Panel
              title={`${view.subaccount}, ${view.period}`}
              actions={
                <ScreenLink to={`/subaccounts/${input.id}`} className="link text-[0.9375rem]">
                  Back to the subaccount
                </ScreenLink>
              }
            >
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
    </>
  );
}

export function SubaccountReport() {
  const { subaccountId } = useAccount();
  const { get } = useListState();
  const input = reportInput(subaccountId ?? get("subaccount_id"), get);
  if (input.id !== "") return <Report input={input} />;
  return (
    <>
      <div className="mb-6 flex">
        <SubaccountPicker all={CHOOSE} />
      </div>
      <Empty title="No subaccount chosen">
        The report has its orders, their credits with serial numbers and evidence, and sums.
      </Empty>
    </>
  );
}
