"use client";
import { useRouter } from "next/navigation";
import { useId, useState } from "react";
import { formatMass } from "#core/mass";
import { CompleteField } from "#ui/admin/complete-list";
import { FieldFrame, inputClass } from "#ui/admin/form";
import { plural } from "#ui/admin/format";
import { JobFiles, JobState, jobNames, jobOrigin, type OperatorJob } from "#ui/admin/job";
import { ListTools } from "#ui/admin/list-screen";
import { useOperator } from "#ui/admin/operator";
import { Panel, Screen } from "#ui/admin/page";
import { type Column, DataTable, useListState } from "#ui/admin/table";
import { useScreenData } from "#ui/admin/trpc";
import { FilesField, MappingField, UploadForm } from "#ui/admin/upload";
import { queries } from "./queries";
import { Run } from "./run";

type ImportKind = Exclude<OperatorJob["kind"], "ledger">;

const registryFiles =
  "Issuances, retirements and projects, in one import or several. Leave out rows of credits that aren’t yours.";

const holdings =
  "Your account’s holdings add stock; retirements and cancellations remove it. Issuances have no serial numbers and add none.";

/** In the order of the menu. */
const hints: Record<ImportKind, string> = {
  verra:
    "The transactions export and, if you have it, the projects export. Rows with a retirement or cancellation add no stock.",
  "gold-standard": registryFiles,
  isometric: registryFiles,
  acr: holdings,
  car: holdings,
  art: holdings,
  cercarbono: holdings,
  puro: "Your account’s holdings.",
  catalogue: "One JSON file with projects, categories, portfolios, credit lots or factors.",
};
const kinds = Object.keys(hints) as ImportKind[];

function NewImport({ lastKind }: { lastKind: OperatorJob["kind"] | undefined }) {
  const { base } = useOperator();
  const router = useRouter();
  const [chosen, setChosen] = useState<ImportKind | null>(null);
  const kind = chosen ?? kinds.find((value) => value === lastKind) ?? "verra";
  const id = useId();
  const isCatalogue = kind === "catalogue";
  return (
    <Panel title="New import">
      <UploadForm
        address={`${base}/import/files`}
        action="Preview import"
        onSent={(importId) => router.push(`${base}/import?run=${importId}`)}
      >
        <FieldFrame id={id} label="File type" hint={hints[kind]}>
          <select
            id={id}
            name="kind"
            value={kind}
            aria-describedby={`${id}-hint`}
            className={inputClass}
            onChange={({ target }) =>
              setChosen(kinds.find((value) => value === target.value) ?? kind)
            }
          >
            {kinds.map((value) => (
              <option key={value} value={value}>
                {jobNames[value]}
              </option>
            ))}
          </select>
        </FieldFrame>
        <FilesField accept={isCatalogue ? "json" : "csv"} isMultiple={!isCatalogue} />
        {!isCatalogue && <MappingField />}
        {!isCatalogue && <CompleteField />}
      </UploadForm>
    </Panel>
  );
}

function addedText({ state, addedLots, addedKg }: OperatorJob): string {
  if (state !== "done" || addedLots === null || addedKg === null) return "–";
  if (addedLots === 0 && addedKg === 0) return "No lots";
  return `${plural(addedLots, "lot")}, ${formatMass(addedKg)}`;
}

function Files({ job }: { job: OperatorJob }) {
  const { base } = useOperator();
  return <JobFiles job={job} href={`${base}/import?run=${job.id}`} />;
}

const columns: Column<OperatorJob>[] = [
  { head: "Files", cell: (job) => <Files job={job} /> },
  { head: "State", cell: (job) => <JobState job={job} /> },
  { head: "Added", isExtra: true, cell: addedText },
  ...jobOrigin,
];

function Imports() {
  const { mode } = useOperator();
  const { imports: list } = useScreenData(queries);
  return (
    <Screen
      title="Import"
      intro={`Adds projects, categories, prices and credits to the ${mode} catalogue. You see a preview before anything changes.`}
    >
      <NewImport lastKind={list.data?.data[0]?.kind} />
      <h2 className="mb-3 font-semibold">Past imports</h2>
      {(list.data?.data.length ?? 0) > 0 && <ListTools csv="imports" />}
      <DataTable
        label="Imports"
        columns={columns}
        query={list}
        empty={[
          "No imports yet",
          "Choose a file above. Nothing changes until you confirm the import.",
        ]}
      />
    </Screen>
  );
}

/** All imports, or the run of one with its preview and result. */
export default function ImportPage() {
  const id = useListState().get("run");
  return id ? <Run key={id} id={id} /> : <Imports />;
}
