"use client";
import { formatDay } from "#core/dates";
import type { RouterOutput } from "#trpc/router";
import { count, money } from "#ui/admin/format";
import { SoldKg } from "#ui/admin/mass-bars";
import { Facts, Loaded, Panel } from "#ui/admin/page";
import { ScreenLink } from "#ui/admin/screen-link";
import { useScreenData } from "#ui/admin/trpc";
import { queries } from "./queries";

export type Subaccount = RouterOutput["subaccounts"]["get"];

function SoldFacts({ subaccount }: { subaccount: Subaccount }) {
  const { orders, currency, spend, checkout_sales, last_order_on, portfolio } = subaccount;
  return (
    <Facts
      facts={{
        "Orders fulfilled": count(orders),
        "Spend (API orders)": money(spend, currency),
        "Sold at the checkout": money(checkout_sales, currency),
        "Last order": last_order_on === null ? "–" : formatDay(last_order_on),
        Portfolio: portfolio?.name ?? "Account default",
      }}
    />
  );
}

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
