"use client";
import { DEFAULT_CURRENCY } from "#core/money";
import type { RouterOutput } from "#trpc/router";
import { FormDialog } from "#ui/admin/dialog";
import { TextField } from "#ui/admin/form";
import { Margin } from "#ui/admin/margins";
import { Note, Panel } from "#ui/admin/page";
import { perTonne, typedPrice } from "#ui/admin/prices";
import { SimpleTable } from "#ui/admin/table";
import { useChange } from "#ui/admin/trpc";

type Lot = RouterOutput["operatorLots"]["get"];

function SetCost({ lot: { id, costPerTonne } }: { lot: Lot }) {
  const set = useChange((trpc) => trpc.operatorLots.setCost);
  return (
    <FormDialog
      schema={async () => (await import("#admin/schemas")).LotCostForm}
      initial={{ cost_per_tonne_usd_cents: typedPrice(costPerTonne, DEFAULT_CURRENCY) }}
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

type Prices = Lot["categories"][number]["prices"];

const inDollars = (prices: Prices, column: "apiPricePerTonne" | "checkoutPricePerTonne") =>
  prices.find(({ currency }) => currency === DEFAULT_CURRENCY)?.[column] ?? 0;

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
          cell: ({ prices }) => (
            <Margin price={inDollars(prices, "apiPricePerTonne")} cost={cost} />
          ),
        },
        {
          head: "Checkout",
          align: "right",
          cell: ({ prices }) => (
            <Margin price={inDollars(prices, "checkoutPricePerTonne")} cost={cost} />
          ),
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
            <strong className="font-semibold tabular-nums">
              {perTonne(cost, DEFAULT_CURRENCY)}
            </strong>
          </p>
          {categories.length > 0 && <Margins categories={categories} cost={cost} />}
        </>
      )}
    </Panel>
  );
}
