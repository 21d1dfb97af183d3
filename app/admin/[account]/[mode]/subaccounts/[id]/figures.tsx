"use client";
import { formatDay } from "#core/dates";
import type { RouterOutput } from "#trpc/router";
import { count, money } from "#ui/admin/format";
import { SoldKg } from "#ui/admin/mass-bars";
import { Fact, Facts, Loaded, Panel } from "#ui/admin/page";
import { useScreenData } from "#ui/admin/screen-data";
import { ScreenLink } from "#ui/admin/screen-link";
import { queries } from "./queries";

export type Subaccount = RouterOutput["subaccounts"]["get"];

function SoldFacts({ subaccount }: { subaccount: Subaccount }) {
  const { orders, spend_usd_cents, checkout_usd_cents, last_order_on, portfolio } = subaccount;
  return (
    <Facts>
      <Fact label="Orders fulfilled">{count(orders)}</Fact>
      <Fact label="Spend (API orders)">{money(spend_usd_cents, "USD")}</Fact>
      <Fact label="Sold at the checkout">{money(checkout_usd_cents, "USD")}</Fact>
      <Fact label="Last order">{last_order_on === null ? "–" : formatDay(last_order_on)}</Fact>
      <Fact label="Portfolio">{portfolio?.name ?? "Account default"}</Fact>
    </Facts>
  );
}

/** Sold and retired, as statements and the impact page have it. */
export function Figures({ subaccount }: { subaccount: Subaccount }) {
  const { impact } = useScreenData(queries);
  return (
    <Panel
      title="Sold and retired"
      actions={
        <ScreenLink to={`/impact?subaccount=${subaccount.id}`}>Set up impact page</ScreenLink>
      }
    >
      <Loaded query={impact} lines={2}>
        {({ total_offset_kgs, registry_retired_kgs, categories, colors }) => (
          <SoldKg
            soldKg={total_offset_kgs}
            retiredKg={registry_retired_kgs}
            categories={categories.map(({ category, offset_kgs: kg }, index) => ({
              name: category.name,
              color: colors[index] ?? null,
              kg,
            }))}
          />
        )}
      </Loaded>
      <div className="mt-6 border-t border-line pt-5">
        <SoldFacts subaccount={subaccount} />
      </div>
    </Panel>
  );
}
