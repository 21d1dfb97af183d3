// Runs the decoder of hostile files, `decoder.ts` of a gateway, in a process of its own for each
// file, with almost no permissions and tight limits.
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { env } from "#core/env";
import { log } from "#core/log";

/** Everything is loaded; later failures are caused by the file. */
const READY = 0x52;
/** The body is the result. */
const DECODED = 0x44;
/** The body says what is wrong with the file. */
const REFUSED = 0x4e;

interface Limits {
  /** Of memory. Node maps about 600 MiB at its start, mostly unused. */
  dataKib: number;
  heapMib: number;
  cpuSeconds: number;
  outputBytes: number;
}

interface DecoderRun {
  /** Folder of the decoder in server/gateways. */
  folder: "images" | "spreadsheets";
  args: readonly string[];
  bytes: Uint8Array;
  limits: Limits;
}

const isLimited = process.platform === "linux" && fs.existsSync("/bin/sh");

/**
 * Limits that the kernel enforces on native code, too: memory, CPU time, and no writes to files.
 * The soft limit of time ends the process with a signal of its own.
 */
const limitsOf = ({ dataKib, cpuSeconds }: Limits) =>
  `ulimit -c 0; ulimit -f 0; ulimit -d ${dataKib}; ulimit -St ${cpuSeconds}; exec "$@"`;

/** With CPU limits, wall-clock time mostly depends on how busy the machine is. */
const wallMsOf = ({ cpuSeconds }: Limits) => cpuSeconds * (isLimited ? 3000 : 1000);

/**
 * Returns the folder of this source, which bundled code does not know: the app runs in its own
 * folder.
 */
function sourceFolders(gateway: string) {
  const root = fs.realpathSync(process.cwd());
  const folder = path.join(root, "server", "gateways", gateway);
  const packages = path.join(root, "node_modules");
  // A link is read by both names.
  const readable = [...new Set([folder, packages, fs.realpathSync(packages)])];
  return { decoder: path.join(folder, "decoder.ts"), readable };
}

function commandLine({ folder, args, limits }: DecoderRun): string[] {
  const { decoder, readable } = sourceFolders(folder);
  return [
    process.execPath,
    // Reads only its source and packages; writes nothing and starts nothing.
    "--permission",
    ...readable.map((readFrom) => `--allow-fs-read=${readFrom}`),
    "--allow-addons",
    "--no-warnings",
    `--max-old-space-size=${limits.heapMib}`,
    // The process ends before the first garbage collection.
    "--min-semi-space-size=16",
    "--v8-pool-size=1",
    decoder,
    ...args,
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

function start(run: DecoderRun): ChildProcessWithoutNullStreams {
  const line = commandLine(run);
  const limited = ["/bin/sh", "-c", limitsOf(run.limits), "sh", ...line];
  const [command = "", ...args] = isLimited ? limited : line;
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

async function runToEnd(run: DecoderRun): Promise<Ending> {
  const child = start(run);
  const chunks: Buffer[] = [];
  let length = 0;
  let stderr = "";
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    child.kill("SIGKILL");
  }, wallMsOf(run.limits));
  child.stdout.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
    if (length > run.limits.outputBytes) child.kill("SIGKILL");
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr = (stderr + text).slice(-2000);
  });
  // It may end before it has read everything.
  child.stdin.on("error", () => {});
  child.stdin.end(run.bytes);
  try {
    const [, signal] = await once(child, "close");
    return { output: Buffer.concat(chunks), stderr, signal, timedOut };
  } finally {
    clearTimeout(timer);
  }
}

/** `busy`: the machine was too slow to tell. The others are the file's fault. */
type Decoding =
  | { kind: "decoded"; body: Buffer }
  | { kind: "refused"; reason: string }
  | { kind: "busy" | "too-long" | "too-large" };

/** @throws if the decoder does not start */
export async function runDecoder(run: DecoderRun): Promise<Decoding> {
  const { output, stderr, signal, timedOut } = await runToEnd(run);
  const body = output.subarray(2);
  if (output[1] === DECODED && signal === null) return { kind: "decoded", body };
  if (output[1] === REFUSED) return { kind: "refused", reason: body.toString("utf8", 0, 200) };
  if (timedOut && isLimited) return { kind: "busy" };
  if (output[0] !== READY) throw new Error(`the decoder of ${run.folder} did not start: ${stderr}`);
  log.warn(
    { event: "decoder.killed", folder: run.folder, signal, timedOut, stderr },
    "file exceeded the decoder's limits",
  );
  return { kind: timedOut || signal === "SIGXCPU" ? "too-long" : "too-large" };
}
