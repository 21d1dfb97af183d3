"use client";
// The emission factors in force: where each is from, and which are the installation's own.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { EmissionFactorForm } from "#schemas/catalogue";
import type { RouterOutput } from "#trpc/router";
import { Button } from "#ui/admin/button";
import { Confirm, Dialog } from "#ui/admin/dialog";
import { Form, TextField, useSentForm } from "#ui/admin/form";
import { Badge, PageHead } from "#ui/admin/page";
import { DataTable } from "#ui/admin/table";
import { Title } from "#ui/admin/title";
import { useToast } from "#ui/admin/toasts";
import { useTRPC } from "#ui/admin/trpc";

type Row = RouterOutput["operatorFactors"]["list"][number];

/** "passenger_car_van_or_suv" as people read it. */
function inWords(name: string): string {
  const words = name.replaceAll("_", " ").replace("suv", "SUV");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const stepOf = ({ fromDistanceKm }: Row) =>
  fromDistanceKm > 0 ? `from ${fromDistanceKm.toLocaleString("en-US")} km on` : null;
const nameOf = (row: Row) => [inWords(row.activity), stepOf(row)].filter(Boolean).join(" ");

function useRefresh() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  return () => queries.invalidateQueries(trpc.operatorFactors.pathFilter());
}

function Change({ row, isLone }: { row: Row; isLone: boolean }) {
  const [open, setOpen] = useState(false);
  const refresh = useRefresh();
  const toast = useToast();
  const set = useMutation(useTRPC().operatorFactors.set.mutationOptions());
  const sent = useSentForm({
    schema: EmissionFactorForm,
    initial: {
      kg_co2e_per_unit: row.kgCo2ePerUnit,
      source: row.source,
      edition: row.edition,
      url: row.url,
    },
    async send(values) {
      const { activity, fromDistanceKm } = row;
      await set.mutateAsync({ ...values, activity, from_distance_km: fromDistanceKm });
      await refresh();
      setOpen(false);
      toast("Factor changed");
    },
  });
  return (
    <>
      <Button look="plain" onClick={() => setOpen(true)} aria-label={`Change ${nameOf(row)}`}>
        Change
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={nameOf(row)}
        description={
          isLone
            ? "Quotes and orders of this activity count with it from now on."
            : "Quotes and orders of this activity count with it from now on. Its other steps by distance stay as they are, and become the installation's own as well."
        }
      >
        <Form sent={sent} act="Change the factor" onCancel={() => setOpen(false)}>
          <TextField
            name="kg_co2e_per_unit"
            label={`Kg of CO2e per ${inWords(row.unit).toLowerCase()}`}
            inputMode="decimal"
          />
          <TextField name="source" label="Source" hint="Who published it, or how it was derived." />
          <TextField name="edition" label="Edition" hint="Such as its year." />
          <TextField name="url" label="Address" type="url" hint="Where it can be read. Optional." />
        </Form>
      </Dialog>
    </>
  );
}

function Reset({ activity }: { activity: string }) {
  const refresh = useRefresh();
  const reset = useMutation(useTRPC().operatorFactors.reset.mutationOptions());
  return (
    <Confirm
      trigger={(open) => (
        <Button look="plain" onClick={open} aria-label={`Reset ${inWords(activity)}`}>
          Reset
        </Button>
      )}
      title={`Back to the product's factors for ${inWords(activity).toLowerCase()}?`}
      description="The installation's own factors of this activity are forgotten, all steps by distance."
      act="Reset"
      done="The product's factors hold again"
      run={async () => {
        await reset.mutateAsync({ activity });
        await refresh();
      }}
    />
  );
}

function Source({ row: { source, edition, url } }: { row: Row }) {
  return (
    <span className="block max-w-md text-sm text-pretty text-quiet">
      <span className="line-clamp-3" title={source}>
        {source}
      </span>
      {url ? (
        <a href={url} className="link" rel="noreferrer">
          Edition {edition}
        </a>
      ) : (
        `Edition ${edition}`
      )}
    </span>
  );
}

function Origin({ row: { origin, kgCo2ePerUnit, defaultKgCo2ePerUnit: product } }: { row: Row }) {
  if (origin === "default") return <Badge look="quiet">Product</Badge>;
  return (
    <>
      <Badge look="good">Own</Badge>
      {product !== null && product !== kgCo2ePerUnit && (
        <span className="mt-1 block text-sm whitespace-nowrap text-quiet">product: {product}</span>
      )}
    </>
  );
}

function Factors() {
  const list = useQuery(useTRPC().operatorFactors.list.queryOptions());
  const stepsOf = (activity: string) => list.data?.filter((row) => row.activity === activity) ?? [];
  return (
    <>
      <PageHead
        title="Emission factors"
        intro="How much CO₂e an activity causes: quotes by distance, freight or floor space, and rides, count with them. Those that you change, or import, stand in for the product's."
      />
      <DataTable
        label="Emission factors"
        keyOf={(row) => `${row.activity} ${row.fromDistanceKm}`}
        query={{ ...list, data: list.data && { data: list.data, has_more: false } }}
        columns={[
          {
            head: "Activity",
            cell: (row) => (
              <>
                <span className="font-medium">{inWords(row.activity)}</span>
                {stepOf(row) && <span className="block text-sm text-quiet">{stepOf(row)}</span>}
              </>
            ),
          },
          {
            head: "Kg of CO₂e",
            align: "right",
            cell: (row) => (
              <>
                {row.kgCo2ePerUnit}
                <span className="block text-sm text-quiet sm:whitespace-nowrap">
                  per {inWords(row.unit).toLowerCase()}
                </span>
              </>
            ),
          },
          { head: "Source", isExtra: true, cell: (row) => <Source row={row} /> },
          {
            head: "From",
            isExtra: true,
            cell: (row) => <Origin row={row} />,
          },
          {
            head: "Acts",
            align: "right",
            cell: (row) => (
              <div className="flex flex-wrap justify-end gap-1">
                <Change row={row} isLone={stepsOf(row.activity).length === 1} />
                {row.origin === "imported" && stepsOf(row.activity)[0] === row && (
                  <Reset activity={row.activity} />
                )}
              </div>
            ),
          },
        ]}
        empty={null}
      />
    </>
  );
}

export default function FactorsPage() {
  return (
    <>
      <Title>Emission factors</Title>
      <Factors />
    </>
  );
}
