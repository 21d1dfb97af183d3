// The public page of an order: its certificate, or how far it is on the way to one.
import type { Metadata } from "next";
import { cache } from "react";
import { Problem } from "#core/errors";
import { formatMass } from "#core/mass";
import { answerHeader, answerStatus, answerWithData } from "#core/page-answer";
import { toProblem } from "#core/problem";
import { publicContext } from "#core/public-door";
import { type CertificateResource, getCertificate } from "#domain/certificates";
import { idIn } from "#ui/id-in";
import { MessagePage } from "#ui/message-page";
import { NothingHere } from "#ui/nothing-here";
import { PageScript } from "#ui/page-script";
import { Facts } from "./facts";
import { Hero } from "./hero";
import { Projects } from "./projects";
import { Verification } from "./verification";

interface Props {
  params: Promise<{ order: string }>;
}

/** The certificate, read once for the page and its metadata; a Problem where there is none now. */
const load = cache((order: string): Promise<CertificateResource | Problem> => {
  const ctx = publicContext();
  return getCertificate(ctx, order).catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
    if (error.status === 404) return error;
    return toProblem(error, ctx.log);
  });
});

function titleOf(certificate: CertificateResource): string {
  const { state, mode, beneficiary } = certificate;
  const amount = `${formatMass(certificate.amount_kg)} of CO₂e`;
  if (state === "cancelled") return "Cancelled order";
  const verb = state === "fulfilled" ? "retired" : "to be retired";
  const title = `${amount} ${verb} on behalf of ${beneficiary.name}`;
  return mode === "test" ? `Test: ${title}` : title;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const certificate = await load(idIn((await params).order));
  if (certificate instanceof Problem) {
    const title = certificate.status === 404 ? "Not found" : "Temporarily unavailable";
    return { title, robots: { index: false } };
  }
  const title = titleOf(certificate);
  const description = certificate.statement;
  return {
    title,
    description,
    // Known to those who are given the link: customers did not ask to be found by their name.
    robots: { index: false },
    alternates: { canonical: certificate.certificate_public_url },
    openGraph: {
      type: "website",
      siteName: "Carbon Till",
      title,
      description,
      url: certificate.certificate_public_url,
    },
    twitter: { card: "summary", title, description },
  };
}

function Cancelled({ certificate }: { certificate: CertificateResource }) {
  return (
    <MessagePage title="This order was cancelled">
      <p>Nothing was retired for it, so there is no certificate.</p>
      <p className="text-base">Order number {certificate.order_number}</p>
    </MessagePage>
  );
}

function Unavailable() {
  return (
    <MessagePage title="This certificate cannot be shown right now">
      <p>It is safe, but the place where it is stored does not answer. Try again in a minute.</p>
    </MessagePage>
  );
}

export default async function CertificatePage({ params }: Props) {
  const certificate = await load(idIn((await params).order));
  if (certificate instanceof Problem && certificate.status === 404) {
    return (
      <NothingHere hint="Check it for a missing or changed letter. The link to a certificate ends in the order's id, which begins with ord_" />
    );
  }
  if (certificate instanceof Problem) {
    answerStatus(certificate.status);
    for (const [name, value] of Object.entries(certificate.headers)) answerHeader(name, value);
    return <Unavailable />;
  }
  // One that waits changes at any moment: each reader is shown it anew.
  if (certificate.state !== "placed") answerWithData();
  if (certificate.state === "cancelled") {
    answerStatus(410);
    return <Cancelled certificate={certificate} />;
  }
  const isPlaced = certificate.state === "placed";
  return (
    <main
      className="mx-auto w-full max-w-5xl sm:px-8 sm:py-12 print:p-0"
      data-renews={isPlaced || undefined}
    >
      {isPlaced && (
        <>
          <PageScript />
          <noscript>
            <meta httpEquiv="refresh" content="5" />
          </noscript>
        </>
      )}
      <article className="relative overflow-clip border-line bg-paper sm:rounded-2xl sm:border sm:shadow-sheet print:overflow-visible print:border-0 print:shadow-none">
        <Hero certificate={certificate} />
        <Facts certificate={certificate} />
        {certificate.projects.length > 0 && <Projects certificate={certificate} />}
        {!isPlaced && <Verification certificate={certificate} />}
      </article>
    </main>
  );
}
