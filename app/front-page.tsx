import { appUrl } from "#core/env";
import { linkFor, type Reader } from "#core/reader";
import { publicPage } from "#site/public-page";
import { frontCopy } from "#ui/front-copy";
import { Brand, ButtonLink } from "#ui/page-parts";
import { Languages, Linked } from "#ui/public-parts";
import { sharedPicture } from "#ui/shared-picture";
import { type Example, Examples, loadExamples } from "./front-examples";

function Steps({ reader }: { reader: Reader }) {
  const { steps } = frontCopy[reader.language];
  return (
    <ol className="mt-14 grid gap-8 border-t border-line pt-8 sm:grid-cols-3">
      {steps.map((step, index) => (
        <li key={step.title}>
          <p className="text-sm font-medium text-accent">{index + 1}</p>
          <h2 className="mt-1 font-semibold">{step.title}</h2>
          <p className="mt-1 text-[0.9375rem] text-pretty text-quiet">{step.text}</p>
        </li>
      ))}
    </ol>
  );
}

function QuoteExample({ reader }: { reader: Reader }) {
  const command = [
    `curl ${appUrl()}/v1/quotes \\`,
    `  -H "Authorization: Bearer $CARBON_TILL_KEY" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -d '{"amount_kg": 25}'`,
  ];
  return (
    <figure className="mt-12">
      <figcaption className="text-sm text-quiet">{frontCopy[reader.language].quote}</figcaption>
      <pre className="mt-2 rounded-xl border border-line bg-paper p-4 text-sm/relaxed whitespace-pre-wrap">
        <code className="font-mono">{command.join("\n")}</code>
      </pre>
    </figure>
  );
}

interface PageProps {
  examples: readonly Example[];
  reader: Reader;
  query: URLSearchParams;
}

function Page({ examples, reader, query }: PageProps) {
  const copy = frontCopy[reader.language];
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-4xl flex-col px-5 py-8 sm:px-8 sm:py-12">
      <header className="flex items-center justify-between gap-4">
        <Brand />
        <ButtonLink href="/admin" variant="secondary">
          {copy.signIn}
        </ButtonLink>
      </header>
      <main className="my-auto py-14">
        <h1 className="max-w-2xl text-4xl font-semibold tracking-tight text-balance sm:text-5xl">
          {copy.title}
        </h1>
        <p className="mt-5 max-w-2xl text-lg/relaxed text-pretty text-quiet">{copy.lead}</p>
        <p className="mt-8 flex flex-wrap gap-3">
          <ButtonLink href="/docs" variant="primary">
            {copy.guide}
          </ButtonLink>
          <ButtonLink href="/docs/reference" variant="secondary">
            {copy.reference}
          </ButtonLink>
          <ButtonLink href="/v1/openapi.json" variant="secondary">
            OpenAPI
          </ButtonLink>
        </p>
        <Examples examples={examples} reader={reader} />
        <Steps reader={reader} />
        <p className="mt-10 text-[0.9375rem] text-pretty text-quiet">
          <Linked text={copy.verify} links={{ verify: linkFor(reader, "/verify") }} />
        </p>
        <QuoteExample reader={reader} />
      </main>
      <footer>
        <Languages language={reader.language} query={query} />
      </footer>
    </div>
  );
}

export const frontPage = publicPage({
  path: "/",
  keeping: { group: "data" },
  isTranslated: true,
  load: loadExamples,
  render: (examples, { reader, query }) => ({
    head: {
      title: "Carbon Till",
      isWholeTitle: true,
      description: frontCopy[reader.language].description,
      canonical: appUrl(),
      share: {
        url: appUrl(),
        picture: sharedPicture({
          ...{ kind: "home", id: "page", language: reader.language },
          alt: frontCopy[reader.language].title,
        }),
      },
    },
    body: <Page examples={examples} reader={reader} query={query} />,
    shared: "data",
  }),
});
