import type { ReactNode } from "react";
import { currentCaller } from "#core/caller";
import { publicContext } from "#core/context";
import { appUrl } from "#core/env";
import { Problem } from "#core/errors";
import { countRequest } from "#core/rate-limit";
import type { Reader } from "#core/reader";
import {
  findVerification,
  isEmptyVerification,
  MAX_QUERY_LENGTH,
  readQuery,
} from "#domain/certificates";
import { type PageRequest, type PageView, publicPage } from "#site/public-page";
import { Brand } from "#ui/page-parts";
import { Languages, Linked } from "#ui/public-parts";
import { Breakable } from "#ui/text";
import { verifyCopy } from "./copy/copy";
import { Results } from "./results";
import { NotFound, NotReadable, TooFast } from "./verdict";

function Form({ input, reader }: { input: string; reader: Reader }) {
  const copy = verifyCopy[reader.language];
  return (
    <search className="mt-8 block">
      <form action="/verify" method="get">
        <label htmlFor="q" className="text-[0.9375rem] font-medium">
          {copy.field}
        </label>
        {reader.isChosen && <input type="hidden" name="lang" value={reader.language} />}
        <div className="mt-1.5 flex gap-3 max-sm:flex-col">
          <input
            id="q"
            name="q"
            type="text"
            required
            maxLength={MAX_QUERY_LENGTH}
            defaultValue={input.slice(0, MAX_QUERY_LENGTH)}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            className="block min-h-12 w-full min-w-0 grow rounded-lg border border-edge bg-paper px-3.5 text-base text-ink"
          />
          <button
            type="submit"
            className="min-h-12 shrink-0 cursor-pointer rounded-lg bg-accent px-6 text-base font-medium text-paper transition-colors hover:bg-accent-strong motion-reduce:transition-none"
          >
            {copy.submit}
          </button>
        </div>
      </form>
    </search>
  );
}

const kinds = [
  {
    name: "serial",
    examples: [
      "19385-941467007-941467008-VCS-VCU-1507-VER-ET-14-1340-01012022-31122022-1",
      "GS1-1-UG-GS11236-16-2024-30307-1-2",
    ],
  },
  {
    name: "order",
    examples: ["019d-c7b3-4c1a-7b2e-9c44-3f5a-10b2-77de"],
  },
  {
    name: "link",
    examples: ["https://…/certificates/ord_01kx3v6d0tf9sv4m2c8j5a7b9e"],
  },
] as const;

function Hints({ reader }: { reader: Reader }) {
  const { hints: copy } = verifyCopy[reader.language];
  return (
    <section aria-labelledby="what" className="mt-12 border-t border-line pt-8">
      <h2 id="what" className="text-xl font-semibold tracking-tight">
        {copy.title}
      </h2>
      <dl className="mt-5 space-y-6">
        {kinds.map(({ name, examples }) => (
          <div key={name}>
            <dt className="font-medium">{copy[name].title}</dt>
            <dd className="mt-0.5 text-pretty text-quiet">{copy[name].text}</dd>
            {examples.map((example) => (
              <dd key={example} className="mt-1.5">
                <code>
                  <Breakable text={example} />
                </code>
              </dd>
            ))}
          </div>
        ))}
      </dl>
      <p className="mt-8 text-pretty text-quiet">
        <Linked text={copy.more} links={{ api: "/docs/certificates#verification" }} />
      </p>
    </section>
  );
}

/** Content of the page, with the status and headers of a rejected request. */
interface Outcome extends Pick<PageView, "status" | "headers" | "shared"> {
  input: string;
  content: ReactNode;
}

/** Returns the problem if the caller is over the rate limit. */
async function findRateLimit(): Promise<Problem | null> {
  try {
    await countRequest(currentCaller(), "lookup");
    return null;
  } catch (error) {
    if (error instanceof Problem && error.code === "rate-limited") return error;
    throw error;
  }
}

async function load({ query: search, reader }: PageRequest): Promise<Outcome> {
  const input = (search.get("q") ?? "").trim();
  const { language } = reader;
  if (input === "") return { input, content: <Hints reader={reader} />, shared: "build" };
  const rateLimited = await findRateLimit();
  if (rateLimited) {
    const { status, headers } = rateLimited;
    return { input, content: <TooFast language={language} />, status, headers };
  }
  const query = readQuery(input);
  if (query === null) return { input, content: <NotReadable language={language} /> };
  const verification = await findVerification(publicContext(), { ...query, language });
  return {
    input,
    content: isEmptyVerification(verification) ? (
      <NotFound query={query} language={language} />
    ) : (
      <Results verification={verification} reader={reader} />
    ),
  };
}

interface PageProps {
  input: string;
  request: PageRequest;
  children: ReactNode;
}

function Page({ input, request: { reader, query }, children }: PageProps) {
  const copy = verifyCopy[reader.language];
  return (
    <div className="mx-auto w-full max-w-3xl px-5 py-8 sm:px-8 sm:py-12">
      <header>
        <Brand reader={reader} />
      </header>
      <main className="pt-12 pb-10 sm:pt-16">
        <h1 className="text-3xl font-semibold tracking-tight text-balance sm:text-4xl">
          {copy.title}
        </h1>
        <p className="mt-4 text-lg/relaxed text-balance text-quiet">{copy.lead}</p>
        <Form input={input} reader={reader} />
        {children}
      </main>
      <footer>
        <Languages language={reader.language} query={query} />
      </footer>
    </div>
  );
}

export const verifyPage = publicPage({
  path: "/verify",
  keeping: { group: "build", personal: ["q"] },
  isTranslated: true,
  load,
  render({ input, content, ...response }, request) {
    const copy = verifyCopy[request.reader.language];
    const head = {
      title: copy.title,
      description: copy.description,
      // Lookups are not indexed.
      isIndexed: input === "",
      canonical: `${appUrl()}/verify`,
    };
    return {
      ...response,
      head,
      body: (
        <Page input={input} request={request}>
          {content}
        </Page>
      ),
    };
  },
});
