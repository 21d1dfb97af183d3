// The files of a shared report, for anyone who has its address.
import { BYTE_ORDER_MARK, CSV_PAGE_ROWS, csvStream } from "#core/csv";
import { notFound } from "#core/errors";
import { respondPublicly } from "#core/problem";
import { idIn } from "#ui/id-in";
import { getReportPdf } from "./render-report-pdf";
import { getReport, getReportCsv } from "./report";
import { findSharedReport } from "./report-links";

type Shared = NonNullable<Awaited<ReturnType<typeof findSharedReport>>>;

const files: Record<string, { type: string; body(shared: Shared): Promise<BodyInit> }> = {
  "report.pdf": {
    type: "application/pdf",
    body: async ({ ctx, query }) =>
      new Uint8Array(await getReportPdf(ctx, await getReport(ctx, query))),
  },
  "report.csv": {
    type: "text/csv; charset=utf-8; header=present",
    async body({ ctx, query }) {
      const read = (after: string | null) =>
        getReportCsv(ctx, { ...query, after, limit: CSV_PAGE_ROWS });
      return csvStream({ log: ctx.log, mark: BYTE_ORDER_MARK }, await read(null), read);
    },
  },
};

interface Route {
  params: Promise<{ token: string; file: string }>;
}

/** Responds with a file of the report. */
export function serveSharedFile(_request: Request, { params }: Route): Promise<Response> {
  return respondPublicly(async (ctx) => {
    const { token, file } = await params;
    const kind = Object.hasOwn(files, file) ? files[file] : undefined;
    const shared = kind && (await findSharedReport(ctx, { token: idIn(token) }));
    if (!kind || !shared) throw notFound("report");
    const { from, to } = shared.query;
    const name = file.replace("report", `report-from-${from}-to-${to}`);
    return new Response(await kind.body(shared), {
      headers: {
        "content-type": kind.type,
        "content-disposition": `attachment; filename="${name}"`,
        "cache-control": "private, no-store",
        "x-robots-tag": "noindex, nofollow",
        "referrer-policy": "no-referrer",
      },
    });
  });
}
