// `npm run torture -- NAME [options]`: runs a driver on a new database; exit code 1 on any fault.
import { randomInt } from "node:crypto";
import { driver, runOneOf } from "#testing/world/command";

const kills = [20, "SIGKILLs of servers, and of workers", 0] as const;
const cuts = [20, "database connections to cut", 0] as const;
const servers = [2, "API server processes"] as const;
const workers = [2, "worker processes"] as const;

const matching = driver({
  sizes: {
    orders: [2000, "orders per part"],
    lots: [20, "lots delivered during the run"],
    keys: [40, "idempotency keys, each with 50 identical requests at once"],
    workers: [3, "worker processes"],
    servers: [2, "API server processes; 0: requests go to the handlers in this process", 0],
    kills: [30, kills[1], 0],
    cuts: [30, cuts[1], 0],
    clients: [16, "concurrent integrators"],
    seconds: [20, "minimum duration", 0],
  },
  partsOf({ sizes }, { folder }) {
    const load = async () => ({
      ...(await import("#testing/torture/matching")),
      ...(await import("#testing/api")),
    });
    return [
      ["half a lot", async () => load().then((it) => it.halfALot(it.call, sizes))],
      [
        "identical requests",
        () => load().then((it) => it.identicalRequests(it.call, { ...sizes, copies: 50 })),
      ],
      [
        "killed workers",
        () => load().then((it) => it.killedWorkers(it.call, { ...sizes, folder })),
      ],
      ["a frozen worker", () => load().then((it) => it.frozenWorker(it.call, { folder }))],
    ];
  },
});

const checkout = driver({
  sizes: {
    sessions: [1000, "sessions, each paid by four requests at once"],
    ...{ servers, workers, kills, cuts },
    clients: [32, "concurrent customers"],
  },
  flags: { plain: "good cards only, nothing expired or cancelled: as many charges as sessions" },
  partsOf({ sizes, flags }, { folder }) {
    const size = { ...sizes, plain: flags.has("plain"), folder, pollsAtOnce: false };
    const run = async () => (await import("#testing/torture/checkout")).payingCustomers(size);
    return [["paying customers", run]];
  },
});

const holds = driver({
  sizes: {
    attempts: [100_000, "attempts of buyers to get the last credits"],
    ...{ servers, workers, kills, cuts },
    clients: [24, "concurrent buyers"],
  },
  partsOf({ sizes }, { folder }) {
    const size = { ...sizes, folder };
    const run = async () => (await import("#testing/torture/holds")).nearlyEmptyStock(size);
    return [["nearly empty stock", run]];
  },
});

const callbacks = driver({
  sizes: {
    orders: [20_000, "orders, each with two events"],
    workers,
    receivers: [24, "hosts, each failing a third of the time"],
    kills: [20, "SIGKILLs of workers", 0],
    cuts,
  },
  sendsCallbacks: true,
  partsOf({ sizes }, { folder }) {
    const run = async () => {
      const { call } = await import("#testing/api");
      const { eventDelivery } = await import("#testing/torture/callbacks");
      return eventDelivery(call, { ...sizes, failureMs: 2000, folder });
    };
    return [["event delivery", run]];
  },
});

const registry = driver({
  sizes: {
    orders: [600, "orders, each retired at a fake registry with faults"],
    servers: [1, servers[1]],
    workers,
    kills: [30, kills[1], 0],
    cuts: [30, cuts[1], 0],
    clients: [8, "concurrent customers"],
  },
  partsOf({ sizes }, { folder }) {
    const size = { ...sizes, folder };
    const run = async () => (await import("#testing/torture/registry")).registryRequests(size);
    return [["registry requests", run]];
  },
});

const only = "A,B,…";

const flood = driver({
  sizes: {
    seconds: [8, "duration of each flood"],
    perSecond: [20, "orders per second during it, and a fifth as many payments"],
  },
  choices: {
    only: [
      only,
      "only floods whose name has one of these in it, such as slow,JSON; own: imports and confirmations",
    ],
  },
  partsOf({ sizes, choices, print }, { folder }) {
    const size = { ...sizes, folder, only: choices.only?.split(",") ?? [] };
    const run = async () => (await import("#testing/torture/flood")).floods(size, print);
    return [["sales during floods", run]];
  },
});

const model = driver({
  sizes: {
    seed: [0, "seed of the commands; 0 draws one", 0],
    minutes: [10, "duration"],
    commands: [40, "commands per sequence, at most"],
  },
  choices: {
    only: [only, "only commands of these kinds, such as place,cancel,runMatching"],
    path: ["P", "from a failure's report: runs that sequence again"],
    replay: ["R", "from a failure's report, too"],
  },
  sendsCallbacks: true,
  partsOf({ sizes, choices, print }) {
    const seed = sizes.seed || randomInt(1, 2 ** 31);
    const { path, replay, only: kinds } = choices;
    const run = async () => {
      const { compareWithModel } = await import("#testing/model/model");
      const { runs, steps, tally, failure } = await compareWithModel({
        ...{ seed, runs: 1_000_000, commands: sizes.commands, seconds: sizes.minutes * 60 },
        ...{ only: kinds?.split(",") ?? [], ...(path && { path }) },
        ...(replay && { replayPath: replay }),
      });
      for (const [what, times] of Object.entries(tally).sort()) print(`  ${times} × ${what}`);
      return { summary: `${steps} steps in ${runs} sequences`, faults: failure ? [failure] : [] };
    };
    return [[`model, seed ${seed}`, run]];
  },
});

/** Runs on servers of its own, of the installed PostgreSQL. */
const cluster = driver({
  sizes: {
    orders: [3000, "orders, at least"],
    kills: [2, "SIGKILLs of the primary, each replaced by its replica", 0],
    clients: [12, "concurrent integrators"],
  },
  isAlone: true,
  partsOf({ sizes, print }) {
    const run = async () => {
      const { inOwnFolder } = await import("#testing/torture/cluster");
      return inOwnFolder(sizes, print);
    };
    return [["cluster", run]];
  },
});

const crashes = driver({
  sizes: {
    seed: [0, "seed of the flows' initial states; 0: those of --seeds", 0],
    draw: [0, "number of points to draw by --by; 0: all", 0],
  },
  choices: {
    flow: ["NAME", "one flow, or several with commas; all without"],
    seeds: ["A-B", "all seeds from A to B (1-1): several processes can share the work"],
    point: ["NAME", 'one point, as printed: "pay:1:after checkout-save-payment"'],
    by: ["TEXT", "text to draw by, such as a commit's hash"],
  },
  flags: {
    all: "seeds 1-12 unless given; has a journal, and continues where an earlier run ended",
    disk: "kills PostgreSQL itself instead, at each of its writes to disk (needs strace)",
    list: "prints the points' names without running them",
  },
  sendsCallbacks: true,
  server: ({ flags }) =>
    flags.has("disk")
      ? { name: "torture-disk", durable: true }
      : { name: "torture", durable: false },
  partsOf(options, place) {
    const run = async () => (await import("#testing/crashes/command")).crashes(options, place);
    return [["crashes", run]];
  },
});

const drivers = { matching, checkout, holds, callbacks, registry, flood, cluster, crashes, model };
await runOneOf("torture --", drivers);
