// Runs decoder.ts in a process of its own for each image, with almost no permissions and tight
// limits.
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { env } from "#core/env";
import { tooBusy } from "#core/fair-queue";
import { log } from "#core/log";
import { DECODED, type Drawing, type ImageKind, NotAnImage, READY, REFUSED } from "./image-kinds";

export const TOO_MANY_PICTURES = "Too many images are being processed. Try again in a few seconds.";

const MAX_OUTPUT_BYTES = 8 * 1024 * 1024;
const CPU_SECONDS = 10;
/** Node maps about 600 MiB at its start, mostly unused; the rest is for the image. */
const DATA_KIB = 1_000_000;
/**
 * Limits that the kernel enforces on native code, too: memory, CPU time, and no writes to files.
 * The soft limit of time ends the process with a signal of its own.
 */
const LIMITS = `ulimit -c 0; ulimit -f 0; ulimit -d ${DATA_KIB}; ulimit -St ${CPU_SECONDS}; exec "$@"`;
const isLimited = process.platform === "linux" && fs.existsSync("/bin/sh");
/** With CPU limits, wall-clock time mostly depends on how busy the machine is. */
const WALL_MS = isLimited ? 30_000 : 10_000;

/**
 * Returns the folder of this source, which bundled code does not know: the app runs in its own
 * folder.
 */
function sourceFolders() {
  const root = fs.realpathSync(process.cwd());
  const folder = path.join(root, "server", "gateways", "images");
  const packages = path.join(root, "node_modules");
  // A link is read by both names.
  const readable = [...new Set([folder, packages, fs.realpathSync(packages)])];
  return { decoder: path.join(folder, "decoder.ts"), readable };
}

interface Task {
  kind: ImageKind;
  drawing: Drawing;
}

export interface Drawable extends Task {
  bytes: Uint8Array;
}

function commandLine({ kind, drawing }: Task): string[] {
  const { decoder, readable } = sourceFolders();
  return [
    process.execPath,
    // Reads only its source and packages; writes nothing and starts nothing.
    "--permission",
    ...readable.map((folder) => `--allow-fs-read=${folder}`),
    "--allow-addons",
    "--no-warnings",
    "--max-old-space-size=192",
    // The process ends before the first garbage collection.
    "--min-semi-space-size=16",
    "--v8-pool-size=1",
    decoder,
    kind,
    JSON.stringify(drawing),
  ];
}

/**
 * Contains no secret of the app. libvips keeps temporary data in memory, because it may not write
 * files.
 */
function environment(): NodeJS.ProcessEnv {
  const variables = ["LD_LIBRARY_PATH", "SystemRoot"].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return {
    ...Object.fromEntries(variables),
    NODE_ENV: env.NODE_ENV,
    LC_ALL: "C.UTF-8",
    TZ: "UTC",
    MALLOC_ARENA_MAX: "1",
    UV_THREADPOOL_SIZE: "1",
    VIPS_CONCURRENCY: "1",
    VIPS_DISC_THRESHOLD: "4g",
  };
}

function start(task: Task): ChildProcessWithoutNullStreams {
  const line = commandLine(task);
  const [command = "", ...args] = isLimited ? ["/bin/sh", "-c", LIMITS, "sh", ...line] : line;
  return spawn(/* turbopackIgnore: true */ command, args, {
    cwd: path.parse(process.execPath).root,
    env: environment(),
    stdio: "pipe",
    windowsHide: true,
  });
}

interface Ending {
  output: Buffer;
  /** The end of its stderr, for the log. */
  stderr: string;
  signal: NodeJS.Signals | null;
  timedOut: boolean;
}

async function runToEnd({ bytes, ...task }: Drawable): Promise<Ending> {
  const child = start(task);
  const chunks: Buffer[] = [];
  let length = 0;
  let stderr = "";
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    child.kill("SIGKILL");
  }, WALL_MS);
  child.stdout.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
    if (length > MAX_OUTPUT_BYTES) child.kill("SIGKILL");
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr = (stderr + text).slice(-2000);
  });
  // It may end before it has read everything.
  child.stdin.on("error", () => {});
  child.stdin.end(bytes);
  try {
    const [, signal] = await once(child, "close");
    return { output: Buffer.concat(chunks), stderr, signal, timedOut };
  } finally {
    clearTimeout(timer);
  }
}

/** The process ended without a result, which is the image's fault once it was ready. */
function whyItEnded({ output, stderr, signal, timedOut }: Ending): Error {
  if (timedOut && isLimited) return tooBusy(TOO_MANY_PICTURES);
  if (output[0] !== READY) return new Error(`the image decoder did not start: ${stderr}`);
  log.warn(
    { event: "image.decoder_killed", signal, timedOut, stderr },
    "image exceeded the decoder's limits",
  );
  const tooLong = timedOut || signal === "SIGXCPU";
  return new NotAnImage(tooLong ? "takes too long to draw" : "takes too much memory to draw");
}

/**
 * Returns the decoder's image, which must still be checked. @throws NotAnImage with what is wrong;
 * Problem unavailable if the machine is too busy
 */
export async function runDecoder(image: Drawable): Promise<Buffer> {
  const ending = await runToEnd(image);
  const body = ending.output.subarray(2);
  if (ending.output[1] === DECODED && ending.signal === null) return body;
  if (ending.output[1] === REFUSED) throw new NotAnImage(body.toString("utf8", 0, 200));
  throw whyItEnded(ending);
}
