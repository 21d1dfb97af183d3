// Where anybody checks a retirement: by serial number, order number or certificate link.
import type { Metadata } from "next";
import { currentCaller } from "#core/caller";
import { appUrl } from "#core/env";
import { Problem } from "#core/errors";
import { answerHeader, answerStatus, answerWithDocument } from "#core/page-answer";
import { publicContext } from "#core/public-door";
import { countRequest } from "#core/rate-limit";
import { findVerification, readQuery } from "#domain/certificates";
import { Brand } from "#ui/brand";
import { Form } from "./form";
import { Hints } from "./hints";
import { NotFound, NotReadable, TooFast } from "./nothing-found";
import { Results } from "./results";

interface Props {
  searchParams: Promise<{ q?: string | string[] }>;
}

/** What was typed; of several, the first. */
async function askedIn({ searchParams }: Props): Promise<string> {
  const { q = "" } = await searchParams;
  return (typeof q === "string" ? q : (q[0] ?? "")).trim();
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const isAsked = (await askedIn(props)) !== "";
  return {
    title: "Check a retirement",
    description:
      "Enter a serial number, an order number or a certificate's link, and see whether, when, by " +
      "which order and for whom the carbon credits were retired.",
    // What somebody looked up is nothing to be found by others.
    robots: { index: !isAsked },
    alternates: { canonical: `${appUrl()}/verify` },
  };
}

/** Counts the look-up, and tells whether it was one too many. */
async function isTooFast(): Promise<boolean> {
  try {
    await countRequest(currentCaller(), "lookup");
    return false;
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "rate-limited") throw error;
    for (const [name, value] of Object.entries(error.headers)) answerHeader(name, value);
    answerStatus(error.status);
    return true;
  }
}

async function Answer({ asked }: { asked: string }) {
  if (asked === "") return <Hints />;
  if (await isTooFast()) return <TooFast />;
  const query = readQuery(asked);
  if (query === null) return <NotReadable />;
  const found = await findVerification(publicContext(), query);
  const isEmpty = found.certificates.length === 0 && found.serials.length === 0;
  return isEmpty ? <NotFound query={query} /> : <Results found={found} />;
}

export default async function VerifyPage(props: Props) {
  const asked = await askedIn(props);
  if (asked === "") answerWithDocument();
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
        {await Answer({ asked })}
      </main>
    </div>
  );
}
