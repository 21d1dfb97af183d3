"use client";
import type { ReactNode } from "react";
import { formatMass } from "#core/mass";
import type { RouterOutput } from "#trpc/router";
import { Choice } from "#ui/admin/button";
import { viewIn } from "#ui/admin/list-input";
import { Badge, Empty, Loaded, Note, Panel, Screen } from "#ui/admin/page";
import { ButtonLink } from "#ui/admin/screen-link";
import { SimpleTable, useListState } from "#ui/admin/table";
import { useScreenData } from "#ui/admin/trpc";
import { Blocks } from "./blocks";
import { Comparison } from "./comparison";
import { Incidents } from "./incidents";
import { queries, views } from "./queries";
import { Records } from "./records";
import { Requests, type View } from "./requests";

type Group = RouterOutput["operatorWorklist"]["groups"][number];
type Section = Group["section"];

const intro =
  "Sold credits that their registry has not retired yet. Retire them in the registry’s portal, mark them as requested, then import the registry’s export of retirements: the orders become retired.";

const day = (at: string) =>
  new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" }).format(new Date(at));

function Due({ group: { retireBy, isOverdue, section } }: { group: Group }) {
  if (section === "unreported") return <Badge tone="neutral">Sold before there were records</Badge>;
  return (
    <span className="whitespace-nowrap">
      {isOverdue ? <Badge tone="bad">Overdue since {day(retireBy)}</Badge> : day(retireBy)}
    </span>
  );
}

function Amounts({ groups }: { groups: readonly Group[] }) {
  return (
    <SimpleTable
      label="Amounts to retire"
      rows={groups}
      columns={[
        { head: "Project", cell: (group) => group.projectName },
        { head: "Vintage", isExtra: true, cell: (group) => group.vintageYear },
        { head: "To retire", kg: (group) => group.dueKg },
        { head: "Not yet due", isExtra: true, kg: (group) => group.waitingKg || null },
        { head: "Retire by", isExtra: true, cell: (group) => <Due group={group} /> },
      ]}
      keyOf={(group) => `${group.projectId} ${group.vintageYear}`}
    />
  );
}

const sections = [
  { value: "current", text: "To retire" },
  { value: "unreported", text: "Sold before records" },
] as const;

interface RegistryProps {
  groups: readonly Group[];
  registry: string;
  section: Section;
}

function RegistryWork({ groups, registry, section }: RegistryProps) {
  const ownGroups = groups.filter(
    (group) => group.registry === registry && group.section === section,
  );
  const [first] = ownGroups;
  if (!first) return <Empty title="Nothing to retire here" />;
  const isManual = first.adapter === "manual";
  return (
    <>
      <Panel
        title={`${first.registryLabel}: ${formatMass(ownGroups.reduce((kg, g) => kg + g.dueKg, 0))}`}
      >
        <Amounts groups={ownGroups} />
        {section === "unreported" && (
          <Note className="mt-4">
            These credits were sold before this installation kept registry records. If you have
            retired them already, import the registry’s export first: what it confirms leaves this
            list.
          </Note>
        )}
        {!isManual && (
          <Note className="mt-4">
            The adapter “{first.adapter}” requests these automatically. You don’t need to do
            anything.
          </Note>
        )}
      </Panel>
      {isManual && <Blocks registry={registry} section={section} />}
    </>
  );
}

function Groups({ groups }: { groups: readonly Group[] }) {
  const { get, set } = useListState();
  const section: Section = get("section") === "unreported" ? "unreported" : "current";
  const registries = [...new Map(groups.map((group) => [group.registry, group])).values()];
  const chosen = registries.find(({ registry }) => registry === get("registry")) ?? registries[0];
  const hasUnreported = groups.some((group) => group.section === "unreported");
  if (!chosen)
    return <Empty title="Nothing to retire">Every sold credit is requested or retired.</Empty>;
  return (
    <>
      <div className="mb-4 flex flex-wrap gap-3">
        {registries.length > 1 && (
          <Choice
            legend="Registry"
            options={registries.map(({ registry, registryLabel }) => ({
              value: registry,
              text: registryLabel,
            }))}
            value={chosen.registry}
            onChoose={(registry) => set({ registry })}
          />
        )}
        {hasUnreported && (
          <Choice
            legend="Section"
            options={sections}
            value={section}
            onChoose={(value) => set({ section: value === "current" ? null : value })}
          />
        )}
      </div>
      <RegistryWork groups={groups} registry={chosen.registry} section={section} />
    </>
  );
}

const tasks = [
  { value: "work", text: "To retire" },
  { value: "waiting", text: "Requests that need attention" },
  { value: "open", text: "Open requests" },
  { value: "refused", text: "Refused requests" },
] as const;

function Worklist({ view }: { view: View | "work" }) {
  const { set } = useListState();
  const choice = (
    <div className="mb-4">
      <Choice
        legend="Retirements"
        options={tasks}
        value={view}
        onChoose={(value) =>
          set({ show: value === "work" ? null : value, registry: null, section: null })
        }
      />
    </div>
  );
  return view === "work" ? <Work choice={choice} /> : <Requests view={view} choice={choice} />;
}

function Work({ choice }: { choice: ReactNode }) {
  const { groups: query } = useScreenData(queries);
  return (
    <Screen
      title="Retirements to make"
      intro={intro}
      actions={<ButtonLink to="/import">Import an export</ButtonLink>}
    >
      {choice}
      <Loaded query={query}>{(groups) => <Groups groups={groups} />}</Loaded>
    </Screen>
  );
}

export default function RetirementsPage() {
  const { get } = useListState();
  const view = viewIn(get, views);
  const comparison = get("comparison");
  if (view === "evidence") return <Incidents />;
  if (view !== "recorded") return <Worklist view={view} />;
  return comparison ? <Comparison id={comparison} /> : <Records />;
}
