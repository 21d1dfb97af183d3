// Takes in an import's files as a browser sends them: the rest is the procedure that it hands them to.
import { TRPCError } from "@trpc/server";
import { newContext } from "#core/context";
import { Problem } from "#core/errors";
import { problemResponse, toProblem } from "#core/problem";
import { MAX_IMPORT_BYTES } from "#domain/registries";
import { createTrpcContext, MODE_HEADER } from "./context";
import { isForeign } from "./foreign";
import { operatorImportsRouter } from "./operator-imports";
import { createCallerFactory, requireOperator } from "./procedures";

/** What a form adds to its files. */
const FORM_BYTES = 64 * 1024;

const makeCaller = createCallerFactory(operatorImportsRouter);

/** Said beforehand by every browser; without it, nothing tells how much would come. */
function requireLength(headers: Headers): void {
  const length = headers.get("content-length");
  if (length !== null && Number(length) <= MAX_IMPORT_BYTES + FORM_BYTES) return;
  const title = `An import may have ${MAX_IMPORT_BYTES / 1024 / 1024} MB at most`;
  throw new Problem("payload-too-large", { title });
}

async function readText(file: File): Promise<string> {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
      await file.arrayBuffer(),
    );
  } catch {
    throw new Problem("invalid-parameters", {
      title: "The file cannot be read",
      errors: { [file.name]: ["is not UTF-8 text"] },
    });
  }
}

async function readForm(request: Request) {
  let form: FormData;
  try {
    form = await request.formData();
  } catch {
    throw new Problem("invalid-parameters", { title: "The files did not arrive whole" });
  }
  const chosen = form.getAll("files").filter((file) => file instanceof File);
  const texts = chosen.map(async (file) => ({ name: file.name, text: await readText(file) }));
  return { kind: String(form.get("kind")), files: await Promise.all(texts) };
}

/** Answers a form with `kind` and `files` with the id of the import. */
export async function answerImport(
  request: Request,
  { mode }: { mode: string },
): Promise<Response> {
  if (isForeign(request)) return new Response("Not from another site", { status: 403 });
  const headers = new Headers(request.headers);
  headers.set(MODE_HEADER, mode);
  const own = newContext({ type: "public" });
  try {
    const ctx = await createTrpcContext(headers, own);
    // Before anything of the body is read.
    requireOperator(ctx);
    requireLength(headers);
    const sent = (await readForm(request)) as Parameters<
      ReturnType<typeof makeCaller>["create"]
    >[0];
    return Response.json(await makeCaller(ctx).create(sent), { status: 201 });
  } catch (error) {
    const cause = error instanceof TRPCError ? (error.cause ?? error) : error;
    return problemResponse(toProblem(cause, own.log), own.requestId);
  }
}
