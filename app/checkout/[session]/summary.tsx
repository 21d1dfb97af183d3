import { appUrl } from "#core/env";
import { formatMass } from "#core/mass";
import { currencyName, formatMoney, moneyOf } from "#core/money";
import { ownPicture } from "#core/page-headers";
import { registryLabel } from "#core/registry-label";
import type { ColoredPortfolio } from "#domain/catalogue";
import { Logo } from "#ui/logo";
import { fillOf, SHADES, ShareBar } from "#ui/share-bar";
import { CO2e } from "#ui/text";
import { type CheckoutData, priceOf } from "./checkout-data";
import { FoldSummary } from "./icons";

type Allocation = ColoredPortfolio["category_allocations"][number];

/** Drawn in the colors of the shares, in place of a missing picture. */
function DrawnPicture({ allocations }: { allocations: Allocation[] }) {
  const hills = Math.max(3, Math.min(allocations.length, SHADES));
  return (
    <svg
      viewBox="0 0 120 80"
      preserveAspectRatio="xMidYMid slice"
      className="size-full bg-soft"
      aria-hidden="true"
    >
      <circle cx="88" cy="22" r="9" className="fill-paper" />
      {Array.from({ length: hills }, (_, index) => {
        const top = 28 + index * (44 / hills);
        const [left, right] = index % 2 ? [top + 16, top - 4] : [top - 2, top + 14];
        return (
          <path
            key={top}
            d={`M0 ${left}Q30 ${top - 10} 62 ${top + 6}T120 ${right}V80H0z`}
            className={fillOf({ index: hills - 1 - index })}
          />
        );
      })}
    </svg>
  );
}

function Picture({ portfolio }: { portfolio: ColoredPortfolio }) {
  const src = ownPicture(portfolio.primary_image_url, appUrl());
  return (
    <div className="size-20 shrink-0 overflow-hidden rounded-xl lg:aspect-5/2 lg:h-auto lg:w-full">
      {src === null ? (
        <DrawnPicture allocations={portfolio.category_allocations} />
      ) : (
        // biome-ignore lint/performance/noImgElement: next/image needs the runtime that stays away.
        <img
          src={src}
          alt=""
          width="480"
          height="320"
          loading="lazy"
          className="size-full object-cover"
        />
      )}
    </div>
  );
}

type PortfolioData = Pick<CheckoutData, "portfolio" | "language" | "t">;

function Shares({ allocations, checkout }: { allocations: Allocation[]; checkout: PortfolioData }) {
  const share = new Intl.NumberFormat(checkout.language, {
    style: "percent",
    maximumFractionDigits: 1,
  });
  return (
    <div className="mt-4">
      <ShareBar
        className="h-2"
        gap={4}
        parts={allocations.map(({ category, allocated_fraction, color }) => ({
          key: category.id,
          share: allocated_fraction,
          color,
        }))}
      />
      <ul aria-label={checkout.t.summary.shares} className="mt-3 space-y-1.5 text-[0.9375rem]">
        {allocations.map(({ category, allocated_fraction, color }) => (
          <li key={category.id} className="flex items-baseline gap-2.5">
            <svg viewBox="0 0 10 10" className="size-2.5 shrink-0" aria-hidden="true">
              <rect width="10" height="10" rx="2.5" className={fillOf({ color })} />
            </svg>
            <span className="min-w-0 grow">{category.name}</span>
            <span className="shrink-0 whitespace-nowrap text-quiet tabular-nums">
              {share.format(allocated_fraction)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Projects({
  allocations,
  checkout,
}: {
  allocations: Allocation[];
  checkout: PortfolioData;
}) {
  const all = allocations.flatMap(({ category }) => category.projects);
  const projects = [...new Map(all.map((project) => [project.id, project])).values()];
  if (projects.length === 0) return null;
  return (
    <details className="group mt-3">
      <FoldSummary>{checkout.t.summary.projects(projects.length)}</FoldSummary>
      <ul className="mt-1 divide-y divide-line border-y border-line">
        {projects.map((project) => (
          <li key={project.id} className="py-2.5 text-[0.9375rem]/snug">
            <p className="font-medium">{project.name}</p>
            <p className="mt-0.5 text-sm text-quiet">
              {[
                project.type,
                project.location_name,
                registryLabel(project.registry_name, project.registry_id),
              ]
                .filter((part) => part.trim() !== "")
                .join(" · ")}
            </p>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The portfolio on sale, with its parts and projects. */
export function Portfolio({ checkout }: { checkout: PortfolioData }) {
  const { portfolio } = checkout;
  if (portfolio === null) return null;
  const allocations = portfolio.category_allocations;
  return (
    <div>
      <div className="flex items-center gap-4 lg:flex-col lg:items-start">
        <Picture portfolio={portfolio} />
        <div className="min-w-0">
          <h2 className="font-semibold">{portfolio.name}</h2>
          <p className="mt-0.5 text-[0.9375rem]/snug text-pretty text-quiet">{portfolio.summary}</p>
        </div>
      </div>
      {allocations.length > 0 && <Shares allocations={allocations} checkout={checkout} />}
      <Projects allocations={allocations} checkout={checkout} />
    </div>
  );
}

export function Seller({ seller }: { seller: CheckoutData["page"]["seller"] }) {
  const { name, logoUrl, darkLogoUrl } = seller;
  return (
    <p className="flex min-w-0 items-center gap-3">
      <Logo name={name} logoUrl={logoUrl} darkLogoUrl={darkLogoUrl} variant="line" />
      <span className="line-clamp-3 min-w-0 font-semibold">{name}</span>
    </p>
  );
}

/** "25 kg of CO₂e". */
function Amount({ checkout }: { checkout: CheckoutData }) {
  const { of } = checkout.t.summary;
  return (
    <span>
      <span className="whitespace-nowrap tabular-nums">
        {formatMass(checkout.page.amountKg, checkout.language)}
      </span>{" "}
      {of && `${of} `}
      <CO2e />
    </span>
  );
}

function Price({ checkout }: { checkout: CheckoutData }) {
  const { page, language, t } = checkout;
  return (
    <>
      <h1 id="what">
        <span className="block text-lg text-quiet">
          <Amount checkout={checkout} />
        </span>{" "}
        <span className="mt-0.5 block text-[2.75rem]/tight font-semibold tracking-tight tabular-nums sm:text-5xl/tight">
          {priceOf(checkout)}
        </span>
      </h1>
      <p className="mt-1 text-[0.9375rem] text-quiet">
        {currencyName(page.currency, language)}
        {" · "}
        {t.summary.perTonne(formatMoney(moneyOf(page, page.pricePerTonne), language))}
      </p>
      {page.description !== null && (
        <p className="mt-3 max-w-prose text-[0.9375rem] whitespace-pre-line">{page.description}</p>
      )}
    </>
  );
}

export function Summary({ checkout }: { checkout: CheckoutData }) {
  return (
    <section aria-labelledby="what">
      <Seller seller={checkout.page.seller} />
      <div className="mt-5 lg:mt-8">
        <Price checkout={checkout} />
      </div>
      {checkout.portfolio !== null && (
        // Folded on phones, so that the form begins on the first screen.
        <details className="fold-on-phones group mt-3 lg:mt-8">
          <FoldSummary>{checkout.portfolio.name}</FoldSummary>
          <div className="max-lg:mt-3">
            <Portfolio checkout={checkout} />
          </div>
        </details>
      )}
    </section>
  );
}

export function ShortSummary({ checkout }: { checkout: CheckoutData }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line px-5 py-4 sm:px-8">
      <Seller seller={checkout.page.seller} />
      <p className="text-[0.9375rem] text-quiet">
        <Amount checkout={checkout} />
        {" · "}
        <span className="font-semibold whitespace-nowrap text-ink tabular-nums">
          {priceOf(checkout)}
        </span>
      </p>
    </div>
  );
}
