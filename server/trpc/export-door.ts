// Sends a list as CSV, of any length: page by page, as fast as it is taken, until nobody takes it.
import { TRPCError } from "@trpc/server";
import { z } from "zod";
import { type Context, newContext } from "#core/context";
import { withDatabaseUse } from "#core/db-use";
import { fieldErrorsOf, notFound, Problem } from "#core/errors";
import { problemResponse, toProblem } from "#core/problem";
import { ACCOUNT_HEADER, createTrpcContext, MODE_HEADER, type TrpcContext } from "./context";
import { csvLine, type ExportPage } from "./csv";
import { exportsRouter } from "./exports";
import { isForeign } from "./foreign";
import { createCallerFactory } from "./procedures";

/** The address, taken apart. */
export interface Asked {
  /** Null where the operator asks. */
  account: string | null;
  mode: string;
  /** Such as `orders.csv`. */
  file: string;
}

type Read = (input: object) => Promise<ExportPage>;

const makeCaller = createCallerFactory(exportsRouter);

/** The names of all exports. */
export const exportNames = Object.keys(exportsRouter._def.procedures);

/** @throws not-found where there is no such export */
function readerOf(ctx: TrpcContext, file: string): { name: string; read: Read } {
  const name = file.replace(/\.csv$/, "");
  if (!file.endsWith(".csv") || !exportNames.includes(name)) throw notFound("export");
  const caller = makeCaller(ctx) as unknown as Record<string, Read>;
  const read = caller[name];
  if (!read) throw notFound("export");
  return { name, read: (input) => withDatabaseUse("export", () => read(input)) };
}

const linesOf = ({ rows }: ExportPage) => rows.map(csvLine).join("");

/** The lines from the page on that is there already; a page is read when the last one was taken. */
function streamFrom(
  { log }: Context,
  first: ExportPage,
  read: (after: string) => Promise<ExportPage>,
) {
  const encoder = new TextEncoder();
  let next = first.next;
  return new ReadableStream<Uint8Array>(
    {
      start(stream) {
        stream.enqueue(encoder.encode(csvLine(first.head) + linesOf(first)));
      },
      async pull(stream) {
        if (next === null) return stream.close();
        try {
          const page = await read(next);
          next = page.next;
          stream.enqueue(encoder.encode(linesOf(page)));
        } catch (error) {
          // The answer breaks off, so that nobody takes a part of the list for the whole.
          log.error({ event: "export.aborted", err: error }, "export aborted");
          stream.error(error);
        }
      },
    },
    { highWaterMark: 0 },
  );
}

function refusal(error: unknown, { log, requestId }: Context): Response {
  const cause = error instanceof TRPCError ? (error.cause ?? error) : error;
  const isInput = error instanceof TRPCError && cause instanceof z.ZodError;
  const problem = isInput
    ? new Problem("invalid-parameters", fieldErrorsOf(cause, "query"))
    : toProblem(cause, log);
  return problemResponse(problem, requestId);
}

/** The answer to a request for an export: the very checks of its procedure, again for each page. */
export async function answerExport(request: Request, asked: Asked): Promise<Response> {
  if (isForeign(request)) return new Response("Not from another site", { status: 403 });
  const headers = new Headers(request.headers);
  headers.set(ACCOUNT_HEADER, asked.account ?? "");
  headers.set(MODE_HEADER, asked.mode);
  const own = newContext({ type: "public" });
  try {
    const ctx = await createTrpcContext(headers, own);
    if (asked.mode !== "live" && asked.mode !== "test") throw notFound("export");
    const { name, read } = readerOf(ctx, asked.file);
    const filters = Object.fromEntries(new URL(request.url).searchParams);
    const first = await read({ ...filters, after: null });
    const date = ctx.now.toISOString().slice(0, 10);
    const file = [name, asked.account ?? "operator", asked.mode, date].join("-");
    return new Response(
      streamFrom(ctx, first, (after) => read({ ...filters, after })),
      {
        headers: {
          "content-type": "text/csv; charset=utf-8; header=present",
          "content-disposition": `attachment; filename="${file}.csv"`,
          "cache-control": "private, no-store",
        },
      },
    );
  } catch (error) {
    return refusal(error, own);
  }
}
