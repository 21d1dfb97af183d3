"use client";
import type { RouterOutput } from "#trpc/router";
import { FormDialog } from "#ui/admin/dialog";
import { TextField } from "#ui/admin/form";
import { Margin } from "#ui/admin/margins";
import { Note, Panel } from "#ui/admin/page";
import { dollars, perTonne } from "#ui/admin/prices";
import { SimpleTable } from "#ui/admin/table";
import { useChange } from "#ui/admin/trpc";

type Lot = RouterOutput["operatorLots"]["get"];

function SetCost({ lot: { id, costPerTonne } }: { lot: Lot }) {
  const set = useChange((trpc) => trpc.operatorLots.setCost);
  return (
    <FormDialog
      schema={async () => (await import("#admin/schemas")).LotCostForm}
      initial={{ cost_per_tonne_usd_cents: dollars(costPerTonne) }}
      button="Set cost"
      title="Cost of this lot"
      description="What you paid for its credits. It is never public."
      done="Cost saved"
      send={(values) => set({ id, ...values })}
    >
      <TextField
        name="cost_per_tonne_usd_cents"
        label="Cost ($ per tonne)"
        inputMode="decimal"
        hint="Leave it empty if it is not known."
      />
    </FormDialog>
  );
}

function Margins({ categories, cost }: Pick<Lot, "categories"> & { cost: number }) {
  return (
    <SimpleTable
      label="Margins per tonne"
      rows={categories}
      columns={[
        { head: "Margin per tonne, sold through", cell: ({ categoryName }) => categoryName },
        {
          head: "API",
          align: "right",
          cell: ({ apiPrice }) => <Margin price={apiPrice} cost={cost} />,
        },
        {
          head: "Checkout",
          align: "right",
          cell: ({ checkoutPrice }) => <Margin price={checkoutPrice} cost={cost} />,
        },
      ]}
      keyOf={({ categoryId }) => categoryId}
    />
  );
}

export function LotCost({ lot }: { lot: Lot }) {
  const { costPerTonne: cost, categories } = lot;
  return (
    <Panel title="Cost and margin" actions={<SetCost lot={lot} />}>
      {cost === null ? (
        <Note>The cost of this lot is not known.</Note>
      ) : (
        <>
          <p className="mb-4 text-[0.9375rem]">
            <strong className="font-semibold tabular-nums">{perTonne(cost)}</strong>
          </p>
          {categories.length > 0 && <Margins categories={categories} cost={cost} />}
        </>
      )}
    </Panel>
  );
}
