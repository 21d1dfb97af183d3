"use client";
// One half of an organisation's account: its keys by name, and its latest orders.
import { formatMass } from "#core/mass";
import { formatMoney } from "#core/money";
import { Fact, Facts } from "#ui/admin/facts";
import { OrderState } from "#ui/admin/order-table";
import { Badge, Panel } from "#ui/admin/page";
import { Time } from "#ui/admin/time";
import type { Twin } from "./account-detail";

function Keys({ keys }: Pick<Twin, "keys">) {
  if (keys.length === 0) return <p className="text-[0.9375rem] text-quiet">No key yet.</p>;
  return (
    <ul className="divide-y divide-line text-[0.9375rem]">
      {keys.map(({ id, name, isValid, lastUsedOn }) => (
        <li key={id} className="flex flex-wrap justify-between gap-x-4 py-2.5 first:pt-0 last:pb-0">
          <span className="flex flex-wrap items-center gap-2">
            {name} {!isValid && <Badge look="quiet">Ended</Badge>}
          </span>
          <span className="text-quiet">
            {lastUsedOn ? (
              <>
                last used <Time at={lastUsedOn} />
              </>
            ) : (
              "never used"
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

function LatestOrders({ orders }: Pick<Twin, "orders">) {
  if (orders.length === 0) return <p className="text-[0.9375rem] text-quiet">No order yet.</p>;
  return (
    <ul className="divide-y divide-line text-[0.9375rem]">
      {orders.map(({ id, state, amountKg, priceUsdCents, createdOn }) => (
        <li
          key={id}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5 first:pt-0 last:pb-0"
        >
          <span className="flex flex-wrap items-center gap-3 tabular-nums">
            <OrderState state={state} />
            {formatMass(amountKg)} for {formatMoney(priceUsdCents, "USD", "en")}
          </span>
          <span className="text-quiet">
            <Time at={createdOn} />
          </span>
        </li>
      ))}
    </ul>
  );
}

export function TwinPanel({ twin }: { twin: Twin }) {
  const { mode, retiredKg, waiting, latestOn, defaultPortfolioId } = twin;
  return (
    <Panel title={mode === "live" ? "Live" : "Test"}>
      <Facts>
        <Fact label="Retired in all">{formatMass(retiredKg)}</Fact>
        <Fact label="Orders waiting for credits">{waiting.toLocaleString("en-US")}</Fact>
        <Fact label="Latest order">{latestOn ? <Time at={latestOn} /> : "Never"}</Fact>
        <Fact label="Default portfolio">
          {defaultPortfolioId ?? "The installation's, as it has not chosen its own"}
        </Fact>
      </Facts>
      <h3 className="mt-6 mb-2.5 text-sm font-medium text-quiet">Keys</h3>
      <Keys keys={twin.keys} />
      <h3 className="mt-6 mb-2.5 text-sm font-medium text-quiet">Latest orders</h3>
      <LatestOrders orders={twin.orders} />
    </Panel>
  );
}
