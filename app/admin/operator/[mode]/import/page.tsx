"use client";
// Files into the catalogue and the stock, and the history of it.
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { formatMass } from "#core/mass";
import { ListTools } from "#ui/admin/list-tools";
import { useOperator } from "#ui/admin/operator-shell";
import { Empty, PageHead } from "#ui/admin/page";
import { type Column, DataTable, useListState } from "#ui/admin/table";
import { ASK_AGAIN_MS, isUnderWay, kindNames, type Task, TaskState } from "#ui/admin/task";
import { Time } from "#ui/admin/time";
import { Title } from "#ui/admin/title";
import { useTRPC } from "#ui/admin/trpc";
import { NewImport } from "./new-import";

function added({ state, addedLots, addedKg }: Task): string {
  if (state !== "done" || addedLots === null || addedKg === null) return "–";
  if (addedLots === 0 && addedKg === 0) return "No lots";
  return `${addedLots.toLocaleString("en-US")} lots, ${formatMass(addedKg)}`;
}

function useColumns(): Column<Task>[] {
  const { base } = useOperator();
  return [
    {
      head: "Files",
      cell: (task) => (
        <>
          <Link href={`${base}/import/${task.id}`} className="link font-medium break-all">
            {task.fileNames.join(", ")}
          </Link>
          <span className="block text-sm text-quiet">{kindNames[task.kind]}</span>
        </>
      ),
    },
    { head: "State", cell: (task) => <TaskState task={task} /> },
    { head: "Added", isExtra: true, cell: added },
    { head: "By", isExtra: true, cell: (task) => task.requestedByName ?? "–" },
    { head: "When", isExtra: true, cell: (task) => <Time at={task.createdOn} /> },
  ];
}

function Imports() {
  const { mode } = useOperator();
  const { place } = useListState();
  const list = useQuery({
    ...useTRPC().operatorImports.list.queryOptions(place),
    refetchInterval: ({ state }) => (state.data?.data.some(isUnderWay) ? ASK_AGAIN_MS : false),
  });
  const columns = useColumns();
  return (
    <>
      <PageHead
        title="Import"
        intro={`Projects, categories, prices and credits into the ${mode} catalogue. You see what would change before it does.`}
      />
      <NewImport />
      <h2 className="mb-3 font-semibold">Imports so far</h2>
      {(list.data?.data.length ?? 0) > 0 && <ListTools csv="imports" />}
      <DataTable
        label="Imports"
        columns={columns}
        keyOf={(task) => task.id}
        query={list}
        empty={
          <Empty title="No import yet">
            <p>Choose a file above. Nothing changes until you say so.</p>
          </Empty>
        }
      />
    </>
  );
}

export default function ImportPage() {
  return (
    <>
      <Title>Import</Title>
      <Imports />
    </>
  );
}
