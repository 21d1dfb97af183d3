"use client";
import type { RouterOutput } from "#trpc/router";
import { percent } from "#ui/admin/format";
import { Item, Items, Note, Panel } from "#ui/admin/page";
import { PriceChange, perTonne } from "#ui/admin/prices";
import { ShareBar } from "#ui/share-bar";

export type PlacementPreview = RouterOutput["operatorProjects"]["previewPlacement"];
type Shares = PlacementPreview["category"]["shares"];

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

function ShareList({ title, shares }: { title: string; shares: Shares }) {
  return (
    <>
      <h3 className="mt-5 mb-2.5 text-sm font-medium text-quiet first:mt-0">{title}</h3>
      <ShareBar
        parts={shares.map(({ id, after }) => ({ key: id, share: after }))}
        className="mb-3 h-2"
      />
      <Items>
        {shares.map(({ id, name, ...change }) => (
          <Item key={id}>
            <span className="min-w-0">{name}</span>
            <ShareChange {...change} />
          </Item>
        ))}
      </Items>
    </>
  );
}

function Price({ label, before, after }: { label: string; before: number | null; after: number }) {
  return (
    <Item>
      <span>{label}</span>
      {before === null ? (
        <strong className="font-semibold tabular-nums">{perTonne(after)}</strong>
      ) : (
        <PriceChange beforeCents={before} afterCents={after} />
      )}
    </Item>
  );
}

/** Shares and prices before and after the project is on sale. */
export function PreviewPanel({ preview }: { preview: PlacementPreview }) {
  const { category, portfolio, alsoIn, isForSale } = preview;
  return (
    <Panel title="Preview">
      <ShareList title={`Category ${category.name}`} shares={category.shares} />
      {portfolio && (
        <>
          <ShareList title={`Portfolio ${portfolio.name}`} shares={portfolio.shares} />
          <h3 className="mt-5 mb-2.5 text-sm font-medium text-quiet">
            Prices of {portfolio.name} per tonne
          </h3>
          <Items>
            <Price label="API" {...portfolio.api} />
            <Price label="Checkout" {...portfolio.checkout} />
          </Items>
        </>
      )}
      {portfolio?.becomesDefault && (
        <Note className="mt-4">
          {portfolio.name} becomes the default portfolio, as the catalogue has none yet.
        </Note>
      )}
      {alsoIn.length > 0 && (
        <Note className="mt-4">
          {portfolio ? "The category is in other portfolios too" : "Sold through"}:{" "}
          {alsoIn.join(", ")}.
        </Note>
      )}
      {!isForSale && (
        <p role="alert" className="mt-4 text-[0.9375rem] text-warning">
          Still not for sale: the category is in no portfolio. Choose one.
        </p>
      )}
    </Panel>
  );
}
