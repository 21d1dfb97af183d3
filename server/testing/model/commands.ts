// Commands drawn by fast-check: one action or several concurrent ones, run on the real till and the
// model.
import fc from "fast-check";
import * as customers from "./customers";
import { type Action, explain } from "./explain";
import * as jobs from "./jobs";
import { observe } from "./observe";
import * as operations from "./operations";
import * as refunds from "./refunds";
import type { Draw } from "./requests";
import * as requests from "./requests";
import * as subaccounts from "./subaccounts";
import type { Till } from "./till";
import type { World } from "./world";

type Plan = (till: Till, draw: Draw, isAlone: boolean) => Action | null;

/** Actions and their weights. */
const plans = {
  place: [requests.place, 8],
  quote: [requests.quote, 1],
  cancel: [requests.cancel, 4],
  openSession: [requests.openSession, 5],
  expire: [requests.expire, 2],
  addSubaccount: [subaccounts.addSubaccount, 1],
  changeSubaccount: [subaccounts.changeSubaccount, 1],
  deleteSubaccount: [subaccounts.deleteSubaccount, 2],
  redeliver: [requests.redeliver, 2],
  pay: [customers.pay, 8],
  settle: [customers.settle, 4],
  returnFromBank: [customers.returnFromBank, 2],
  notice: [customers.notice, 3],
  refund: [refunds.refund, 4],
  refundByHand: [refunds.refundByHand, 1],
  refundPartByHand: [refunds.refundPartByHand, 1],
  openDispute: [refunds.openDispute, 1],
  closeDispute: [refunds.closeDispute, 2],
  passDay: [customers.passDay, 1],
  importLot: [operations.importLot, 5],
  importPrices: [operations.importPrices, 1],
  importRetirement: [operations.importRetirement, 2],
  changeLotState: [operations.changeLotState, 2],
  runHolds: [jobs.runHolds, 1],
  runMatching: [jobs.runMatching, 6],
  runPayments: [jobs.runPayments, 4],
  runExpiry: [jobs.runExpiry, 1],
  runDeliveries: [jobs.runDeliveries, 3],
  killTill: [jobs.killTill, 1],
} as const satisfies Record<string, readonly [Plan, number]>;

type Kind = keyof typeof plans;

/** Kinds that can't run with others, or only once at a time. */
const ALONE: readonly Kind[] = ["killTill", "refundPartByHand", "openDispute", "closeDispute"];
const SINGLE: readonly Kind[] = ["runDeliveries", "importLot"];

interface Move {
  kind: Kind;
  draw: Draw;
}

const drawn = fc.record({
  who: fc.nat(95),
  what: fc.nat(47),
  how: fc.nat(59),
  size: fc.nat(31),
});
/** A move of any kind, or of the given kinds. */
function moves(only: readonly string[]) {
  const kinds = Object.entries(plans)
    .filter(([kind]) => only.length === 0 || only.includes(kind))
    .map(([kind, [, weight]]) => ({ weight, arbitrary: fc.constant(kind as Kind) }));
  if (kinds.length === 0) throw new Error(`the model knows ${Object.keys(plans).join(", ")}`);
  return fc.record({ kind: fc.oneof(...kinds), draw: drawn });
}

/** Number of actions by kind and response. */
export type Tally = Record<string, number>;

/** The model, which each command replaces. */
export interface ModelRun {
  till: Till;
  tally: Tally;
  /** Commands run so far, one line each. */
  history: string[];
}

/** Actions that are possible now and can run together. */
function actionsOf(till: Till, moves: readonly Move[]): (Action & { kind: Kind })[] {
  const isAlone = moves.length === 1;
  const fit = moves.filter(
    ({ kind }, index) =>
      isAlone ||
      (!ALONE.includes(kind) &&
        !(SINGLE.includes(kind) && moves.slice(0, index).some((it) => it.kind === kind))),
  );
  return fit.flatMap(({ kind, draw }) => {
    const [plan] = plans[kind] as readonly [Plan, number];
    const action = plan(till, draw, isAlone);
    return action ? [{ ...action, kind }] : [];
  });
}

class Moves implements fc.AsyncCommand<ModelRun, World> {
  readonly moves: readonly Move[];
  /** Seed of the order of statements of concurrent moves; 0 leaves it to chance. */
  readonly order: number;
  constructor(moves: readonly Move[], order = 0) {
    this.moves = moves;
    this.order = order;
  }

  check({ till }: Readonly<ModelRun>): boolean {
    return actionsOf(till, this.moves).length > 0;
  }

  async run(modelRun: ModelRun, world: World): Promise<void> {
    const actions = actionsOf(modelRun.till, this.moves);
    modelRun.history.push(actions.map(({ title }) => title).join(" ‖ "));
    const runAll = () => Promise.all(actions.map((action) => action.run(world)));
    const isDrawn = this.order > 0 && actions.length > 1;
    const responses = await (isDrawn ? world.statements.during(this.order, runAll) : runAll());
    const done = actions.map((action, index) => ({ action, response: responses[index] ?? null }));
    const trace = isDrawn ? [...world.statements.trace] : [];
    modelRun.till = explain({
      till: modelRun.till,
      done,
      observation: await observe(world),
      trace,
    });
    for (const { action, response } of done) {
      const name = `${done.length > 1 ? "at once: " : ""}${action.kind} ${response?.status ?? ""}`;
      modelRun.tally[name.trim()] = (modelRun.tally[name.trim()] ?? 0) + 1;
    }
  }

  // The effect depends on earlier commands, so the history of a failure shows it.
  toString(): string {
    const order = this.moves.length > 1 ? ` (order ${this.order})` : "";
    return this.moves.map(({ kind }) => kind).join(" ‖ ") + order;
  }
}

/** Delivers the bank's pending webhooks and runs the payments job, so that the books must agree. */
export async function finish(modelRun: ModelRun, world: World): Promise<void> {
  const { till } = modelRun;
  const last = [jobs.runPayments(till), jobs.runHolds()];
  for (const action of [...customers.pendingNotices(till), ...last]) {
    const done = [{ action, response: await action.run(world) }];
    modelRun.till = explain({
      till: modelRun.till,
      done,
      observation: await observe(world),
      trace: [],
    });
  }
}

interface Drawn {
  /** Maximum number of commands. */
  most: number;
  only?: readonly string[];
  replayPath?: string;
}

/** Sequences of commands; most have one move, some have two or three concurrent ones. */
export function sequences({ most, only = [], replayPath }: Drawn) {
  const move = moves(only);
  const one = move.map((it) => new Moves([it]));
  const some = fc
    .tuple(fc.array(move, { minLength: 2, maxLength: 3 }), fc.nat(999))
    .map(([list, order]) => new Moves(list, order));
  const arbitrary = fc.oneof({ weight: 3, arbitrary: one }, { weight: 2, arbitrary: some });
  return fc.commands([arbitrary], {
    maxCommands: most,
    size: "max",
    ...(replayPath !== undefined && { replayPath }),
  });
}
