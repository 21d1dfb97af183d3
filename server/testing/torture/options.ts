// Reads the torture scenario and its size from the command line.
import { parseArgs } from "node:util";

const USAGE = `Usage: npm run torture -- matching [options]
  --orders N    orders per scenario (2000)
  --lots N      lots delivered during the run (20)
  --keys N      idempotency keys, each with 50 identical requests at once (40)
  --workers N   worker processes (3)
  --servers N   API server processes; 0: requests go to the handlers in this process (2)
  --kills N     SIGKILLs of workers, and of servers (30)
  --cuts N      database connections to cut (30)
  --clients N   concurrent integrators (16)
  --seconds N   minimum duration (20)

Usage: npm run torture -- checkout [options]
  --sessions N  sessions, each paid by four requests at once (1000)
  --servers N   server processes (2)
  --workers N   worker processes (2)
  --kills N     SIGKILLs of servers, and of workers (20)
  --cuts N      database connections to cut (20)
  --clients N   concurrent customers (32)
  --plain       good cards only, nothing expired or cancelled: as many charges as sessions

Usage: npm run torture -- holds [options]
  --attempts N  attempts of buyers to get the last credits (100000)
  --servers N   server processes (2)
  --workers N   worker processes (2)
  --kills N     SIGKILLs of servers, and of workers (20)
  --cuts N      database connections to cut (20)
  --clients N   concurrent buyers (24)

Usage: npm run torture -- callbacks [options]
  --orders N     orders, each with two events (20000)
  --workers N    worker processes (2)
  --receivers N  hosts, each failing a third of the time (24)
  --kills N      SIGKILLs of workers (20)
  --cuts N       database connections to cut (20)

Usage: npm run torture -- registry [options]
  --orders N    orders, each retired at a fake registry with faults (600)
  --servers N   API server processes (1)
  --workers N   worker processes (2)
  --kills N     SIGKILLs of workers, and of servers (30)
  --cuts N      database connections to cut (30)
  --clients N   concurrent customers (8)

Usage: npm run torture -- flood [options]
  --seconds N    duration of each flood (8)
  --perSecond N  orders per second during it, and a fifth as many payments (20)
  --only A,B,…   only floods whose name has one of these in it, such as slow,JSON; own: imports and confirmations

Usage: npm run torture -- cluster [options]   (exit code 2 without PostgreSQL and PgBouncer)
  --orders N    orders, at least (3000)
  --kills N     SIGKILLs of the primary, each replaced by its replica (2)
  --clients N   concurrent integrators (12)

Usage: npm run torture -- crashes [options]   (see crashes --help)

Usage: npm run torture -- model [options]
  --seed N      seed of the commands (random)
  --minutes N   duration (10)
  --commands N  commands per sequence, at most (40)
  --only A,B,…  only commands of these kinds, such as place,cancel,runMatching
  --path P, --replay R   from a failure's report: runs that sequence again

Options of all but crashes and cluster, which has servers of its own:
  --server URL  PostgreSQL server to create the database on, instead of an embedded one
  --keep        keep the database for inspection
`;

const defaults = {
  matching: {
    ...{ orders: 2000, lots: 20, keys: 40, workers: 3, servers: 2, kills: 30, cuts: 30 },
    ...{ clients: 16, seconds: 20 },
  },
  checkout: { sessions: 1000, servers: 2, workers: 2, kills: 20, cuts: 20, clients: 32 },
  holds: { attempts: 100_000, servers: 2, workers: 2, kills: 20, cuts: 20, clients: 24 },
  callbacks: { orders: 20_000, workers: 2, receivers: 24, kills: 20, cuts: 20 },
  registry: { orders: 600, servers: 1, workers: 2, kills: 30, cuts: 30, clients: 8 },
  flood: { seconds: 8, perSecond: 20 },
  cluster: { orders: 3000, kills: 2, clients: 12 },
  model: { seed: 0, minutes: 10, commands: 40 },
} as const;
/** Options that may be zero. */
const mayBeZero: Record<Name, readonly string[]> = {
  matching: ["servers", "kills", "cuts", "seconds"],
  checkout: ["kills", "cuts"],
  holds: ["kills", "cuts"],
  callbacks: ["kills", "cuts"],
  registry: ["kills", "cuts"],
  flood: [],
  cluster: ["kills"],
  model: ["seed"],
};

type Name = keyof typeof defaults;

export interface TortureOptions<N extends Name> {
  name: N;
  sizes: Record<keyof (typeof defaults)[N], number>;
  server: string | undefined;
  keep: boolean;
  plain: boolean;
  /** Path of a model run's failure, to run it again. */
  path: string | undefined;
  replay: string | undefined;
  /** Kinds of model commands or floods to use; empty for all. */
  only: string[];
}

function sizeOf(name: Name, option: string, text: string): number {
  if (!/^\d+$/.test(text)) throw new Error(`--${option} must be an integer`);
  if (Number(text) === 0 && !mayBeZero[name].includes(option)) {
    throw new Error(`--${option} must be one or more`);
  }
  return Number(text);
}

function read<N extends Name>(name: N, args: string[]): TortureOptions<N> {
  const numbers = Object.entries(defaults[name]).map(([option, fallback]) => [
    option,
    { type: "string", default: String(fallback) },
  ]);
  const { values } = parseArgs({
    args,
    options: {
      ...(Object.fromEntries(numbers) as Record<string, { type: "string"; default: string }>),
      server: { type: "string" },
      keep: { type: "boolean", default: false },
      ...(name === "checkout" && { plain: { type: "boolean" } as const }),
      ...((name === "model" || name === "flood") && ({ only: { type: "string" } } as const)),
      ...(name === "model" && ({ path: { type: "string" }, replay: { type: "string" } } as const)),
    },
  });
  const { server, keep, plain, path, replay, only, ...numeric } = values;
  const textOf = (value: unknown) => (value === undefined ? undefined : String(value));
  const sizes = Object.entries(numeric).map(([option, text]) => [
    option,
    sizeOf(name, option, String(text)),
  ]);
  return {
    name,
    sizes: Object.fromEntries(sizes) as TortureOptions<N>["sizes"],
    server: textOf(server),
    keep: keep === true,
    plain: plain === true,
    path: textOf(path),
    replay: textOf(replay),
    only: textOf(only)?.split(",") ?? [],
  };
}

export type AnyOptions =
  | TortureOptions<"matching">
  | TortureOptions<"checkout">
  | TortureOptions<"holds">
  | TortureOptions<"callbacks">
  | TortureOptions<"registry">
  | TortureOptions<"flood">
  | TortureOptions<"cluster">
  | TortureOptions<"model">;

/** Reads the arguments; prints the usage if they are invalid. */
export function readOptions(): AnyOptions {
  const [name = "", ...rest] = process.argv.slice(2);
  try {
    if (name === "matching") return read(name, rest);
    if (name === "checkout") return read(name, rest);
    if (name === "holds") return read(name, rest);
    if (name === "callbacks") return read(name, rest);
    if (name === "registry") return read(name, rest);
    if (name === "flood") return read(name, rest);
    if (name === "cluster") return read(name, rest);
    if (name === "model") return read(name, rest);
    throw new Error("Name a torture run.");
  } catch (error) {
    process.stdout.write(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
    process.exit(2);
  }
}
