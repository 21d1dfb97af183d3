"use client";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import type { RouterOutput } from "#trpc/router";
import { useAccount } from "#ui/admin/account";
import { ActionButton, buttonClass } from "#ui/admin/button";
import { Confirm } from "#ui/admin/dialog";
import { Badge, Detail, Loaded, Note, PageHead, Panel } from "#ui/admin/page";
import { Split } from "#ui/admin/portfolio/split";
import { Prices } from "#ui/admin/prices";
import { ButtonLink } from "#ui/admin/screen-link";
import { useListState } from "#ui/admin/table";
import { useCall, useChange, useRefresh, useScreenData, useTRPC } from "#ui/admin/trpc";
import { portfolioPath } from "#ui/catalogue";
import { EditPortfolio } from "./edit";
import { queries } from "./queries";

type Portfolio = RouterOutput["portfolios"]["get"];

function MakeDefault({ portfolio: { id, name } }: { portfolio: Portfolio }) {
  const set = useChange((trpc) => trpc.portfolios.setDefault);
  return (
    <ActionButton done={`${name} is now the default`} run={() => set({ id })}>
      Make default
    </ActionButton>
  );
}

function Delete({ portfolio: { id, name } }: { portfolio: Portfolio }) {
  const { base } = useAccount();
  const router = useRouter();
  const archive = useCall((trpc) => trpc.portfolios.archive);
  // The open portfolio itself no longer exists.
  const refresh = useRefresh((trpc) => trpc.portfolios.list.pathFilter());
  return (
    <Confirm
      button="Delete portfolio"
      variant="warning"
      title={`Delete ${name}?`}
      description="You can no longer buy from it. Existing orders don’t change. This can’t be undone."
      done="Portfolio deleted"
      run={async () => {
        await archive({ id });
        router.replace(`${base}/portfolios`);
        await refresh();
      }}
    />
  );
}

function Actions({ portfolio }: { portfolio: Portfolio }) {
  const { mode, canWrite } = useAccount();
  const { id, isOwn, isDefault } = portfolio;
  return (
    <>
      {!isOwn && (
        <a href={portfolioPath(id, mode)} className={buttonClass()}>
          View public page
        </a>
      )}
      {canWrite && isOwn && (
        <>
          <Delete portfolio={portfolio} />
          <ButtonLink to={`/portfolios/${encodeURIComponent(id)}?show=edit`}>
            Edit portfolio
          </ButtonLink>
        </>
      )}
      {canWrite && !isDefault && <MakeDefault portfolio={portfolio} />}
    </>
  );
}

function TonneSplit({ portfolio }: { portfolio: Portfolio }) {
  const parts = portfolio.category_allocations.map(({ category, allocated_fraction }) => ({
    category_id: category.id,
    allocated_fraction,
  }));
  const preview = useQuery(
    useTRPC().portfolios.preview.queryOptions({ category_allocations: parts }),
  );
  return <Loaded query={preview}>{(data) => <Split preview={data} />}</Loaded>;
}

function PriceAndId({ portfolio }: { portfolio: Portfolio }) {
  return (
    <>
      <Panel title="Price" actions={portfolio.isDefault && <Badge tone="good">Default</Badge>}>
        <Prices
          currency={portfolio.currency}
          apiPrice={portfolio.api_price_per_tonne}
          checkoutPrice={portfolio.checkout_price_per_tonne}
        />
        <p className="mt-5 text-sm text-pretty text-quiet">
          {portfolio.isOwn
            ? "Calculated from the prices of its categories, and rounded up to the next cent."
            : "Offered to all accounts. The operator sets the price."}
        </p>
      </Panel>
      <Panel title="Portfolio ID">
        <Note>
          Pass it as <code>portfolio_id</code> in orders, quotes and checkout sessions.
        </Note>
        <p className="mt-2">
          <code className="select-all">{portfolio.id}</code>
        </p>
      </Panel>
    </>
  );
}

function Details({ portfolio }: { portfolio: Portfolio }) {
  return (
    <>
      <PageHead
        title={portfolio.name}
        intro={portfolio.summary}
        actions={<Actions portfolio={portfolio} />}
      />
      <div className="grid items-start gap-x-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <Panel title="1 tonne contains">
          <TonneSplit portfolio={portfolio} />
        </Panel>
        <div>
          {portfolio.picture && (
            // biome-ignore lint/performance/noImgElement: an SVG from this server.
            <img
              src={portfolio.picture}
              alt=""
              className="mb-6 aspect-[5/2] w-full rounded-2xl border border-line object-cover max-xl:hidden"
            />
          )}
          <PriceAndId portfolio={portfolio} />
        </div>
      </div>
      {portfolio.description && (
        <Panel title="Description">
          <p className="max-w-2xl text-[0.9375rem] whitespace-pre-line">{portfolio.description}</p>
        </Panel>
      )}
    </>
  );
}

/** Those of shared portfolios are the operator's. */
export default function PortfolioPage() {
  const isEdited = useListState().get("show") === "edit";
  const { portfolio: query } = useScreenData(queries);
  return (
    <Detail title="Portfolio" query={query}>
      {(portfolio) =>
        isEdited ? <EditPortfolio portfolio={portfolio} /> : <Details portfolio={portfolio} />
      }
    </Detail>
  );
}
