"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { type FormEvent, useId, useState } from "react";
import { formatMass } from "#core/mass";
import type { RouterInput } from "#trpc/router";
import { Button } from "#ui/admin/button";
import { FieldFrame, inputClass } from "#ui/admin/form";
import { plural } from "#ui/admin/format";
import { ListTools } from "#ui/admin/list-screen";
import { useOperator } from "#ui/admin/operator-shell";
import { Empty, Panel, Screen } from "#ui/admin/page";
import { type Column, DataTable, useListInput } from "#ui/admin/table";
import { pollTasks, type Task, TaskState, taskNames } from "#ui/admin/task";
import { Time } from "#ui/admin/time";
import { useTRPC } from "#ui/admin/trpc";
import { fileClass, MAX_MB, sendFiles } from "#ui/admin/upload";

type ImportKind = Exclude<Task["kind"], "ledger">;

const registryFiles =
  "Issuances, retirements and projects, in one import or several. Leave out rows of credits that aren’t yours.";

const holdings =
  "Your account’s holdings add stock; retirements and cancellations remove it. Issuances have no serial numbers and add none.";

/** In the order of the menu. */
const hints: Record<ImportKind, string> = {
  catalogue: "One JSON file with projects, categories, portfolios, credit lots or factors.",
  verra:
    "The transactions export and, if you have it, the projects export. Rows with a retirement or cancellation add no stock.",
  "gold-standard": registryFiles,
  isometric: registryFiles,
  acr: holdings,
  car: holdings,
  art: holdings,
  cercarbono: holdings,
  puro: "Your account’s holdings.",
};
const kinds = Object.keys(hints) as ImportKind[];

/** Optional file for an account's holdings. */
function MappingField({ id }: { id: string }) {
  return (
    <FieldFrame
      id={id}
      label="Holdings mapping (optional)"
      hint="A JSON file that names the columns of your account’s holdings export. Without it, the registry’s usual names are expected."
    >
      <input
        id={id}
        name="mapping"
        type="file"
        accept=".json,application/json"
        aria-describedby={`${id}-hint`}
        className={fileClass}
      />
    </FieldFrame>
  );
}

function NewImport() {
  const { base } = useOperator();
  const router = useRouter();
  const [kind, setKind] = useState<ImportKind>("catalogue");
  const id = useId();
  const send = useMutation({
    mutationFn: (body: FormData) => sendFiles(`${base}/import/files`, body),
    onSuccess: (importId) => router.push(`${base}/import/${importId}`),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    send.mutate(new FormData(event.currentTarget));
  };
  return (
    <Panel title="New import">
      <form onSubmit={submit} className="grid items-start gap-5 sm:grid-cols-2">
        <FieldFrame id={`${id}-kind`} label="File type" hint={hints[kind]}>
          <select
            id={`${id}-kind`}
            name="kind"
            value={kind}
            aria-describedby={`${id}-kind-hint`}
            className={inputClass}
            onChange={({ target }) => setKind(kinds.find((it) => it === target.value) ?? kind)}
          >
            {kinds.map((value) => (
              <option key={value} value={value}>
                {taskNames[value]}
              </option>
            ))}
          </select>
        </FieldFrame>
        <FieldFrame id={`${id}-files`} label="Files" hint={`Up to ${MAX_MB} MB in total.`}>
          <input
            id={`${id}-files`}
            name="files"
            type="file"
            multiple={kind !== "catalogue"}
            accept={kind === "catalogue" ? ".json,application/json" : ".csv,text/csv"}
            aria-describedby={`${id}-files-hint`}
            className={fileClass}
          />
        </FieldFrame>
        {kind !== "catalogue" && <MappingField id={`${id}-mapping`} />}
        {send.error && (
          <p role="alert" className="text-sm text-danger sm:col-span-2">
            {send.error.message}
          </p>
        )}
        <p className="flex justify-end sm:col-span-2">
          <Button type="submit" variant="primary" busy={send.isPending}>
            Preview import
          </Button>
        </p>
      </form>
    </Panel>
  );
}

function addedText({ state, addedLots, addedKg }: Task): string {
  if (state !== "done" || addedLots === null || addedKg === null) return "–";
  if (addedLots === 0 && addedKg === 0) return "No lots";
  return `${plural(addedLots, "lot")}, ${formatMass(addedKg)}`;
}

function Files({ task: { id, fileNames, kind } }: { task: Task }) {
  const { base } = useOperator();
  return (
    <>
      <Link href={`${base}/import/${id}`} className="link font-medium break-all">
        {fileNames.join(", ")}
      </Link>
      <span className="block text-sm text-quiet">{taskNames[kind]}</span>
    </>
  );
}

const columns: Column<Task>[] = [
  { head: "Files", cell: (task) => <Files task={task} /> },
  { head: "State", cell: (task) => <TaskState task={task} /> },
  { head: "Added", isExtra: true, cell: addedText },
  { head: "By", isExtra: true, cell: (task) => task.requestedByName ?? "–" },
  { head: "Date", isExtra: true, cell: (task) => <Time at={task.createdOn} /> },
];

type Input = NonNullable<RouterInput["operatorImports"]["list"]>;

export default function ImportPage() {
  const { mode } = useOperator();
  const input = useListInput<Input>();
  const list = useQuery({
    ...useTRPC().operatorImports.list.queryOptions(input),
    refetchInterval: pollTasks,
  });
  return (
    <Screen
      title="Import"
      intro={`Adds projects, categories, prices and credits to the ${mode} catalogue. You see a preview before anything changes.`}
    >
      <NewImport />
      <h2 className="mb-3 font-semibold">Past imports</h2>
      {(list.data?.data.length ?? 0) > 0 && <ListTools csv="imports" />}
      <DataTable
        label="Imports"
        columns={columns}
        keyOf={(task) => task.id}
        query={list}
        empty={
          <Empty title="No imports yet">
            Choose a file above. Nothing changes until you confirm the import.
          </Empty>
        }
      />
    </Screen>
  );
}
