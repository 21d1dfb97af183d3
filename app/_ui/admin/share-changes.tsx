import type { Currency } from "#core/money";
import { percent } from "#ui/admin/format";
import { Item, Items } from "#ui/admin/page";
import { PriceChange } from "#ui/admin/prices";
import { partColor, ShareBar, Swatch } from "#ui/share-bar";

type Shares = readonly {
  id: string;
  name: string;
  /** Of a category; projects have none. */
  color: number | null;
  before: number;
  after: number;
}[];

function ShareChange({ before, after }: Pick<Shares[number], "before" | "after">) {
  if (before === after) return <span className="text-quiet tabular-nums">{percent(after)}</span>;
  return (
    <span className="tabular-nums">
      {before > 0 && (
        <>
          <s className="text-quiet">
            <span className="sr-only">before </span>
            {percent(before)}
          </s>{" "}
          <span aria-hidden="true">→</span>{" "}
        </>
      )}
      <strong className="font-semibold">{percent(after)}</strong>
    </span>
  );
}

export function ShareChanges({ title, shares }: { title: string; shares: Shares }) {
  return (
    <>
      <h3 className="mt-5 mb-2.5 text-sm font-medium text-quiet first:mt-0">{title}</h3>
      <ShareBar
        parts={shares.map(({ id, color, after }) => ({ key: id, color, share: after }))}
        className="mb-3 h-2"
      />
      <Items>
        {shares.map(({ id, name, color, ...change }, index) => (
          <Item key={id}>
            <span className="flex min-w-0 gap-2.5">
              <Swatch {...partColor(color, index)} className="size-3" />
              {name}
            </span>
            <ShareChange {...change} />
          </Item>
        ))}
      </Items>
    </>
  );
}

interface Change {
  before: number | null;
  after: number | null;
}

interface PriceEffectsProps {
  prices: readonly { currency: Currency; api: Change; checkout: Change }[];
}

/** Prices per tonne before and after a change, in each currency. */
export function PriceEffects({ prices }: PriceEffectsProps) {
  return (
    <Items>
      {prices.flatMap(({ currency, api, checkout }) =>
        [
          { label: "API", ...api },
          { label: "Checkout", ...checkout },
        ].map(({ label, before, after }) => (
          <Item key={`${currency} ${label}`}>
            <span>
              {label}, {currency.toUpperCase()} per tonne
            </span>
            <PriceChange currency={currency} amountBefore={before} amountAfter={after} />
          </Item>
        )),
      )}
    </Items>
  );
}
