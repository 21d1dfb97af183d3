"use client";
import { type Money, plainAmount } from "#core/money";
import type { RouterOutput } from "#trpc/router";
import { currencyOptions } from "#ui/admin/currency";
import { FormDialog } from "#ui/admin/dialog";
import { SelectField, TextField } from "#ui/admin/form";
import { money } from "#ui/admin/format";
import { Margin } from "#ui/admin/margins";
import { Note, Panel } from "#ui/admin/page";
import { SimpleTable } from "#ui/admin/table";
import { useChange } from "#ui/admin/trpc";

type Lot = RouterOutput["operatorLots"]["get"];

function SetCost({ lot: { id, costPerTonne: minor, costCurrency: currency } }: { lot: Lot }) {
  const set = useChange((trpc) => trpc.operatorLots.setCost);
  return (
    <FormDialog
      schema={async () => (await import("#admin/schemas")).LotCostForm}
      initial={{
        cost_per_tonne: minor === null ? null : plainAmount({ minor, currency }),
        cost_currency: currency,
      }}
      button="Set cost"
      title="Cost of this lot"
      description="What you paid for its credits. It is never public."
      done="Cost saved"
      send={(values) => set({ id, ...values })}
    >
      <TextField
        name="cost_per_tonne"
        label="Cost per tonne"
        inputMode="decimal"
        hint="Leave it empty if it is not known."
      />
      <SelectField name="cost_currency" label="Currency" options={currencyOptions} />
    </FormDialog>
  );
}

type Category = Lot["categories"][number];
type Column = "apiPricePerTonne" | "checkoutPricePerTonne";

/** Margins where the price is in the currency of the cost; other prices stand as they are. */
function PriceMargins({ prices, cost, column }: Pick<Category, "prices"> & CellProps) {
  return prices.map(({ currency, [column]: price }) => (
    <span key={currency} className="block">
      {price !== null && currency === cost.currency && (
        <Margin price={price} cost={cost.minor} currency={currency} />
      )}
      {price !== null && currency !== cost.currency && `Sold at ${money(price, currency)}`}
    </span>
  ));
}

interface CellProps {
  cost: Money;
  column: Column;
}

function Margins({ categories, cost }: Pick<Lot, "categories"> & { cost: Money }) {
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
            <PriceMargins prices={prices} cost={cost} column="apiPricePerTonne" />
          ),
        },
        {
          head: "Checkout",
          align: "right",
          cell: ({ prices }) => (
            <PriceMargins prices={prices} cost={cost} column="checkoutPricePerTonne" />
          ),
        },
      ]}
      keyOf={({ categoryId }) => categoryId}
    />
  );
}

export function LotCost({ lot }: { lot: Lot }) {
  const { costPerTonne: minor, costCurrency: currency, categories } = lot;
  return (
    <Panel title="Cost and margin" actions={<SetCost lot={lot} />}>
      {minor === null ? (
        <Note>The cost of this lot is not known.</Note>
      ) : (
        <>
          <p className="mb-4 text-[0.9375rem]">
            <strong className="font-semibold tabular-nums">
              {money(minor, currency)} per tonne
            </strong>
          </p>
          {categories.length > 0 && <Margins categories={categories} cost={{ minor, currency }} />}
        </>
      )}
    </Panel>
  );
}
