// What a kilogram of the portfolio costs, either way of buying it.
import { formatMoney } from "#core/money";
import type { PortfolioDetailResource } from "#domain/catalogue";
import { CO2e } from "#ui/co2e";

function Price({ label, cents }: { label: string; cents: number }) {
  return (
    <div className="min-w-0">
      <dt className="text-[0.9375rem] text-quiet">{label}</dt>
      <dd className="mt-1">
        <span className="text-4xl font-semibold tracking-tight tabular-nums">
          {formatMoney(cents, "en-US")}
        </span>{" "}
        <span className="whitespace-nowrap text-quiet">a kg</span>
        <span className="mt-1 block text-[0.9375rem] text-quiet tabular-nums">
          {formatMoney(cents * 1000, "en-US")} a tonne
        </span>
      </dd>
    </div>
  );
}

export function Prices({ portfolio }: { portfolio: PortfolioDetailResource }) {
  return (
    <section
      aria-label="Prices"
      className="border-t border-line bg-soft px-5 py-8 sm:px-12 sm:py-10"
    >
      <dl className="grid gap-x-12 gap-y-6 sm:grid-cols-2">
        <Price label="Through the API" cents={portfolio.api_price_per_kg_usd_cents} />
        <Price label="On the checkout page" cents={portfolio.checkout_price_per_kg_usd_cents} />
      </dl>
      <p className="mt-6 text-[0.9375rem] text-pretty text-quiet">
        In US dollars, for <CO2e />. A{" "}
        <a href="/docs#quotes" className="link">
          quote
        </a>{" "}
        says what a mass or an activity costs.
      </p>
    </section>
  );
}
