"use client";
import type { RouterOutput } from "#trpc/router";
import { Note, Panel } from "#ui/admin/page";
import { PriceEffects, ShareChanges } from "#ui/admin/share-changes";

export type PlacementPreview = RouterOutput["operatorProjects"]["previewPlacement"];

export function PreviewPanel({ preview }: { preview: PlacementPreview }) {
  const { category, portfolio, alsoIn, isForSale } = preview;
  return (
    <Panel title="Preview">
      <ShareChanges title={`Category ${category.name}`} shares={category.shares} />
      {portfolio && (
        <>
          <ShareChanges title={`Portfolio ${portfolio.name}`} shares={portfolio.shares} />
          <h3 className="mt-5 mb-2.5 text-sm font-medium text-quiet">
            Prices of {portfolio.name} per tonne
          </h3>
          <PriceEffects prices={portfolio.prices} />
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
