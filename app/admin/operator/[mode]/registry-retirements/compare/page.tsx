"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { type FormEvent, useId } from "react";
import type { RouterInput } from "#trpc/router";
import { Button } from "#ui/admin/button";
import { FieldFrame, inputClass, Options } from "#ui/admin/form";
import { useOperator } from "#ui/admin/operator-shell";
import { Empty, Panel, Screen } from "#ui/admin/page";
import { type Column, DataTable, useListInput } from "#ui/admin/table";
import { pollTasks, registryOptions, type Task, TaskState, taskNames } from "#ui/admin/task";
import { Time } from "#ui/admin/time";
import { useTRPC } from "#ui/admin/trpc";
import { fileClass, MAX_MB, sendFiles } from "#ui/admin/upload";

function NewComparison() {
  const { base } = useOperator();
  const router = useRouter();
  const id = useId();
  const send = useMutation({
    mutationFn: (body: FormData) => sendFiles(`${base}/registry-retirements/compare/files`, body),
    onSuccess: (task) => router.push(`${base}/registry-retirements/compare/${task}`),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    send.mutate(new FormData(event.currentTarget));
  };
  return (
    <Panel title="New comparison">
      <form onSubmit={submit} className="grid items-start gap-5 sm:grid-cols-2">
        <FieldFrame id={`${id}-registry`} label="Registry">
          <select id={`${id}-registry`} name="registry" className={inputClass}>
            <Options options={registryOptions} />
          </select>
        </FieldFrame>
        <FieldFrame
          id={`${id}-files`}
          label="Files"
          hint={`The registry’s export of retirements, complete. Up to ${MAX_MB} MB in total.`}
        >
          <input
            id={`${id}-files`}
            name="files"
            type="file"
            multiple
            accept=".csv,text/csv"
            aria-describedby={`${id}-files-hint`}
            className={fileClass}
          />
        </FieldFrame>
        {send.error && (
          <p role="alert" className="text-sm text-danger sm:col-span-2">
            {send.error.message}
          </p>
        )}
        <p className="flex justify-end sm:col-span-2">
          <Button type="submit" variant="primary" busy={send.isPending}>
            Compare
          </Button>
        </p>
      </form>
    </Panel>
  );
}

function Files({ task: { id, fileNames, kind } }: { task: Task }) {
  const { base } = useOperator();
  return (
    <>
      <Link
        href={`${base}/registry-retirements/compare/${id}`}
        className="link font-medium break-all"
      >
        {fileNames.join(", ")}
      </Link>
      <span className="block text-sm text-quiet">{taskNames[kind]}</span>
    </>
  );
}

const columns: Column<Task>[] = [
  { head: "Files", cell: (task) => <Files task={task} /> },
  { head: "Result", cell: (task) => <TaskState task={task} /> },
  { head: "By", isExtra: true, cell: (task) => task.requestedByName ?? "–" },
  { head: "Date", isExtra: true, cell: (task) => <Time at={task.createdOn} /> },
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
