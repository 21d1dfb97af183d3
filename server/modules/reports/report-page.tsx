import type { ReactNode } from "react";
import { publicContext } from "#core/context";
import { formatDay } from "#core/dates";
import { logoUrl } from "#domain/accounts";
import { findSaleViews } from "#modules/statements/sale-view";
import { type PageRequest, publicPage } from "#site/public-page";
import { Brand, missingPage, Notice } from "#ui/page-parts";
import { getReport } from "./report";
import { findSharedReport } from "./report-links";
import { type ReportView, toReportView } from "./report-view";
import { ReportCredits, ReportNotes, ReportSales, ReportTotals } from "./screens/report-tables";

interface SharedView {
  report: ReportView;
  logo: string | null;
  expiresOn: string;
  path: string;
}

async function load({ params }: PageRequest): Promise<SharedView | null> {
  const token = params["token"] ?? "";
  const shared = await findSharedReport(publicContext(), { token });
  if (!shared) return null;
  const { ctx, query, expiresAt } = shared;
  const report = await getReport(ctx, query);
  return {
    report: toReportView(report, await findSaleViews(ctx, report)),
    logo: logoUrl(ctx.account),
    expiresOn: formatDay(expiresAt),
    path: `/reports/${encodeURIComponent(token)}`,
  };
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-t border-line px-5 py-7 sm:px-12">
      <h2 className="mb-4 text-lg font-semibold tracking-tight">{title}</h2>
      {children}
    </section>
  );
}

function Head({ view: { report, logo, path, expiresOn } }: { view: SharedView }) {
  return (
    <header className="px-5 pt-8 pb-7 sm:px-12">
      <div className="flex items-center gap-3">
        {logo && (
          // biome-ignore lint/performance/noImgElement: next/image needs the runtime that stays away.
          <img src={new URL(logo).pathname} alt="" className="h-9 w-auto max-w-32 object-contain" />
        )}
        <p className="min-w-0 font-semibold wrap-anywhere">{report.account}</p>
      </div>
      <p className="mt-7 text-sm font-medium text-accent">Carbon credit report</p>
      <h1 className="mt-1 text-2xl/tight font-semibold tracking-tight wrap-anywhere">
        {report.subaccount}
      </h1>
      <p className="mt-1 text-quiet">{report.period}</p>
      <p className="mt-5 flex flex-wrap gap-x-5 gap-y-2">
        <a href={`${path}/report.pdf`} className="link">
          Download PDF
        </a>
        <a href={`${path}/report.csv`} className="link">
          Download CSV
        </a>
      </p>
      <p className="mt-3 text-sm text-quiet">This link works until {expiresOn}.</p>
    </header>
  );
}

function Page({ view }: { view: SharedView }) {
  const { report } = view;
  return (
    <main className="mx-auto w-full max-w-3xl sm:px-8 sm:py-12">
      <article className="overflow-clip border-line bg-paper sm:rounded-2xl sm:border sm:shadow-sheet">
        <Head view={view} />
        {report.mode === "test" && (
          <div className="px-5 pb-6 sm:px-12">
            <Notice>{report.notes.test}</Notice>
          </div>
        )}
        <div className="space-y-5 border-t border-line px-5 py-7 sm:px-12">
          <ReportTotals view={report} />
          <ReportNotes view={report} />
        </div>
        <Part title="Credits by portfolio">
          <ReportCredits view={report} />
        </Part>
        {report.portfolios.length > 0 && (
          <Part title="Orders, serial numbers and evidence">
            <ReportSales view={report} />
          </Part>
        )}
        <footer className="flex flex-wrap items-center justify-between gap-4 border-t border-line px-5 py-6 sm:px-12">
          <p className="text-sm text-quiet">Created on {report.created}</p>
          <Brand />
        </footer>
      </article>
    </main>
  );
}

// The address is a secret: it is not listed, and links do not pass it on.
const headers = { "x-robots-tag": "noindex, nofollow", "referrer-policy": "no-referrer" };

/** A subaccount's report, for anyone who has the address. */
export const reportPage = publicPage({
  path: "/reports/{token}",
  load,
  render(view) {
    if (!view) {
      const hint = "Check the address for missing characters. The link may also have expired.";
      return { ...missingPage(hint), headers };
    }
    const { subaccount, period } = view.report;
    return {
      head: { title: `${subaccount}: carbon credit report, ${period}`, isIndexed: false },
      headers,
      body: <Page view={view} />,
    };
  },
});
