// Where anybody checks a retirement: by serial number, order number or certificate link.
import type { ReactNode } from "react";
import { currentCaller } from "#core/caller";
import { publicContext } from "#core/context";
import { appUrl } from "#core/env";
import { Problem } from "#core/errors";
import { countRequest } from "#core/rate-limit";
import { findVerification, readQuery } from "#domain/certificates";
import { type PageView, publicPage } from "#site/public-page";
import { Brand } from "#ui/brand";
import { Form } from "./form";
import { Hints } from "./hints";
import { NotFound, NotReadable, TooFast } from "./nothing-found";
import { Results } from "./results";

/** What was found, and how the page answers where it is more than that. */
interface Outcome extends Pick<PageView, "status" | "headers" | "shared"> {
  asked: string;
  content: ReactNode;
}

/** The limit's answer where the caller looked up too much just now. */
async function findRefusal(): Promise<Problem | null> {
  try {
    await countRequest(currentCaller(), "lookup");
    return null;
  } catch (error) {
    if (error instanceof Problem && error.code === "rate-limited") return error;
    throw error;
  }
}

async function load(asked: string): Promise<Outcome> {
  if (asked === "") return { asked, content: <Hints />, shared: "build" };
  const refusal = await findRefusal();
  if (refusal) {
    const { status, headers } = refusal;
    return { asked, content: <TooFast />, status, headers };
  }
  const query = readQuery(asked);
  if (query === null) return { asked, content: <NotReadable /> };
  const found = await findVerification(publicContext(), query);
  const isEmpty = found.certificates.length === 0 && found.serials.length === 0;
  return { asked, content: isEmpty ? <NotFound query={query} /> : <Results found={found} /> };
}

function Page({ asked, children }: { asked: string; children: ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-3xl px-5 py-8 sm:px-8 sm:py-12">
      <header>
        <Brand />
      </header>
      <main className="pt-12 pb-10 sm:pt-16">
        <h1 className="text-3xl font-semibold tracking-tight text-balance sm:text-4xl">
          Check a retirement
        </h1>
        <p className="mt-4 text-lg/relaxed text-balance text-quiet">
          See whether carbon credits were retired here: when, by which order, and for whom.
        </p>
        <Form asked={asked} />
        {children}
      </main>
    </div>
  );
}

export const verifyPage = publicPage({
  path: "/verify",
  keeping: { group: "build", personal: ["q"] },
  load: ({ query }) => load((query.get("q") ?? "").trim()),
  render({ asked, content, ...answer }) {
    const head = {
      title: "Check a retirement",
      description:
        "Enter a serial number, an order number or a certificate's link, and see whether, when, by " +
        "which order and for whom the carbon credits were retired.",
      // What somebody looked up is nothing to be found by others.
      isIndexed: asked === "",
      canonical: `${appUrl()}/verify`,
    };
    return { ...answer, head, body: <Page asked={asked}>{content}</Page> };
  },
});
