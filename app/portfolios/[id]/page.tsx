// The public page of a portfolio that is offered to everyone.
import type { Metadata } from "next";
import { cache } from "react";
import { appUrl } from "#core/env";
import { ownPicture } from "#core/own-picture";
import { answerWithData } from "#core/page-answer";
import { publicContext } from "#core/public-door";
import { findPublicPortfolio, toPortfolioDetailResource } from "#domain/catalogue";
import { catalogueMetadata, notFoundMetadata } from "#ui/catalogue-metadata";
import { portfolioPath } from "#ui/catalogue-path";
import { CatalogueSheet, SheetPart } from "#ui/catalogue-sheet";
import { idIn } from "#ui/id-in";
import { NothingHere } from "#ui/nothing-here";
import { Categories } from "./categories";
import { Prices } from "./prices";

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<{ mode?: string | string[] }>;
}

/** The portfolio as the API shows it, read once for the page and its metadata. */
const load = cache(async (id: string, wanted: unknown) => {
  const mode = wanted === "live" || wanted === "test" ? wanted : null;
  const found = await findPublicPortfolio(publicContext(), { id, mode });
  return found && { mode: found.mode, portfolio: toPortfolioDetailResource(found.portfolio) };
});

async function loadFor({ params, searchParams }: Props) {
  return load(idIn((await params).id), (await searchParams).mode);
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const shown = await loadFor(props);
  if (!shown) return notFoundMetadata;
  const { mode, portfolio } = shown;
  return catalogueMetadata({
    mode,
    name: portfolio.name,
    description: portfolio.summary || "A portfolio of carbon credits by the kilogram.",
    url: `${appUrl()}${portfolioPath(portfolio.id, mode)}`,
  });
}

export default async function PortfolioPage(props: Props) {
  const shown = await loadFor(props);
  if (!shown) {
    return (
      <NothingHere hint="Check it for a missing or changed letter. The portfolio may also be offered to one account only." />
    );
  }
  answerWithData();
  const { mode, portfolio } = shown;
  return (
    <CatalogueSheet
      picture={ownPicture(portfolio.primary_image_url, appUrl())}
      notice={mode === "test" ? "Sandbox portfolio: made up for tests" : null}
      kind="Portfolio of carbon credits"
      name={portfolio.name}
      summary={portfolio.summary}
    >
      <Prices portfolio={portfolio} />
      {portfolio.description !== "" && (
        <SheetPart title="The portfolio">
          <p className="mt-4 max-w-3xl text-lg/relaxed whitespace-pre-line text-pretty">
            {portfolio.description}
          </p>
        </SheetPart>
      )}
      <Categories mode={mode} portfolio={portfolio} />
    </CatalogueSheet>
  );
}
