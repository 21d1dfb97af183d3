import { type Context, publicContext } from "#core/context";
import { formatMoment } from "#core/dates";
import { Problem } from "#core/errors";
import { formatMass } from "#core/mass";
import { toProblem } from "#core/problem";
import { readRecent } from "#core/recent-reads";
import type { Brand } from "#domain/brands";
import { listProjectSketches } from "#domain/catalogue";
import {
  type CertificateResource,
  getCertificatePage,
  leadOf,
  revisionIn,
} from "#domain/certificates";
import { listPictures } from "#domain/pictures";
import { type PageView, publicPage } from "#site/public-page";
import { OwnerLinks } from "#ui/owner";
import { MessagePage, missingPage, PoweredBy } from "#ui/page-parts";
import { sharedPicture } from "#ui/shared-picture";
import { Facts, Verification } from "./facts";
import { Hero } from "./hero";
import { Projects } from "./projects";
import type { ProjectExtras } from "./summary";

interface Loaded {
  certificate: CertificateResource;
  brand: Brand;
  extras: ProjectExtras;
}

async function loadPage(ctx: Context, order: string): Promise<Loaded> {
  const page = await getCertificatePage(ctx, order);
  const { mode, projects } = page.certificate;
  const ids = projects.map(({ id }) => id);
  const sketches = await listProjectSketches(ctx, { mode, ids });
  const urls = [...sketches.values()].map(({ primaryImageUrl }) => primaryImageUrl);
  return { ...page, extras: { sketches, pictures: await listPictures(ctx, { urls }) } };
}

/** Returns the certificate, or the problem if it is missing or unavailable. */
function load(order: string): Promise<Loaded | Problem> {
  const ctx = publicContext();
  return readRecent(ctx, (recent) => loadPage(recent, order)).catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
    return error.status === 404 ? error : toProblem(error, ctx.log);
  });
}

function titleOf(certificate: CertificateResource): string {
  const { state, mode, beneficiary } = certificate;
  const amount = `${formatMass(certificate.amount_kg)} of CO₂e`;
  if (state === "cancelled") return "Cancelled order";
  const title = `${amount} ${leadOf(certificate)} ${beneficiary.name}`;
  return mode === "test" ? `Test: ${title}` : title;
}

function Cancelled({ certificate }: { certificate: CertificateResource }) {
  return (
    <MessagePage title="This order was cancelled">
      <p>No carbon credits were retired, so there is no certificate.</p>
      <p className="text-base">Order number {certificate.order_number}</p>
    </MessagePage>
  );
}

function Unavailable() {
  return (
    <MessagePage title="This certificate is not available right now">
      <p>The certificate is safe, but we cannot load it at the moment. Try again in a minute.</p>
    </MessagePage>
  );
}

/** For readers who scanned the code of a copy that shows a former status. */
function OutdatedCopy({ certificate, copy }: Omit<Props, "brand" | "extras">) {
  const { revision, status_as_of } = certificate;
  if (copy === null || copy === revision) return null;
  return (
    <p className="relative z-10 bg-warning-soft px-5 py-4 text-warning sm:px-12 print:hidden">
      {copy < revision
        ? `Your copy is revision ${copy} and is out of date. This page is revision ${revision}, as of ${formatMoment(status_as_of)}.`
        : `Your copy names revision ${copy}, which was never issued. This page is revision ${revision}.`}
    </p>
  );
}

interface Props extends Loaded {
  /** Revision of the reader's copy, if the address has it. */
  copy: number | null;
}

function Certificate({ certificate, brand, extras, copy }: Props) {
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
        <OutdatedCopy certificate={certificate} copy={copy} />
        <Hero certificate={certificate} brand={brand} />
        <Facts certificate={certificate} brand={brand} />
        {certificate.projects.length > 0 && <Projects certificate={certificate} extras={extras} />}
        {!isPlaced && <Verification certificate={certificate} />}
        <footer className="flex flex-wrap items-center justify-between gap-x-10 gap-y-4 border-t border-line px-5 py-6 sm:px-12 print:px-0">
          <OwnerLinks brand={brand} />
          <PoweredBy />
        </footer>
      </article>
    </main>
  );
}

function pictureOf(certificate: CertificateResource) {
  const { order_id: id, revision, state } = certificate;
  const version = `${state}-${revision}`;
  return sharedPicture({ kind: "certificate", id, version, alt: titleOf(certificate) });
}

function viewOf(loaded: Loaded, copy: number | null): PageView {
  const { certificate, brand } = loaded;
  const { state, certificate_public_url: url } = certificate;
  const head = {
    title: titleOf(certificate),
    description: certificate.statement,
    // Not indexed: customers did not agree to be found by their name.
    isIndexed: false,
    canonical: url,
    share: { url, picture: pictureOf(certificate) },
    accent: brand.accent,
  };
  if (state === "cancelled") {
    return { status: 410, head, body: <Cancelled certificate={certificate} />, shared: "data" };
  }
  const body = <Certificate {...loaded} copy={copy} />;
  // A placed order can change at any moment, so its page is not cached.
  return state === "placed"
    ? { head, body, scripts: ["/page.js"] }
    : { head, body, shared: "versioned" };
}

export const certificatePage = publicPage({
  path: "/certificates/{order}",
  keeping: { group: "data", isVersioned: true, varies: ["revision"] },
  load: ({ params }) => load(params["order"] ?? ""),
  render(loaded, { query }) {
    if (!(loaded instanceof Problem)) return viewOf(loaded, revisionIn(`?${query}`));
    if (loaded.status === 404) {
      return missingPage(
        "Check the address. The link to a certificate ends with the order’s ID, which starts with ord_.",
      );
    }
    const { status, headers } = loaded;
    const head = { title: "Temporarily unavailable", isIndexed: false };
    return { status, headers, head, body: <Unavailable /> };
  },
});
