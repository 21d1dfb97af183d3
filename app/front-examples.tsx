import { type Context, publicContext } from "#core/context";
import { linkFor, type Reader } from "#core/reader";
import { findAccount } from "#domain/accounts";
import { findPublicPortfolio, findPublicProject } from "#domain/catalogue";
import { findNewestFulfilled } from "#domain/orders";
import { listPictures, type PictureSources } from "#domain/pictures";
import { portfolioPath, projectPath } from "#ui/catalogue";
import { frontCopy } from "#ui/front-copy";
import { Picture } from "#ui/picture";

/** Of the sandbox, which every installation has unless its operator removes it. */
const PROJECT = "prj_sandbox_cloudline_forest";
const PORTFOLIO = "pf_sandbox_balanced";
/** Of the demo. */
const ACCOUNT = "demo-test";

export interface Example {
  kind: "impact" | "certificate" | "project" | "portfolio";
  href: string;
  picture: PictureSources | null;
}

async function findCatalogueExamples(ctx: Context): Promise<Example[]> {
  const [publicProject, publicPortfolio] = await Promise.all([
    findPublicProject(ctx, { mode: "test", id: PROJECT }),
    findPublicPortfolio(ctx, { mode: "test", id: PORTFOLIO }),
  ]);
  const project = publicProject?.project;
  const portfolio = publicPortfolio?.portfolio;
  const urls = [project, portfolio].map((one) => one?.primaryImageUrl ?? null);
  const pictures = await listPictures(ctx, { urls });
  const pictureOf = (url: string | null) => pictures.get(url ?? "") ?? null;
  return [
    ...(project
      ? [
          {
            kind: "project" as const,
            href: projectPath(project.id, "test"),
            picture: pictureOf(project.primaryImageUrl),
          },
        ]
      : []),
    ...(portfolio
      ? [
          {
            kind: "portfolio" as const,
            href: portfolioPath(portfolio.id, "test"),
            picture: pictureOf(portfolio.primaryImageUrl),
          },
        ]
      : []),
  ];
}

async function findDemoExamples(ctx: Context): Promise<Example[]> {
  const account = await findAccount(ctx, ACCOUNT);
  if (!account) return [];
  const order = await findNewestFulfilled(ctx, { accountId: account.id });
  const drawing = (name: string) => {
    const path = `/images/sandbox/${name}.svg`;
    return { small: path, large: path };
  };
  return [
    {
      kind: "impact" as const,
      href: `/impact/${ACCOUNT}`,
      picture: drawing("salt-heron-mangroves"),
    },
    ...(order === null
      ? []
      : [
          {
            kind: "certificate" as const,
            href: `/certificates/${order}`,
            picture: drawing("emberfield-biochar"),
          },
        ]),
  ];
}

/** A live example of each page that this installation has. */
export async function loadExamples(): Promise<Example[]> {
  const ctx = publicContext();
  return [...(await findDemoExamples(ctx)), ...(await findCatalogueExamples(ctx))];
}

interface ExamplesProps {
  examples: readonly Example[];
  reader: Reader;
}

export function Examples({ examples, reader }: ExamplesProps) {
  const { examples: copy } = frontCopy[reader.language];
  if (examples.length === 0) return null;
  return (
    <section aria-labelledby="examples" className="mt-14">
      <h2 id="examples" className="text-2xl font-semibold tracking-tight">
        {copy.title}
      </h2>
      <ul className="mt-5 grid gap-5 sm:grid-cols-2">
        {examples.map(({ kind, href, picture }, index) => (
          <li key={kind}>
            <a
              href={linkFor(reader, href)}
              className="group block overflow-clip rounded-xl border border-line bg-paper hover:border-edge"
            >
              <Picture
                picture={picture}
                variant={index}
                sizes="(min-width: 40rem) 440px, 92vw"
                className="aspect-5/2 w-full"
              />
              <span className="block px-5 py-4">
                <span className="block font-semibold text-accent group-hover:underline">
                  {copy[kind].title}
                </span>
                <span className="mt-1 block text-[0.9375rem] text-quiet">{copy[kind].text}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
