"use client";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useId } from "react";
import type { RouterInput } from "#trpc/router";
import { FieldFrame, inputClass } from "#ui/admin/form";
import { useOperator } from "#ui/admin/operator";
import { Options } from "#ui/admin/options";
import { Empty, Panel, Screen } from "#ui/admin/page";
import { type Column, DataTable, useListInput } from "#ui/admin/table";
import {
  pollTasks,
  registryOptions,
  type Task,
  TaskFiles,
  TaskState,
  taskOrigin,
} from "#ui/admin/task";
import { useTRPC } from "#ui/admin/trpc";
import { FilesField, UploadForm } from "#ui/admin/upload";

function NewComparison() {
  const { base } = useOperator();
  const router = useRouter();
  const id = useId();
  return (
    <Panel title="New comparison">
      <UploadForm
        address={`${base}/registry-retirements/compare/files`}
        action="Compare"
        onSent={(task) => router.push(`${base}/registry-retirements/compare/${task}`)}
      >
        <FieldFrame id={id} label="Registry">
          <select id={id} name="registry" className={inputClass}>
            <Options options={registryOptions} />
          </select>
        </FieldFrame>
        <FilesField
          accept="csv"
          isMultiple
          hint="The registry’s export of retirements, complete."
        />
      </UploadForm>
    </Panel>
  );
}

function Files({ task }: { task: Task }) {
  const { base } = useOperator();
  return <TaskFiles task={task} href={`${base}/registry-retirements/compare/${task.id}`} />;
}

const columns: Column<Task>[] = [
  { head: "Files", cell: (task) => <Files task={task} /> },
  { head: "Result", cell: (task) => <TaskState task={task} /> },
  ...taskOrigin,
];

type Input = NonNullable<RouterInput["operatorDrift"]["list"]>;

export default function ComparePage() {
  const input = useListInput<Input>();
  const list = useQuery({
    ...useTRPC().operatorDrift.list.queryOptions(input),
    refetchInterval: pollTasks,
  });
  return (
    <Screen
      title="Compare with a registry"
      intro="Lists where a registry’s export and the records here differ. Nothing changes: to record what the export says, import it."
    >
      <NewComparison />
      <h2 className="mb-3 font-semibold">Past comparisons</h2>
      <DataTable
        label="Comparisons"
        columns={columns}
        keyOf={(task) => task.id}
        query={list}
        empty={
          <Empty title="No comparisons yet">
            Download the complete list of your retirements at the registry, and choose it above.
          </Empty>
        }
      />
    </Screen>
  );
}
