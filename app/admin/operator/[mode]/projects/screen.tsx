"use client";
import Link from "next/link";
import { formatMass } from "#core/mass";
import { registryLabel } from "#core/registry-label";
import { ListScreen } from "#ui/admin/list-screen";
import { useOperator } from "#ui/admin/operator";
import { Badge } from "#ui/admin/page";
import { useScreenData } from "#ui/admin/screen-data";
import { queries } from "./queries";

const toOptions = (names: string[] = []) => names.map((name) => ({ value: name, text: name }));

export default function ProjectsPage() {
  const { base } = useOperator();
  const { list, kinds } = useScreenData(queries);
  return (
    <ListScreen
      title="Projects"
      intro="The projects behind the credits. Import a file to add or change projects."
      search="Name, ID, registry number, developer or location…"
      filters={[
        { name: "registry", label: "Registry", options: toOptions(kinds.data?.registries) },
        { name: "type", label: "Type", options: toOptions(kinds.data?.types) },
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
