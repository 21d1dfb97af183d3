import { Problem } from "#core/errors";
import { MAX_IMPORT_BYTES, readExportFile } from "#domain/registries";
import { respondToOwnPage, type TrpcContext } from "./context";
import { requireOperator } from "./procedures";

/** Allowance for the rest of the form. */
const FORM_BYTES = 64 * 1024;

/** Browsers always send the length. Without it, the size of the body is unknown. */
function requireLength(headers: Headers): void {
  const length = headers.get("content-length");
  if (length !== null && Number(length) <= MAX_IMPORT_BYTES + FORM_BYTES) return;
  const title = `The files can have at most ${MAX_IMPORT_BYTES / 1024 / 1024} MB in total`;
  throw new Problem("payload-too-large", { title });
}

const readText = async (file: File) =>
  readExportFile(file.name, new Uint8Array(await file.arrayBuffer()));

/** Fields of a form: its files as lists, or as one for `mapping`. */
async function readForm(request: Request): Promise<Record<string, unknown>> {
  let form: FormData;
  try {
    form = await request.formData();
  } catch {
    throw new Problem("invalid-parameters", { title: "The upload was incomplete: try again" });
  }
  const chosen = (field: string) =>
    form.getAll(field).filter((file) => file instanceof File && file.size > 0) as File[];
  const [mapping] = await Promise.all(chosen("mapping").map(readText));
  const files = await Promise.all(chosen("files").map(readText));
  const values = [...form].filter(([, value]) => typeof value === "string");
  return { ...Object.fromEntries(values), files, ...(mapping && { mapping }) };
}

/**
 * Takes a form with files from one of our own pages, and returns the id of what `create` makes of
 * it: a procedure, which validates the form.
 */
export function handleUpload(
  request: Request,
  { mode }: { mode: string },
  create: (ctx: TrpcContext, sent: Record<string, unknown>) => Promise<{ id: string }>,
): Promise<Response> {
  return respondToOwnPage(request, { account: null, mode }, async (ctx) => {
    // Before the body is read.
    requireOperator(ctx);
    requireLength(request.headers);
    return Response.json(await create(ctx, await readForm(request)), { status: 201 });
  });
}
