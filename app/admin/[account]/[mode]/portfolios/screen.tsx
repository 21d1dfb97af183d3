"use client";
import { lazy, type ReactNode, Suspense } from "react";
import type { RouterOutput } from "#trpc/router";
import { useAccount } from "#ui/admin/account";
import { useNewOpen } from "#ui/admin/dialog";
import { percent } from "#ui/admin/format";
import { Badge, Empty, Loaded, Loading, Screen } from "#ui/admin/page";
import { Swatch } from "#ui/admin/portfolio/split";
import { Prices } from "#ui/admin/prices";
import { ButtonLink, ScreenLink } from "#ui/admin/screen-link";
import { useScreenData } from "#ui/admin/trpc";
import { ShareBar } from "#ui/share-bar";
import { queries } from "./queries";

const NewPortfolio = lazy(() => import("./new-portfolio"));

type Portfolio = RouterOutput["portfolios"]["list"]["data"][number];

const MAX_CATEGORIES = 4;

function Categories({ categories }: Pick<Portfolio, "categories">) {
  const rest = categories.length - MAX_CATEGORIES;
  return (
    <>
      <ShareBar
        className="mt-4 h-2"
        parts={categories.map(({ id, color, share }) => ({ key: id, color, share }))}
      />
      <ul className="mt-3 space-y-1 text-sm">
        {categories.slice(0, MAX_CATEGORIES).map(({ id, name, color, share }) => (
          <li key={id} className="flex justify-between gap-4">
            <span className="flex min-w-0 gap-2">
              <Swatch color={color} />
              {name}
            </span>
            <span className="shrink-0 text-quiet tabular-nums">{percent(share)}</span>
          </li>
        ))}
        {rest > 0 && <li className="pl-5 text-quiet">and {rest} more</li>}
      </ul>
    </>
  );
}

function Card({ portfolio }: { portfolio: Portfolio }) {
  const { id, name, summary, picture, isDefault, categories } = portfolio;
  return (
    <li className="relative flex flex-col overflow-hidden rounded-2xl border border-line bg-paper focus-within:border-edge hover:border-edge">
      {picture && (
        // biome-ignore lint/performance/noImgElement: an SVG from this server.
        <img
          src={picture}
          alt=""
          className="aspect-[5/2] w-full border-b border-line object-cover"
        />
      )}
      <div className="flex flex-1 flex-col p-5">
        <p className="flex flex-wrap items-center justify-between gap-2">
          <ScreenLink
            to={`/portfolios/${encodeURIComponent(id)}`}
            className="font-semibold after:absolute after:inset-0"
          >
            {name}
          </ScreenLink>
          {isDefault && <Badge tone="good">Default</Badge>}
        </p>
        {summary && <p className="mt-1 text-[0.9375rem] text-pretty text-quiet">{summary}</p>}
        <Categories categories={categories} />
        <div className="mt-auto pt-5">
          <Prices
            size="small"
            currency={portfolio.currency}
            apiPrice={portfolio.api_price_per_tonne}
            checkoutPrice={portfolio.checkout_price_per_tonne}
          />
        </div>
      </div>
    </li>
  );
}

interface CardsProps {
  title: string;
  portfolios: Portfolio[];
  empty: ReactNode;
}

function Cards({ title, portfolios, empty }: CardsProps) {
  return (
    <section className="mb-8">
      <h2 className="mb-3 font-semibold">{title}</h2>
      {portfolios.length === 0 ? (
        empty
      ) : (
        <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {portfolios.map((portfolio) => (
            <Card key={portfolio.id} portfolio={portfolio} />
          ))}
        </ul>
      )}
    </section>
  );
}

export default function PortfoliosPage() {
  const { canWrite } = useAccount();
  const [isNew, setNew] = useNewOpen();
  const { portfolios: list } = useScreenData(queries);
  return (
    <Screen
      title="Portfolios"
      intro="A portfolio is a fixed mix of project categories with one price per kilogram. Orders that name no portfolio use the default."
      actions={
        canWrite &&
        !isNew && (
          <ButtonLink to="/portfolios?new=1" variant="primary">
            New portfolio
          </ButtonLink>
        )
      }
    >
      {isNew && canWrite && (
        <Suspense fallback={<Loading />}>
          <NewPortfolio onCancel={() => setNew(false)} />
        </Suspense>
      )}
      <Loaded query={list}>
        {({ data: portfolios }) => (
          <>
            <Cards
              title="Your own"
              portfolios={portfolios.filter(({ isOwn }) => isOwn)}
              empty={
                <Empty title="No portfolios of your own yet">
                  Mix the project categories you want, and see the price per tonne as you go.
                </Empty>
              }
            />
            <Cards
              title="Offered to all accounts"
              portfolios={portfolios.filter(({ isOwn }) => !isOwn)}
              empty={
                <Empty title="No portfolios on offer yet">
                  The operator of this installation adds them.
                </Empty>
              }
            />
          </>
        )}
      </Loaded>
    </Screen>
  );
}
