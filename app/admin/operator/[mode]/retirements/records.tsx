"use client";
import type { RouterOutput } from "#trpc/router";
import { FormDialog, useNewOpen } from "#ui/admin/dialog";
import { SelectField, TextAreaField } from "#ui/admin/form";
import { ListScreen } from "#ui/admin/list-screen";
import { ListTotals, massFigures } from "#ui/admin/list-totals";
import { Badge } from "#ui/admin/page";
import { RecordFields } from "#ui/admin/retirement-record";
import type { Column } from "#ui/admin/table";
import { useChange, useScreenData } from "#ui/admin/trpc";
import { Compare, Comparisons } from "./comparisons";
import { queries } from "./queries";
import { Registries } from "./registries";
import { useRegistryOptions } from "./registry-options";

type Retirement = RouterOutput["operatorRetirements"]["list"]["data"][number];

function RecordByHand() {
  const registries = useRegistryOptions();
  const record = useChange((trpc) => trpc.operatorRetirements.record);
  return (
    <FormDialog
      button="Record by hand"
      title="Record a retirement"
      description="Copy it from the registry’s own record. Orders with these credits become retired. Importing the registry’s export is safer."
      action="Record retirement"
      done="Retirement recorded"
      state={useNewOpen()}
      schema={async () => (await import("#admin/schemas")).TypedRetirement}
      initial={{
        registry: registries[0]?.value ?? "",
        serials: "",
        retired_on: "",
        beneficiary: null,
        registry_reference: null,
        url: null,
      }}
      send={(values) => record(values)}
    >
      <SelectField name="registry" label="Registry" options={registries} />
      <TextAreaField
        name="serials"
        label="Serial numbers"
        hint="As on the registry’s record. One range per line."
      />
      <RecordFields />
    </FormDialog>
  );
}

const sources: Record<string, string> = {
  import: "Export",
  adapter: "Adapter",
  operator: "By hand",
};

const supersededNote = () => "The sum leaves out superseded retirements.";

const columns: Column<Retirement>[] = [
  {
    head: "Beneficiary",
    cell: ({ beneficiary }) => beneficiary ?? "No beneficiary",
    to: ({ id }) => `/retirements/recorded/${id}`,
    note: ({ registryReference }) => registryReference ?? "No reference",
  },
  { head: "Registry", isExtra: true, cell: ({ registryLabel }) => registryLabel },
  {
    head: "Date",
    cell: ({ retiredOn, isLive }) => (
      <span className="whitespace-nowrap">
        {isLive ? retiredOn : <Badge tone="neutral">Superseded</Badge>}
      </span>
    ),
  },
  { head: "Source", isExtra: true, cell: ({ source }) => sources[source] ?? source },
  { head: "Amount", kg: ({ kg }) => kg },
];

export function Records() {
  const { records, recordTotals } = useScreenData(queries);
  return (
    <>
      <ListScreen
        title="Registry retirements"
        intro="What registries have recorded for your credits: the evidence that orders are retired."
        actions={
          <>
            <Compare />
            <RecordByHand />
          </>
        }
        search="Beneficiary or reference…"
        filters={[{ name: "registry", label: "Registry", options: useRegistryOptions() }]}
        columns={columns}
        csv="registry-retirements"
        totals={
          <ListTotals
            query={recordTotals}
            rows="retirements"
            figures={massFigures}
            note={supersededNote}
          />
        }
        query={records}
        empty={["No retirements recorded yet", "Import a registry’s export of retirements."]}
      />
      <Comparisons />
      <Registries />
    </>
  );
}
