"use client";
// The projects of the catalogue, with what is left of their credits.
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { formatMass } from "#core/mass";
import { registryLabel } from "#schemas/catalogue";
import { ListTools } from "#ui/admin/list-tools";
import { useOperator } from "#ui/admin/operator-shell";
import { Badge, Empty, PageHead } from "#ui/admin/page";
import { DataTable, useListState } from "#ui/admin/table";
import { Title } from "#ui/admin/title";
import { useTRPC } from "#ui/admin/trpc";

const optionsOf = (names: string[] = []) => names.map((name) => ({ value: name, text: name }));

function ProjectLink({ id, name }: { id: string; name: string }) {
  const { base } = useOperator();
  return (
    <Link href={`${base}/projects/${encodeURIComponent(id)}`} prefetch={false}>
      <span className="link font-medium">{name}</span>
      <span className="block text-sm whitespace-nowrap text-quiet max-sm:hidden">{id}</span>
    </Link>
  );
}

function Projects() {
  const { place, filters } = useListState();
  const trpc = useTRPC();
  const kinds = useQuery(trpc.operatorProjects.kinds.queryOptions());
  const list = useQuery(
    trpc.operatorProjects.list.queryOptions({
      ...place,
      ...filters("search", "registry", "type"),
    }),
  );
  return (
    <>
      <PageHead
        title="Projects"
        intro="Where the credits come from, as the catalogue has them. They are made and changed by an import."
      />
      <ListTools
        search="Name, id, registry number, developer or place"
        filters={[
          { name: "registry", label: "Registry", options: optionsOf(kinds.data?.registries) },
          { name: "type", label: "Type", options: optionsOf(kinds.data?.types) },
        ]}
        csv="projects"
      />
      <DataTable
        label="Projects"
        keyOf={(row) => row.id}
        query={list}
        columns={[
          {
            head: "Project",
            cell: (row) => <ProjectLink id={row.id} name={row.name} />,
          },
          { head: "Type", isExtra: true, cell: (row) => row.type || "–" },
          {
            head: "Registry",
            isExtra: true,
            cell: (row) => registryLabel(row.registryName, row.registryId),
          },
          {
            head: "Left",
            align: "right",
            cell: (row) =>
              row.leftKg > 0 ? (
                <span className="whitespace-nowrap">{formatMass(row.leftKg)}</span>
              ) : (
                <Badge look="bad">Sold out</Badge>
              ),
          },
        ]}
        empty={
          <Empty title="No project yet">
            <p>Import a catalogue, or a registry's own export.</p>
          </Empty>
        }
      />
    </>
  );
}

export default function ProjectsPage() {
  return (
    <>
      <Title>Projects</Title>
      <Projects />
    </>
  );
}
