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
  Fact,
  Facts,
  Loaded,
  Note,
  optionsOf,
  Panel,
  type StateLabel,
} from "#ui/admin/page";
import { usePrevious } from "#ui/admin/previous";
import { useScreenData } from "#ui/admin/screen-data";
import { ScreenLink } from "#ui/admin/screen-link";
import { useSubaccountFilter } from "#ui/admin/subaccount-filter";
import type { Column } from "#ui/admin/table";
import { Time } from "#ui/admin/time";
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

/** The project, with a link to the order. */
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

function Amount({ amount_kg: kg, replaced_kg: replacedKg }: Retirement) {
  if (replacedKg === 0) return formatMass(kg);
  return (
    <>
      {formatMass(kg)}
      <span className="block text-sm text-quiet">{formatMass(replacedKg)} replaced</span>
    </>
  );
}

const columns: Column<Retirement>[] = [
  { head: "Project", cell: (retirement) => <Project retirement={retirement} /> },
  { head: "Set aside", isExtra: true, cell: (retirement) => <Time at={retirement.retired_on} /> },
  {
    head: "Registry",
    cell: ({ registry_status: status, replaced_kg: replacedKg, amount_kg: kg }) =>
      replacedKg === kg ? (
        <Badge tone="neutral">Replaced</Badge>
      ) : (
        <Badge tone={states[status].tone}>{states[status].text}</Badge>
      ),
  },
  {
    head: "Retired on",
    isExtra: true,
    cell: (retirement) => <Evidence retirement={retirement} />,
  },
  { head: "Amount", align: "right", cell: (retirement) => <Amount {...retirement} /> },
];

function Sums({ kg }: Totals) {
  const waiting = kg.pending + kg.requested;
  return (
    <Facts>
      <Fact label="Retired at the registry">
        <span className="text-2xl font-semibold tracking-tight tabular-nums">
          {formatTonnes(kg.retired)}
        </span>
      </Fact>
      <Fact label="Set aside, retirement pending">
        <span className="text-2xl font-semibold tracking-tight tabular-nums">
          {formatTonnes(waiting)}
        </span>
      </Fact>
      {kg.disputed > 0 && <Fact label="Disputed">{formatTonnes(kg.disputed)}</Fact>}
      {kg.cancelled > 0 && (
        <Fact label="Cancelled at the registry">{formatTonnes(kg.cancelled)}</Fact>
      )}
      {kg.unreported > 0 && (
        <Fact label="Without a registry record">{formatTonnes(kg.unreported)}</Fact>
      )}
    </Facts>
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
      keyOf={({ id }) => id}
      query={retirements}
      columns={columns}
      empty={["No retirements yet", "Credits appear here once an order is fulfilled."]}
    />
  );
}
