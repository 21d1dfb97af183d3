// The public page of a portfolio that is offered to everyone.
import { publicContext } from "#core/context";
import { appUrl } from "#core/env";
import { ownPicture } from "#core/page-headers";
import {
  findPublicPortfolio,
  type PortfolioDetailResource,
  toPortfolioDetailResource,
} from "#domain/catalogue";
import { type PageRequest, publicPage } from "#site/public-page";
import { catalogueHead, modeIn } from "#ui/catalogue-head";
import { portfolioPath } from "#ui/catalogue-path";
import { CatalogueSheet, SheetPart } from "#ui/catalogue-sheet";
import { missingPage } from "#ui/missing-page";
import { Categories } from "./categories";
import { Prices } from "./prices";

interface Shown {
  mode: "live" | "test";
  portfolio: PortfolioDetailResource;
}

/** The portfolio as the API shows it. */
async function load({ params, query }: PageRequest): Promise<Shown | null> {
  const input = { id: params["id"] ?? "", mode: modeIn(query) };
  const found = await findPublicPortfolio(publicContext(), input);
  return found && { mode: found.mode, portfolio: toPortfolioDetailResource(found.portfolio) };
}

function Page({ shown }: { shown: Shown }) {
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

export const portfolioPage = publicPage({
  path: "/portfolios/{id}",
  keeping: { group: "data", varies: ["mode"] },
  load,
  render(shown) {
    if (!shown) {
      return missingPage(
        "Check it for a missing or changed letter. The portfolio may also be offered to one account only.",
      );
    }
    const { mode, portfolio } = shown;
    const head = catalogueHead({
      mode,
      name: portfolio.name,
      description: portfolio.summary || "A portfolio of carbon credits by the kilogram.",
      url: `${appUrl()}${portfolioPath(portfolio.id, mode)}`,
    });
    return { head, body: <Page shown={shown} />, shared: "data" };
  },
});
