"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { formatMass } from "#core/mass";
import { registryLabel } from "#core/registry-label";
import type { RouterInput } from "#trpc/router";
import { ListScreen } from "#ui/admin/list-screen";
import { useOperator } from "#ui/admin/operator";
import { Badge } from "#ui/admin/page";
import { useListInput } from "#ui/admin/table";
import { useTRPC } from "#ui/admin/trpc";

const toOptions = (names: string[] = []) => names.map((name) => ({ value: name, text: name }));

type Input = NonNullable<RouterInput["operatorProjects"]["list"]>;

export default function ProjectsPage() {
  const { base } = useOperator();
  const trpc = useTRPC();
  const kinds = useQuery(trpc.operatorProjects.kinds.queryOptions()).data;
  const input = useListInput<Input>("search", "registry", "type");
  const list = useQuery(trpc.operatorProjects.list.queryOptions(input));
  return (
    <ListScreen
      title="Projects"
      intro="The projects behind the credits. Import a file to add or change projects."
      search="Name, ID, registry number, developer or location…"
      filters={[
        { name: "registry", label: "Registry", options: toOptions(kinds?.registries) },
        { name: "type", label: "Type", options: toOptions(kinds?.types) },
      ]}
      csv="projects"
      keyOf={({ id }) => id}
      query={list}
      columns={[
        {
          head: "Project",
          cell: ({ id, name }) => (
            <Link href={`${base}/projects/${encodeURIComponent(id)}`} prefetch={false}>
              <span className="link font-medium">{name}</span>
              <span className="block text-sm whitespace-nowrap text-quiet max-sm:hidden">{id}</span>
            </Link>
          ),
        },
        { head: "Type", isExtra: true, cell: ({ type }) => type || "–" },
        {
          head: "Registry",
          isExtra: true,
          cell: ({ registryName, registryId }) => registryLabel(registryName, registryId),
        },
        {
          head: "Remaining",
          align: "right",
          cell: ({ leftKg }) =>
            leftKg > 0 ? formatMass(leftKg) : <Badge tone="bad">Sold out</Badge>,
        },
      ]}
      empty={["No projects yet", "Import a catalogue file, or a registry’s export."]}
    />
  );
}
