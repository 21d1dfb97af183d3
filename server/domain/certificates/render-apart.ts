// Renders PDFs in a process of its own: each takes a large fraction of a second of CPU time, and by
// default the worker, which mails them, runs in the process that sells.
import { type ChildProcess, spawn } from "node:child_process";
import { projectRoot } from "#core/build";
import { nextMessage, programLine } from "#core/program";
import type { PdfOptions } from "./certificate-pdf";
import type { SignedCertificate } from "./get-certificate";

export interface Rendering {
  certificate: SignedCertificate;
  options: PdfOptions;
}

export type Rendered = { bytes: Uint8Array } | { error: string };

/** A process takes a second to load what it needs, so it stays for the mails that follow. */
const IDLE_MS = 20_000;
const MAX_RENDER_MS = 120_000;

let renderer: ChildProcess | null = null;
let end: NodeJS.Timeout | undefined;
let last: Promise<unknown> = Promise.resolve();

function start(): ChildProcess {
  const child = spawn(process.execPath, programLine("server/render-certificates.ts"), {
    cwd: projectRoot(),
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    serialization: "advanced",
  });
  child.on("error", () => undefined);
  child.once("exit", () => {
    if (renderer === child) renderer = null;
  });
  // It ends with this process, and does not keep it running.
  child.unref();
  child.channel?.unref();
  return child;
}

/** Ends the process after the time, unless it is called again before. */
function endAfter(child: ChildProcess, ms: number): void {
  clearTimeout(end);
  end = setTimeout(() => {
    if (renderer === child) renderer = null;
    child.kill("SIGKILL");
  }, ms).unref();
}

async function render(input: Rendering): Promise<Uint8Array> {
  renderer ??= start();
  const child = renderer;
  endAfter(child, MAX_RENDER_MS);
  try {
    const message = nextMessage<Rendered>(child);
    child.send(input);
    const rendered = await message;
    if ("error" in rendered) throw new Error(rendered.error);
    return rendered.bytes;
  } finally {
    endAfter(child, IDLE_MS);
  }
}

/** Renders one PDF after another. @throws if it cannot be rendered, or the process ends */
export function renderPdfApart(
  certificate: SignedCertificate,
  options: PdfOptions,
): Promise<Uint8Array> {
  const rendering = last.then(() => render({ certificate, options }));
  last = rendering.catch(() => undefined);
  return rendering;
}
