"use client";
import { countryName } from "#core/countries";
import { formatDay } from "#core/dates";
import { formatMass, formatTonnes } from "#core/mass";
import { isRetiredAhead, RETIRED_AHEAD } from "#core/retired-ahead";
import type { RouterOutput } from "#trpc/router";
import { datesBy } from "#ui/admin/list-dates";
import { ListScreen } from "#ui/admin/list-screen";
import {
  Badge,
  Facts,
  Loaded,
  Note,
  optionsOf,
  Panel,
  StateBadge,
  type StateLabel,
} from "#ui/admin/page";
import { usePrevious } from "#ui/admin/previous";
import { ScreenLink } from "#ui/admin/screen-link";
import { useSubaccountFilter } from "#ui/admin/subaccount-filter";
import type { Column } from "#ui/admin/table";
import { useScreenData } from "#ui/admin/trpc";
import { queries } from "./queries";

type Retirement = RouterOutput["retirements"]["list"]["data"][number];
type Totals = RouterOutput["retirements"]["totals"];

const states: Record<Retirement["registry_status"], StateLabel> = {
  pending: { tone: "pending", text: "Pending" },
  requested: { tone: "pending", text: "Requested" },
  retired: { tone: "good", text: "Retired" },
  disputed: { tone: "bad", text: "Disputed" },
  cancelled: { tone: "bad", text: "Cancelled at the registry" },
  unreported: { tone: "neutral", text: "No record" },
};

function Project({ retirement }: { retirement: Retirement }) {
  const { order_id, project_name, vintage_year, country_code: country } = retirement;
  return (
    <span className="block sm:max-w-72">
      <ScreenLink to={`/orders/${order_id}`} className="link block truncate" title={project_name}>
        {project_name}
      </ScreenLink>
      <span className="block truncate text-sm text-quiet">
        {[`Vintage ${vintage_year}`, country && countryName(country)].filter(Boolean).join(" · ")}
      </span>
    </span>
  );
}

function Evidence({ retirement }: { retirement: Retirement }) {
  const { registry_retired_on: day, registry_reference: reference, url } = retirement;
  if (day === null) return "–";
  return (
    <span className="block max-w-44">
      <span className="block whitespace-nowrap">{formatDay(day)}</span>
      {reference !== null && (
        <span className="block truncate text-sm text-quiet" title={reference}>
          {url === null ? (
            reference
          ) : (
            <a href={url} className="link" rel="noreferrer">
              {reference}
            </a>
          )}
        </span>
      )}
    </span>
  );
}

const columns: Column<Retirement>[] = [
  { head: "Project", cell: (retirement) => <Project retirement={retirement} /> },
  { head: "Set aside", isExtra: true, at: (retirement) => retirement.retired_on },
  {
    head: "Registry",
    cell: ({ registry_status: status, replaced_kg: replacedKg, amount_kg: kg }) =>
      replacedKg === kg ? (
        <Badge tone="neutral">Replaced</Badge>
      ) : (
        <StateBadge state={states[status]} />
      ),
  },
  { head: "Retired on", isExtra: true, cell: (retirement) => <Evidence retirement={retirement} /> },
  {
    head: "Amount",
    kg: ({ amount_kg: kg }) => kg,
    note: ({ replaced_kg: kg }) => kg > 0 && `${formatMass(kg)} replaced`,
  },
];

function Sums({ kg }: Totals) {
  const waiting = kg.pending + kg.requested;
  return (
    <Facts
      facts={{
        "Retired at the registry": (
          <span className="text-2xl font-semibold tracking-tight tabular-nums">
            {formatTonnes(kg.retired)}
          </span>
        ),
        "Set aside, retirement pending": (
          <span className="text-2xl font-semibold tracking-tight tabular-nums">
            {formatTonnes(waiting)}
          </span>
        ),
        Disputed: kg.disputed > 0 && formatTonnes(kg.disputed),
        "Cancelled at the registry": kg.cancelled > 0 && formatTonnes(kg.cancelled),
        "Without a registry record": kg.unreported > 0 && formatTonnes(kg.unreported),
      }}
    />
  );
}

export function Retirements({ title }: { title: string }) {
  const { retirements, totals } = useScreenData(queries);
  const registries = totals.data?.registries ?? [];
  const hasAhead = retirements.data?.data.some(({ registry_retired_on: day, retired_on: at }) =>
    isRetiredAhead({ retiredOn: day, orderedOn: at }),
  );
  return (
    <ListScreen
      title={title}
      label="Retirements"
      intro="Every part of a lot that was set aside for your orders, and what its registry has recorded."
      above={
        <Panel title="Total">
          <Loaded query={usePrevious(totals)} lines={1}>
            {(data) => <Sums {...data} />}
          </Loaded>
          <Note className="mt-4">
            Credits count as retired once their registry has recorded it.{" "}
            {hasAhead && RETIRED_AHEAD}
          </Note>
        </Panel>
      }
      filters={[
        { name: "registry_status", label: "Registry status", options: optionsOf(states) },
        {
          name: "registry",
          label: "Registry",
          options: registries.map(({ key, name }) => ({ value: key, text: name })),
        },
        ...useSubaccountFilter(),
      ]}
      dates={[datesBy("Set aside")]}
      csv="retirements"
      query={retirements}
      columns={columns}
      empty={["No retirements yet", "Credits appear here once an order is fulfilled."]}
    />
  );
}
