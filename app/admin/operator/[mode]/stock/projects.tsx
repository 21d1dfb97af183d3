"use client";
import { formatMass, roundMass } from "#core/mass";
import type { RouterOutput } from "#trpc/router";
import { daysLabel, plural } from "#ui/admin/format";
import { ListScreen } from "#ui/admin/list-screen";
import { StockBar } from "#ui/admin/mass-bars";
import { Badge } from "#ui/admin/page";
import type { Column } from "#ui/admin/table";
import { useScreenData } from "#ui/admin/trpc";
import { queries } from "./queries";

type Project = RouterOutput["operatorLots"]["stock"]["data"][number];

const SOON_DAYS = 30;

function DaysLeft({ project: { leftKg, daysLeft } }: { project: Project }) {
  if (leftKg === 0) return <Badge tone="bad">Sold out</Badge>;
  if (daysLeft === null) return <Badge tone="neutral">No recent sales</Badge>;
  return <Badge tone={daysLeft < SOON_DAYS ? "pending" : "good"}>{daysLabel(daysLeft)}</Badge>;
}

function Vintages({ vintages }: Pick<Project, "vintages">) {
  const max = Math.max(...vintages.map(({ quantityKg }) => quantityKg));
  const [first, last] = [vintages[0]?.year, vintages.at(-1)?.year];
  return (
    <details className="mt-1 text-sm">
      <summary className="cursor-pointer rounded text-quiet">
        {first === last ? `Vintage ${first}` : `${vintages.length} vintages, ${first} to ${last}`}
      </summary>
      <ul className="mt-2 w-44 space-y-2 sm:w-64">
        {vintages.map(({ year, quantityKg, leftKg }) => (
          <li key={year}>
            <p className="flex justify-between gap-3 tabular-nums">
              <span>{year}</span>
              <span className="text-quiet">
                {formatMass(leftKg)} of {formatMass(quantityKg)}
              </span>
            </p>
            <StockBar leftKg={leftKg} ofKg={quantityKg} share={quantityKg / max} />
          </li>
        ))}
      </ul>
    </details>
  );
}

const columns: Column<Project>[] = [
  {
    head: "Project",
    sort: "name",
    cell: ({ projectName }) => projectName,
    to: ({ projectId }) => `/stock?show=lots&project=${encodeURIComponent(projectId)}`,
    note: ({ vintages }) => <Vintages vintages={vintages} />,
  },
  {
    head: "Remaining",
    sort: "left",
    align: "right",
    cell: ({ leftKg, quantityKg }) => (
      <>
        {formatMass(leftKg)}
        <span className="block text-sm text-quiet">of {formatMass(quantityKg)}</span>
        <StockBar leftKg={leftKg} ofKg={quantityKg} className="ml-auto w-20" />
      </>
    ),
  },
  { head: "Held", kg: ({ heldKg }) => heldKg || null },
  {
    head: "Per day",
    sort: "rate",
    isExtra: true,
    kg: ({ perDayKg }) => (perDayKg === 0 ? null : Math.ceil(perDayKg)),
  },
  { head: "Time left", sort: "days", cell: (project) => <DaysLeft project={project} /> },
];

const within = [7, 30, 90].map((days) => ({
  value: String(days),
  text: `Less than ${days} days left`,
}));

export function ProjectStock() {
  const { choices, projects } = useScreenData(queries);
  const categories = choices.data?.categories.map(({ id, name }) => ({ value: id, text: name }));
  const total = projects.data?.total;
  return (
    <ListScreen
      title="Stock"
      intro={
        <>
          Time left is calculated from the retirements of the last 30 days. Held credits are part of
          what remains, and kept for reservations, payments and orders.{" "}
          {total &&
            `Remaining: ${roundMass(total.leftKg)} from ${plural(total.projects, "project")}.`}
        </>
      }
      filters={[
        { name: "category", label: "Category", options: categories ?? [] },
        { name: "within", label: "Time left", options: within },
      ]}
      csv="stock"
      label="Stock by project"
      columns={columns}
      keyOf={({ projectId }) => projectId}
      query={projects}
      empty={["No credits yet", "Import a registry’s export, or a catalogue file with lots."]}
    />
  );
}
