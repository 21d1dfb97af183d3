import type { ReactNode } from "react";
import { currentCaller } from "#core/caller";
import { publicContext } from "#core/context";
import { appUrl } from "#core/env";
import { Problem } from "#core/errors";
import { countRequest } from "#core/rate-limit";
import { readRecent } from "#core/recent-reads";
import {
  findVerification,
  isEmptyVerification,
  MAX_QUERY_LENGTH,
  readQuery,
} from "#domain/certificates";
import { type PageView, publicPage } from "#site/public-page";
import { Brand } from "#ui/page-parts";
import { Breakable } from "#ui/text";
import { Results } from "./results";
import { NotFound, NotReadable, TooFast } from "./verdict";

function Form({ input }: { input: string }) {
  return (
    <search className="mt-8 block">
      <form action="/verify" method="get">
        <label htmlFor="q" className="text-[0.9375rem] font-medium">
          Serial number, order number, or certificate link
        </label>
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
            Verify
          </button>
        </div>
      </form>
    </search>
  );
}

const kinds = [
  {
    title: "Serial number",
    text: "A single number or a range, in the registry’s format, as shown on the certificate.",
    examples: [
      "19385-941467007-941467008-VCS-VCU-1507-VER-ET-14-1340-01012022-31122022-1",
      "GS1-1-UG-GS11236-16-2024-30307-1-2",
    ],
  },
  {
    title: "Order number",
    text: "The 32 characters shown on the certificate (digits and the letters a to f), with or without hyphens.",
    examples: ["019d-c7b3-4c1a-7b2e-9c44-3f5a-10b2-77de"],
  },
  {
    title: "Certificate link",
    text: "The address of the certificate’s page, of its PDF, or of its QR code.",
    examples: ["https://…/certificates/ord_01kx3v6d0tf9sv4m2c8j5a7b9e"],
  },
];

function Hints() {
  return (
    <section aria-labelledby="what" className="mt-12 border-t border-line pt-8">
      <h2 id="what" className="text-xl font-semibold tracking-tight">
        What you can enter
      </h2>
      <dl className="mt-5 space-y-6">
        {kinds.map(({ title, text, examples }) => (
          <div key={title}>
            <dt className="font-medium">{title}</dt>
            <dd className="mt-0.5 text-pretty text-quiet">{text}</dd>
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
        Each serial number represents one tonne. Several certificates can share a tonne, and
        verifying a serial number finds all of them. Verification shows only what the certificates
        show and needs no account. Programs can use{" "}
        <a href="/docs#verification" className="link">
          the API
        </a>
        .
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

async function load(input: string): Promise<Outcome> {
  if (input === "") return { input, content: <Hints />, shared: "build" };
  const rateLimited = await findRateLimit();
  if (rateLimited) {
    const { status, headers } = rateLimited;
    return { input, content: <TooFast />, status, headers };
  }
  const query = readQuery(input);
  if (query === null) return { input, content: <NotReadable /> };
  const verification = await readRecent(
    publicContext(),
    (ctx) => findVerification(ctx, query),
    isEmptyVerification,
  );
  return {
    input,
    content: isEmptyVerification(verification) ? (
      <NotFound query={query} />
    ) : (
      <Results verification={verification} />
    ),
  };
}

function Page({ input, children }: { input: string; children: ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-3xl px-5 py-8 sm:px-8 sm:py-12">
      <header>
        <Brand />
      </header>
      <main className="pt-12 pb-10 sm:pt-16">
        <h1 className="text-3xl font-semibold tracking-tight text-balance sm:text-4xl">
          Verify a certificate
        </h1>
        <p className="mt-4 text-lg/relaxed text-balance text-quiet">
          See for whom carbon credits were set aside, and whether and when the registry retired
          them.
        </p>
        <Form input={input} />
        {children}
      </main>
    </div>
  );
}

export const verifyPage = publicPage({
  path: "/verify",
  keeping: { group: "build", personal: ["q"] },
  load: ({ query }) => load((query.get("q") ?? "").trim()),
  render({ input, content, ...response }) {
    const head = {
      title: "Verify a certificate",
      description:
        "Enter a serial number, an order number, or a certificate link to see for whom the carbon " +
        "credits were set aside, and whether the registry retired them.",
      // Lookups are not indexed.
      isIndexed: input === "",
      canonical: `${appUrl()}/verify`,
    };
    return { ...response, head, body: <Page input={input}>{content}</Page> };
  },
});
