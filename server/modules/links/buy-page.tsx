// The page of a payment link: any number of customers choose an amount, and pay on a session each.
import { languageFor } from "#checkout-page/checkout-headers.ts";
import { copy } from "#checkout-page/copy/copy.ts";
import { Frame } from "#checkout-page/frame.tsx";
import { Panel } from "#checkout-page/panel.tsx";
import { contactOf } from "#checkout-page/seller.tsx";
import { Portfolio, Seller } from "#checkout-page/summary.tsx";
import { publicContext } from "#core/context";
import { appUrl } from "#core/env";
import { addressIn } from "#core/reader";
import {
  type ColoredPortfolio,
  findTranslatedPortfolio,
  toColoredPortfolio,
} from "#domain/catalogue";
import { type PageRequest, type PageView, publicPage } from "#site/public-page";
import { portfolioPath } from "#ui/catalogue";
import { type BuyData, BuyForm } from "./buy-form";
import { type BuyFault, buyCopy } from "./copy";
import { type BuyPage, getBuyPage } from "./public-link";

type Language = BuyData["language"];

interface Loaded {
  page: BuyPage;
  /** In the reader's language; null unless something can be bought. */
  portfolio: ColoredPortfolio | null;
}

async function load(request: PageRequest): Promise<Loaded | "unknown" | "unavailable"> {
  const ctx = publicContext();
  try {
    const page = await getBuyPage(ctx, { slug: request.params["slug"] ?? "" });
    if (page === null) return "unknown";
    if (page.sale === null) return { page, portfolio: null };
    const portfolio = toColoredPortfolio(page.sale.portfolio, page.sale.currency);
    const reader = { mode: page.mode, language: languageFor(request) };
    return { page, portfolio: await findTranslatedPortfolio(ctx, { ...reader, portfolio }) };
  } catch (error) {
    ctx.log.error({ event: "checkout.page_failed", err: error }, "buy page failed");
    return "unavailable";
  }
}

function faultIn(query: URLSearchParams, language: Language): BuyFault | null {
  const fault = query.get("fault") ?? "";
  return Object.hasOwn(buyCopy[language].faults, fault) ? (fault as BuyFault) : null;
}

interface OpenProps {
  data: BuyData;
  sale: NonNullable<BuyPage["sale"]>;
  portfolio: ColoredPortfolio | null;
}

function About({ data, portfolio }: Omit<OpenProps, "sale">) {
  const { page, language, t, buy } = data;
  const { seller, name, description, slug, mode } = page;
  return (
    <section aria-labelledby="what">
      <Seller seller={seller} />
      <h1
        id="what"
        className="mt-5 text-3xl/tight font-semibold tracking-tight text-balance break-words lg:mt-8 sm:text-4xl/tight"
      >
        {name}
      </h1>
      {description !== null && (
        <p className="mt-3 max-w-prose break-words whitespace-pre-line text-quiet">{description}</p>
      )}
      {portfolio !== null && (
        <div className="mt-6 lg:mt-8">
          <Portfolio checkout={{ portfolio, language, t }} />
          <p className="mt-2">
            <a
              href={addressIn(portfolioPath(portfolio.id, mode, slug), language)}
              className="link inline-flex min-h-11 items-center text-[0.9375rem]"
            >
              {buy.about}
            </a>
          </p>
        </div>
      )}
    </section>
  );
}

function Open({ data, sale, portfolio }: OpenProps) {
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_27rem] lg:gap-16">
      <About data={data} portfolio={portfolio} />
      <div className="h-fit rounded-2xl border border-line bg-paper px-4 py-6 shadow-sheet max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0 max-sm:shadow-none sm:p-8">
        <BuyForm data={data} sale={sale} />
      </div>
    </div>
  );
}

function Closed({ data }: { data: BuyData }) {
  const { page, buy, t } = data;
  if (page.state === "open") return null;
  const { title, text } = buy.states[page.state];
  const contact = contactOf(page.merchant);
  return (
    <Panel
      kind="over"
      title={title}
      paragraphs={[text(page.seller.name), contact !== null && t.sale.questions(contact)]}
    >
      <div className="mt-6 border-t border-line pt-5">
        <Seller seller={page.seller} />
        <p className="mt-3 break-words text-quiet">{page.name}</p>
      </div>
    </Panel>
  );
}

function messageView(reason: "unknown" | "unavailable", language: Language): PageView {
  const { title, text } = reason === "unknown" ? buyCopy[language].unknown : copy[language][reason];
  return {
    status: reason === "unknown" ? 404 : 503,
    head: { title, isWholeTitle: true, language, isIndexed: false },
    body: (
      <Frame view={reason} language={language}>
        <Panel kind="over" title={title} paragraphs={[text]} />
      </Frame>
    ),
  };
}

export const buyPage = publicPage({
  path: "/buy/{slug}",
  load,
  render(loaded, request) {
    const language = languageFor(request);
    if (typeof loaded === "string") return messageView(loaded, language);
    const { page, portfolio } = loaded;
    const { query } = request;
    const data = {
      ...{ page, language, t: copy[language], buy: buyCopy[language] },
      ...{ fault: faultIn(query, language), amount: query.get("amount") ?? "" },
    };
    const { seller, mode, merchant, state, sale } = page;
    // A sale that was just refused, for example because the account is suspended, looks closed.
    const isOpen = sale !== null && data.fault !== "unavailable";
    const url = `${appUrl()}/buy/${page.slug}`;
    return {
      head: {
        title: `${page.name} · ${seller.name}`,
        isWholeTitle: true,
        description: data.buy.description(seller.name),
        language,
        accent: seller.accent,
        isIndexed: mode === "live" && state === "open",
        canonical: url,
        share: { url },
      },
      body: (
        <Frame
          view={state}
          language={language}
          isTest={mode === "test"}
          isWide={isOpen}
          seller={merchant}
        >
          {isOpen ? (
            <Open data={data} sale={sale} portfolio={portfolio} />
          ) : (
            <Closed
              data={{ ...data, page: { ...page, state: sale ? "unavailable" : page.state } }}
            />
          )}
        </Frame>
      ),
    };
  },
});
