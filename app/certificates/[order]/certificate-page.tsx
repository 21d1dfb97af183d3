import { type Context, publicContext } from "#core/context";
import { formatMoment } from "#core/dates";
import { Problem } from "#core/errors";
import type { Language } from "#core/language";
import { formatMass } from "#core/mass";
import { toProblem } from "#core/problem";
import { addressIn, type Reader } from "#core/reader";
import type { Brand } from "#domain/brands";
import { listProjectSketches } from "#domain/catalogue";
import {
  type CertificateResource,
  certificateCopy,
  getCertificatePage,
  leadOf,
  revisionIn,
} from "#domain/certificates";
import { listPictures } from "#domain/pictures";
import { type PageRequest, type PageView, publicPage } from "#site/public-page";
import { OwnerLinks } from "#ui/owner";
import { MessagePage } from "#ui/page-parts";
import { Languages, missingIn, PoweredBy } from "#ui/public-parts";
import { sharedPicture } from "#ui/shared-picture";
import { Facts, Verification } from "./facts";
import { Hero, pdfPath } from "./hero";
import { Projects } from "./projects";
import type { ProjectExtras } from "./summary";

interface Loaded {
  certificate: CertificateResource;
  brand: Brand;
  extras: ProjectExtras;
}

async function loadPage(ctx: Context, order: string, language: Language): Promise<Loaded> {
  const input = { orderId: order, language };
  const { originalNames, ...page } = await getCertificatePage(ctx, input);
  const { mode, projects } = page.certificate;
  const ids = projects.map(({ id }) => id);
  const sketches = await listProjectSketches(ctx, { mode, ids });
  const urls = [...sketches.values()].map(({ primaryImageUrl }) => primaryImageUrl);
  const pictures = await listPictures(ctx, { urls });
  return { ...page, extras: { sketches, pictures, originalNames } };
}

/** Returns the certificate, or the problem if it is missing or unavailable. */
function load(order: string, language: Language): Promise<Loaded | Problem> {
  const ctx = publicContext();
  return loadPage(ctx, order, language).catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
    return error.status === 404 ? error : toProblem(error, ctx.log);
  });
}

function titleOf(certificate: CertificateResource, language: Language): string {
  const { state, mode, beneficiary } = certificate;
  const copy = certificateCopy[language];
  if (state === "cancelled") return copy.cancelled.head;
  const amount = [formatMass(certificate.amount_kg, language), copy.of, "CO₂e"];
  const parts = [...amount, leadOf(certificate, language), beneficiary.name];
  const title = parts.filter(Boolean).join(" ");
  return mode === "test" ? copy.test(title) : title;
}

interface StateProps {
  certificate: CertificateResource;
  language: Language;
}

function Cancelled({ certificate, language }: StateProps) {
  const { cancelled } = certificateCopy[language];
  return (
    <MessagePage title={cancelled.title}>
      <p>{cancelled.text}</p>
      <p className="text-base">{cancelled.order(certificate.order_number)}</p>
    </MessagePage>
  );
}

function Unavailable({ language }: Pick<StateProps, "language">) {
  const { unavailable } = certificateCopy[language];
  return (
    <MessagePage title={unavailable.title}>
      <p>{unavailable.text}</p>
    </MessagePage>
  );
}

/** For readers who scanned the code of a copy that shows a former status. */
function OutdatedCopy({ certificate, language, copy }: StateProps & Pick<Props, "copy">) {
  const { revision, status_as_of } = certificate;
  if (copy === null || copy === revision) return null;
  const { neverIssued, outdated } = certificateCopy[language];
  return (
    <p className="relative z-10 bg-warning-soft px-5 py-4 text-warning sm:px-12 print:hidden">
      {copy < revision
        ? outdated(copy, revision, formatMoment(status_as_of, language))
        : neverIssued(copy, revision)}
    </p>
  );
}

interface Props extends Loaded {
  /** Revision of the reader's copy, if the address has it. */
  copy: number | null;
  reader: Reader;
  query: URLSearchParams;
}

function Certificate({ certificate, brand, extras, copy, reader, query }: Props) {
  const { language } = reader;
  const isPlaced = certificate.state === "placed";
  return (
    <main
      className="mx-auto w-full max-w-5xl sm:px-8 sm:py-12 print:p-0"
      data-renews={isPlaced || undefined}
    >
      {isPlaced && (
        <noscript>
          <meta httpEquiv="refresh" content="5" />
        </noscript>
      )}
      <article className="relative overflow-clip border-line bg-paper sm:rounded-2xl sm:border sm:shadow-sheet print:overflow-visible print:border-0 print:shadow-none">
        <OutdatedCopy certificate={certificate} language={language} copy={copy} />
        <Hero certificate={certificate} brand={brand} language={language} />
        <Facts certificate={certificate} brand={brand} reader={reader} />
        {certificate.projects.length > 0 && (
          <Projects certificate={certificate} extras={extras} reader={reader} />
        )}
        {!isPlaced && <Verification certificate={certificate} reader={reader} />}
        <footer className="flex flex-wrap items-center justify-between gap-x-10 gap-y-4 border-t border-line px-5 py-6 sm:px-12 print:px-0">
          <OwnerLinks brand={brand} language={language} />
          <Languages language={language} query={query} />
          <PoweredBy reader={reader} />
        </footer>
      </article>
    </main>
  );
}

function pictureOf(certificate: CertificateResource, language: Language) {
  const { order_id: id, revision, state } = certificate;
  const version = `${state}-${revision}`;
  const alt = titleOf(certificate, language);
  return sharedPicture({ kind: "certificate", id, version, language, alt });
}

/** The page of a certificate. */
export function viewOf(loaded: Loaded, { query, reader }: PageRequest): PageView {
  const { language } = reader;
  const { certificate, brand } = loaded;
  const { state, certificate_public_url: url } = certificate;
  const head = {
    title: titleOf(certificate, language),
    description: certificate.statement,
    // Not indexed: customers did not agree to be found by their name.
    isIndexed: false,
    canonical: url,
    share: { url, picture: pictureOf(certificate, language) },
    accent: brand.accent,
  };
  if (state === "cancelled") {
    const body = <Cancelled certificate={certificate} language={language} />;
    return { status: 410, head, body, shared: "data" };
  }
  const copy = revisionIn(`?${query}`);
  const body = <Certificate {...loaded} copy={copy} reader={reader} query={query} />;
  // A placed order can change at any moment, so its page is not cached.
  return state === "placed"
    ? { head, body, scripts: ["/page.js"] }
    : { head, body, shared: "versioned", next: addressIn(pdfPath(certificate), language) };
}

export const certificatePage = publicPage({
  path: "/certificates/{order}",
  keeping: { group: "data", isVersioned: true, varies: ["revision"] },
  isTranslated: true,
  load: ({ params, reader }) => load(params["order"] ?? "", reader.language),
  render(loaded, request) {
    if (!(loaded instanceof Problem)) return viewOf(loaded, request);
    const { reader } = request;
    const { missing, unavailable } = certificateCopy[reader.language];
    if (loaded.status === 404) return missingIn(reader, missing);
    const { status, headers } = loaded;
    const head = { title: unavailable.head, isIndexed: false };
    return { status, headers, head, body: <Unavailable language={reader.language} /> };
  },
});
