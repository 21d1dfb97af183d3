import { publicContext } from "#core/context";
import { appUrl } from "#core/env";
import { formatMoney } from "#core/money";
import { linkFor, type Reader } from "#core/reader";
import {
  type ColoredPortfolio,
  findPublicPortfolio,
  findTranslatedPortfolio,
  toColoredPortfolio,
} from "#domain/catalogue";
import { listPictures, type PictureSources } from "#domain/pictures";
import { publishedLinks } from "#modules";
import type { PublishedLink } from "#modules/module";
import { type PageRequest, publicPage } from "#site/public-page";
import { modeIn, portfolioPath, projectPath } from "#ui/catalogue";
import { catalogueCopy } from "#ui/catalogue-copy";
import { BuyLink, CatalogueSheet, catalogueHead, SheetPart } from "#ui/catalogue-sheet";
import { Picture } from "#ui/picture";
import { missingIn } from "#ui/public-parts";
import { ShareBar, Swatch } from "#ui/share-bar";
import { sharedPicture } from "#ui/shared-picture";
import { CO2e } from "#ui/text";

type Allocation = ColoredPortfolio["category_allocations"][number];

interface Props {
  mode: "live" | "test";
  portfolio: ColoredPortfolio;
  /** Sells this portfolio. */
  link: PublishedLink | null;
  reader: Reader;
}

interface View extends Props {
  query: URLSearchParams;
  /** Of the portfolio and its projects, by their address in the catalogue. */
  pictures: ReadonlyMap<string, PictureSources>;
}

type Project = Allocation["category"]["projects"][number];

interface CardProps extends Pick<View, "mode" | "link" | "reader" | "pictures"> {
  project: Project;
  index: number;
}

/** A row on phones, so that the page stays short there. */
function ProjectCard({ project, index, mode, link, reader, pictures }: CardProps) {
  return (
    <li className="flex min-w-0 items-center gap-4 sm:flex-col sm:items-stretch sm:gap-3">
      <Picture
        picture={pictures.get(project.primary_image_url ?? "")}
        variant={index}
        sizes="(min-width: 64rem) 285px, (min-width: 40rem) 45vw, 112px"
        className="aspect-3/2 w-28 shrink-0 rounded-lg sm:w-full"
      />
      <div className="min-w-0">
        <a
          href={linkFor(reader, projectPath(project.id, mode, link?.slug))}
          className="link font-medium"
        >
          {project.name}
        </a>
        <p className="mt-0.5 text-[0.9375rem] text-quiet">
          {[project.type, project.location_name].filter(Boolean).join(" · ")}
        </p>
      </div>
    </li>
  );
}

/** Columns in which no card is alone in the last row. */
const columnsFor = (count: number) =>
  count > 3 && count % 3 === 1 ? "lg:grid-cols-4" : "lg:grid-cols-3";

type CategoryProps = Omit<CardProps, "project" | "index"> & { part: Allocation };

function Category({ part, ...view }: CategoryProps) {
  const { reader } = view;
  const options = { style: "percent", maximumFractionDigits: 4 } as const;
  const share = new Intl.NumberFormat(reader.language, options);
  const { category, allocated_fraction, color } = part;
  return (
    <li className="border-t border-line py-8 last:pb-0">
      <div className="flex items-baseline justify-between gap-x-6">
        <h3 className="flex min-w-0 gap-3 text-xl/snug font-semibold tracking-tight">
          <Swatch color={color} className="size-3.5" />
          <span className="min-w-0 text-pretty">{category.name}</span>
        </h3>
        <p className="shrink-0 text-xl/snug font-semibold tracking-tight whitespace-nowrap tabular-nums">
          {share.format(allocated_fraction)}
        </p>
      </div>
      <div className="sm:pl-6.5">
        {category.description !== "" && (
          <p className="mt-2 max-w-2xl text-pretty text-quiet">{category.description}</p>
        )}
        <ul
          className={`mt-5 grid gap-x-6 gap-y-4 sm:grid-cols-2 sm:gap-y-7 ${columnsFor(category.projects.length)}`}
        >
          {category.projects.map((project, index) => (
            <ProjectCard key={project.id} {...view} project={project} index={index} />
          ))}
        </ul>
      </div>
    </li>
  );
}

function Categories({ portfolio, ...view }: Omit<CategoryProps, "part"> & Pick<View, "portfolio">) {
  const { reader } = view;
  const parts = portfolio.category_allocations;
  return (
    <SheetPart title={catalogueCopy[reader.language].portfolio.categories}>
      {parts.length > 1 && (
        <ShareBar
          className="mt-6 h-2.5"
          parts={parts.map(({ category, allocated_fraction, color }) => ({
            key: category.id,
            share: allocated_fraction,
            color,
          }))}
        />
      )}
      <ul className="mt-7">
        {parts.map((part) => (
          <Category key={part.category.id} {...view} part={part} />
        ))}
      </ul>
    </SheetPart>
  );
}

function Price({ portfolio, link, reader }: Omit<Props, "mode">) {
  const { language } = reader;
  const { portfolio: copy } = catalogueCopy[language];
  const { currency } = portfolio;
  const minor = link?.pricePerTonne ?? portfolio.checkout_price_per_tonne;
  if (minor === null) return null;
  return (
    <section
      aria-label={copy.price}
      className="flex flex-wrap items-end justify-between gap-x-12 gap-y-6 border-t border-line bg-soft px-5 py-8 sm:px-12 sm:py-10"
    >
      <p className="min-w-0">
        <span className="text-4xl font-semibold tracking-tight tabular-nums">
          {formatMoney({ minor, currency }, language)}
        </span>{" "}
        <span className="whitespace-nowrap text-quiet">{copy.perTonne}</span>
        <span className="mt-1.5 block text-[0.9375rem] text-quiet">
          {copy.basis} <CO2e />
        </span>
      </p>
      {link && <BuyLink {...link} reader={reader} />}
    </section>
  );
}

/** The portfolio, with the payment link that the visitor came from or that its owner publishes. */
async function load(request: PageRequest): Promise<View | null> {
  const props = await loadPortfolio(request);
  if (!props) return null;
  const ctx = publicContext();
  const { mode, portfolio: original } = props;
  const { language } = request.reader;
  const portfolio = await findTranslatedPortfolio(ctx, { mode, language, portfolio: original });
  const entries = portfolio.category_allocations.flatMap(({ category }) => category.projects);
  const urls = [portfolio, ...entries].map((entry) => entry.primary_image_url);
  return { ...props, portfolio, query: request.query, pictures: await listPictures(ctx, { urls }) };
}

async function loadPortfolio({ params, query, reader }: PageRequest): Promise<Props | null> {
  const ctx = publicContext();
  const input = { id: params["id"] ?? "", mode: modeIn(query) };
  const link = await publishedLinks.find(ctx, { slug: query.get("from") });
  if (link && isOf(link, input)) return ofLink(link, reader);
  const result = await findPublicPortfolio(ctx, input);
  if (result) {
    const portfolio = toColoredPortfolio(result.portfolio, result.currency);
    return { mode: result.mode, portfolio, link: null, reader };
  }
  const newest = await publishedLinks.findOfPortfolio(ctx, {
    portfolioId: input.id,
    mode: input.mode,
  });
  return newest && ofLink(newest, reader);
}

const ofLink = (link: PublishedLink, reader: Reader): Props => ({
  reader,
  mode: link.mode,
  portfolio: toColoredPortfolio(link.portfolio, link.currency),
  link,
});

function isOf(link: PublishedLink, { id, mode }: { id: string; mode: Props["mode"] | null }) {
  return link.portfolio.id === id && (mode === null || mode === link.mode);
}

function Page({ mode, portfolio, link, pictures, reader, query }: View) {
  const { portfolio: copy } = catalogueCopy[reader.language];
  return (
    <CatalogueSheet
      picture={pictures.get(portfolio.primary_image_url ?? "")?.large ?? null}
      notice={mode === "test" ? copy.notice : null}
      kind={copy.kind}
      name={portfolio.name}
      summary={portfolio.summary}
      reader={reader}
      query={query}
    >
      <Price portfolio={portfolio} link={link} reader={reader} />
      {portfolio.description !== "" && (
        <SheetPart title={copy.about}>
          <p className="mt-4 max-w-3xl text-lg/relaxed whitespace-pre-line text-pretty">
            {portfolio.description}
          </p>
        </SheetPart>
      )}
      <Categories {...{ mode, portfolio, link, reader, pictures }} />
    </CatalogueSheet>
  );
}

export const portfolioPage = publicPage({
  path: "/portfolios/{id}",
  keeping: { group: "data", varies: ["mode", "from"] },
  isTranslated: true,
  load,
  render(view, { reader }) {
    const { portfolio: copy } = catalogueCopy[reader.language];
    if (!view) return missingIn(reader, copy.missing);
    const { mode, portfolio } = view;
    const { language } = reader;
    const { id, name } = portfolio;
    const head = catalogueHead({
      picture: sharedPicture({ kind: "portfolio", id, mode, language, alt: name }),
      mode,
      name,
      description: portfolio.summary || copy.description,
      url: `${appUrl()}${portfolioPath(id, mode)}`,
      language,
    });
    return { head, body: <Page {...view} />, shared: "data" };
  },
});
