"use client";
import type { RouterOutput } from "#trpc/router";
import { Confirm, FormDialog } from "#ui/admin/dialog";
import { TextField } from "#ui/admin/form";
import { count } from "#ui/admin/format";
import { ListScreen } from "#ui/admin/list-screen";
import { Badge } from "#ui/admin/page";
import { useChange, useScreenData } from "#ui/admin/trpc";
import { queries } from "./queries";

type Factor = RouterOutput["operatorFactors"]["list"][number];

/** Returns "Passenger car van or SUV" for "passenger_car_van_or_suv". */
function readable(name: string): string {
  const text = name.replaceAll("_", " ").replace("suv", "SUV");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const rangeOf = ({ fromDistanceKm }: Factor) =>
  fromDistanceKm > 0 ? `from ${count(fromDistanceKm)} km` : null;
const nameOf = (factor: Factor) =>
  [readable(factor.activity), rangeOf(factor)].filter(Boolean).join(" ");

interface ChangeProps {
  factor: Factor;
  /** True if the activity has other factors for other distances. */
  hasOthers: boolean;
}

function Change({ factor, hasOthers }: ChangeProps) {
  const set = useChange((trpc) => trpc.operatorFactors.set);
  const { activity, fromDistanceKm, kgCo2ePerUnit, unit, source, edition, url } = factor;
  const others = hasOthers
    ? " Its factors for other distances keep their values, and count as your own too."
    : "";
  return (
    <FormDialog
      button="Change"
      buttonLabel={`Change ${nameOf(factor)}`}
      variant="plain"
      title={nameOf(factor)}
      description={`New quotes and orders use the changed factor.${others}`}
      action="Save factor"
      done="Factor saved"
      schema={async () => (await import("#admin/schemas")).EmissionFactorForm}
      initial={{ kg_co2e_per_unit: kgCo2ePerUnit, source, edition, url }}
      send={(values) => set({ ...values, activity, from_distance_km: fromDistanceKm })}
    >
      <TextField
        name="kg_co2e_per_unit"
        label={`Factor (kg of CO₂e per ${readable(unit).toLowerCase()})`}
        inputMode="decimal"
      />
      <TextField name="source" label="Source" hint="Its publisher, or how it was derived." />
      <TextField name="edition" label="Edition" hint="For example, its year." />
      <TextField name="url" label="URL" type="url" hint="Of the source. Optional." />
    </FormDialog>
  );
}

function Reset({ activity }: { activity: string }) {
  const reset = useChange((trpc) => trpc.operatorFactors.reset);
  const name = readable(activity);
  return (
    <Confirm
      button="Reset"
      buttonLabel={`Reset ${name}`}
      variant="plain"
      title={`Reset the factors for ${name.toLowerCase()}?`}
      description="Deletes your own factors for this activity, for all distances, and uses the built-in ones again."
      action="Reset factors"
      done="Factors reset"
      run={() => reset({ activity })}
    />
  );
}

function Source({ factor: { source, edition, url } }: { factor: Factor }) {
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

function Origin({ factor }: { factor: Factor }) {
  const { origin, kgCo2ePerUnit, defaultKgCo2ePerUnit: builtIn } = factor;
  if (origin === "default") return <Badge tone="neutral">Built-in</Badge>;
  return (
    <>
      <Badge tone="good">Own</Badge>
      {builtIn !== null && builtIn !== kgCo2ePerUnit && (
        <span className="mt-1 block text-sm whitespace-nowrap text-quiet">built-in: {builtIn}</span>
      )}
    </>
  );
}

export function Factors() {
  const { factors: list } = useScreenData(queries);
  const factorsOf = (activity: string) =>
    list.data?.filter((factor) => factor.activity === activity) ?? [];
  return (
    <ListScreen
      title="Emission factors"
      intro="CO₂e per unit of an activity. Quotes and orders by distance, freight, floor space or ride use these factors. Change or import your own to replace the built-in ones."
      csv="emission-factors"
      keyOf={({ activity, fromDistanceKm }) => `${activity} ${fromDistanceKm}`}
      query={list}
      columns={[
        {
          head: "Activity",
          cell: ({ activity }) => <span className="font-medium">{readable(activity)}</span>,
          note: rangeOf,
        },
        {
          head: "Kg of CO₂e",
          align: "right",
          cell: ({ kgCo2ePerUnit }) => kgCo2ePerUnit,
          note: ({ unit }) => (
            <span className="sm:whitespace-nowrap">per {readable(unit).toLowerCase()}</span>
          ),
        },
        { head: "Source", isExtra: true, cell: (factor) => <Source factor={factor} /> },
        { head: "Origin", isExtra: true, cell: (factor) => <Origin factor={factor} /> },
        {
          head: "Actions",
          align: "right",
          cell: (factor) => {
            const all = factorsOf(factor.activity);
            return (
              <div className="flex flex-wrap justify-end gap-1">
                <Change factor={factor} hasOthers={all.length > 1} />
                {factor.origin === "imported" && all[0] === factor && (
                  <Reset activity={factor.activity} />
                )}
              </div>
            );
          },
        },
      ]}
      empty={["No emission factors"]}
    />
  );
}
