// Commands of drivers: reads the arguments, opens a database, runs and reports.
import { parseArgs } from "node:util";
import type { Outcome } from "#testing/world/run";
import type { Scratch } from "#testing/world/scratch";

/** Default of a number, and its meaning; the least is 1 unless given. */
type Size = readonly [fallback: number, what: string, least?: number];

export interface Options<S extends string = string, T extends string = string> {
  sizes: Record<S, number>;
  choices: Partial<Record<T, string>>;
  flags: ReadonlySet<string>;
  print(text: string): void;
}

/** A part of a run, which is reported when it ends. */
export type Part = readonly [title: string, run: () => Promise<Outcome>];

/** A driver and its options. */
export interface Driver<S extends string = string, T extends string = string> {
  sizes: Record<S, Size>;
  /** Options with a text, each with its placeholder and its meaning. */
  choices?: Record<T, readonly [placeholder: string, what: string]>;
  flags?: Record<string, string>;
  /** Runs without a database of its own: the driver has servers. */
  isAlone?: boolean;
  /** Name and durability of the database's server. */
  server?: (options: Options<S, T>) => { name: string; durable: boolean };
  /** Its receivers listen on loopback. */
  sendsCallbacks?: boolean;
  partsOf(options: Options<S, T>, place: Scratch): readonly Part[];
}

export function driver<S extends string, T extends string>(own: Driver<S, T>): Driver {
  return own as unknown as Driver;
}

const shared = {
  server: ["URL", "PostgreSQL server to create the database on, instead of an embedded one"],
  keep: "keep the database for inspection",
} as const;

/** Choices and flags of a driver, with those of all drivers that have a database. */
function choicesOf({ choices = {}, isAlone }: Driver): NonNullable<Driver["choices"]> {
  return { ...choices, ...(!isAlone && { server: shared.server }) };
}
function flagsOf({ flags = {}, isAlone }: Driver): NonNullable<Driver["flags"]> {
  return { ...flags, ...(!isAlone && { keep: shared.keep }) };
}

function usageOf(command: string, own: Driver): string {
  const rows = [
    ...Object.entries(own.sizes).map(([name, [fallback, what]]) => [
      `--${name} N`,
      `${what} (${fallback})`,
    ]),
    ...Object.entries(choicesOf(own)).map(([name, [text, what]]) => [`--${name} ${text}`, what]),
    ...Object.entries(flagsOf(own)).map(([name, what]) => [`--${name}`, what]),
  ];
  const width = Math.max(...rows.map(([name = ""]) => name.length));
  const lines = rows.map(([name = "", what]) => `  ${name.padEnd(width)}  ${what}`);
  return [`Usage: npm run ${command} [options]`, ...lines, ""].join("\n");
}

function sizeOf(name: string, [, , least = 1]: Size, text: string): number {
  if (!/^\d+$/.test(text)) throw new Error(`--${name} must be an integer`);
  if (Number(text) < least) throw new Error(`--${name} must be one or more`);
  return Number(text);
}

/** @throws Error if the arguments are not the driver's */
function read(own: Driver, args: string[], print: (text: string) => void): Options {
  const text = { type: "string" } as const;
  const flag = { type: "boolean" } as const;
  const named = (names: object, option: typeof text | typeof flag) =>
    Object.fromEntries(Object.keys(names).map((name) => [name, option]));
  const { sizes } = own;
  const choices = choicesOf(own);
  const flags = flagsOf(own);
  const options = { ...named(sizes, text), ...named(choices, text), ...named(flags, flag) };
  const values = parseArgs({ args, options }).values as Record<string, string | true | undefined>;
  const numbers = Object.entries(sizes).map(
    ([name, size]) => [name, sizeOf(name, size, `${values[name] ?? size[0]}`)] as const,
  );
  const given = Object.keys(choices).filter((name) => values[name] !== undefined);
  return {
    sizes: Object.fromEntries(numbers),
    choices: Object.fromEntries(given.map((name) => [name, `${values[name]}`])),
    flags: new Set(Object.keys(flags).filter((name) => values[name] === true)),
    print,
  };
}

/** Runs the parts one after the other. Returns true if none had faults. */
async function runParts(parts: readonly Part[], print: (text: string) => void): Promise<boolean> {
  let isClean = true;
  for (const [title, run] of parts) {
    const started = performance.now();
    const { summary, faults, skipped } = await run().catch(
      (error: Error): Outcome => ({ summary: "it failed", faults: [`${error.stack}`] }),
    );
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    if (skipped !== undefined) print(`skipped ${title}: ${skipped}`);
    else print(`${faults.length === 0 ? "ok    " : "FAULTY"} ${title} (${seconds} s): ${summary}`);
    for (const fault of faults) print(`       ${fault}`);
    isClean &&= faults.length === 0;
  }
  return isClean;
}

async function runInScratch(own: Driver, options: Options): Promise<boolean> {
  const { print, choices, flags } = options;
  const { openScratch } = await import("#testing/world/scratch");
  const how = own.server?.(options) ?? { name: "torture", durable: false };
  const scratch = await openScratch({ ...how, server: choices["server"] });
  process.env["CT_DATA_DIR"] = scratch.folder;
  let isClean = false;
  try {
    isClean = await runParts(own.partsOf(options, scratch), print);
    const { closeDatabase } = await import("#core/db");
    await closeDatabase();
  } finally {
    const isLeft = flags.has("keep") || !isClean;
    if (isLeft) print(`The database ${scratch.name} is kept in ${scratch.location}.`);
    await scratch.close(isLeft);
  }
  return isClean;
}

/**
 * Keeps the run from contacting anything outside, whatever the environment contains. Runs before
 * the modules are imported, because they read the environment once.
 */
function prepareEnvironment({ sendsCallbacks }: Driver): void {
  process.env["CT_RATE_LIMIT"] = "off";
  // Errors are provoked.
  process.env["CT_LOG_LEVEL"] ??= "fatal";
  if (sendsCallbacks) process.env["CT_ALLOW_PRIVATE_NETWORK"] = "1";
  for (const name of Object.keys(process.env)) {
    if (/^(STRIPE_|SMTP_URL|CT_S3_|CT_ISOMETRIC_)/.test(name)) delete process.env[name];
  }
}

const noPlace: Scratch = {
  ...{ url: "", name: "", server: "", location: "", home: "", folder: "" },
  close: async () => undefined,
};

/** Runs the driver with these arguments and ends the process: with 1 on any fault, 2 on bad usage. */
export async function runDriver(command: string, own: Driver, args: string[]): Promise<never> {
  const print = (text: string) => void process.stdout.write(`${text}\n`);
  let options: Options;
  try {
    if (args.includes("--help")) throw new Error("");
    options = read(own, args, print);
  } catch (error) {
    print(`${(error as Error).message}\n\n${usageOf(command, own)}`);
    process.exit(args.includes("--help") ? 0 : 2);
  }
  prepareEnvironment(own);
  const isClean = own.isAlone
    ? await runParts(own.partsOf(options, noPlace), print)
    : await runInScratch(own, options);
  process.exit(isClean ? 0 : 1);
}

/** Picks the driver by the first argument. */
export async function runOneOf(command: string, drivers: Record<string, Driver>): Promise<never> {
  const [name = "", ...args] = process.argv.slice(2);
  const own = drivers[name];
  if (own) return runDriver(`${command} ${name}`, own, args);
  const usages = Object.entries(drivers).map(([other, it]) => usageOf(`${command} ${other}`, it));
  process.stdout.write(`Name a run.\n\n${usages.join("\n")}`);
  process.exit(2);
}
