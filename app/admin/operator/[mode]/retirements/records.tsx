"use client";
import { useMutation } from "@tanstack/react-query";
import { formatMass } from "#core/mass";
import type { RouterOutput } from "#trpc/router";
import { FormDialog, useNewOpen } from "#ui/admin/dialog";
import { SelectField, TextAreaField } from "#ui/admin/form";
import { ListScreen } from "#ui/admin/list-screen";
import { ListTotals, massFigures } from "#ui/admin/list-totals";
import { Badge } from "#ui/admin/page";
import { RecordFields } from "#ui/admin/retirement-record";
import { useScreenData } from "#ui/admin/screen-data";
import { ScreenLink } from "#ui/admin/screen-link";
import type { Column } from "#ui/admin/table";
import { useRefresh, useTRPC } from "#ui/admin/trpc";
import { Compare, Comparisons } from "./comparisons";
import { queries } from "./queries";
import { Registries } from "./registries";

type Retirement = RouterOutput["operatorRetirements"]["list"]["data"][number];

function useRegistries() {
  const { policies } = useScreenData(queries);
  return (policies.data ?? []).map(({ registry, label }) => ({ value: registry, text: label }));
}

function RecordByHand() {
  const registries = useRegistries();
  const record = useMutation(useTRPC().operatorRetirements.record.mutationOptions());
  const refresh = useRefresh((trpc) => trpc.operatorRetirements.pathFilter());
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
      send={(values) => record.mutateAsync(values)}
      onDone={refresh}
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

function Name({ retirement }: { retirement: Retirement }) {
  return (
    <>
      <ScreenLink
        to={`/retirements/recorded/${retirement.id}`}
        className="link font-medium wrap-anywhere"
      >
        {retirement.beneficiary ?? "No beneficiary"}
      </ScreenLink>
      <span className="block text-sm text-quiet wrap-anywhere">
        {retirement.registryReference ?? "No reference"}
      </span>
    </>
  );
}

const sources: Record<string, string> = {
  import: "Export",
  adapter: "Adapter",
  operator: "By hand",
};

const supersededNote = () => "The sum leaves out superseded retirements.";

const columns: Column<Retirement>[] = [
  { head: "Beneficiary", cell: (retirement) => <Name retirement={retirement} /> },
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
  { head: "Amount", align: "right", cell: ({ kg }) => formatMass(kg) },
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
        filters={[{ name: "registry", label: "Registry", options: useRegistries() }]}
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
        keyOf={({ id }) => id}
        query={records}
        empty={["No retirements recorded yet", "Import a registry’s export of retirements."]}
      />
      <Comparisons />
      <Registries />
    </>
  );
}
