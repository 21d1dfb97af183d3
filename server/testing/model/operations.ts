// Operators' changes to stock and catalogue.
import { database } from "#core/db";
import { Problem } from "#core/errors";
import { removeLot, resumeLot, stopLot } from "#domain/inventory";
import { importFile, systemContext } from "#testing/factories";
import { importExports } from "#testing/import-exports";
import { MODE } from "#testing/world/catalogue";
import { type Action, action, type Step } from "./explain";
import { type Draw, pick } from "./requests";
import { nameOf, removeRetired, resume, UNOBSERVED } from "./stock";
import { ensure, type Lot, type Till } from "./till";
import { entryOf, lotEntry, numberOf, PROJECTS, serialsOf } from "./world";

/** Returns the code of the problem with which it ends, or null. */
const codeOf = (work: Promise<unknown>): Promise<string | null> =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof Problem ? error.code : Promise.reject(error)),
  );

const VINTAGES = [2020, 2021];

/** Imports a lot; sometimes the same file again, or serials that are already in stock. */
export function importLot(till: Till, draw: Draw): Action {
  const known = pick(till.lots, draw.what);
  const tonnes = 1 + (draw.size % 4);
  const serials = { first: till.nextSerial, last: till.nextSerial + tonnes - 1 };
  const id = `lot_${till.nextSerial}`;
  const fresh: Lot = {
    id,
    root: { id, ...serials },
    projectId: pick(PROJECTS, draw.what) ?? "",
    vintage: pick(VINTAGES, draw.how) ?? 2020,
    ...serials,
    arrived: UNOBSERVED,
    ...{ soldKg: 0, state: "on_sale" },
  };
  const kind = draw.who % 6;
  const isRepeated = kind === 4 && known !== undefined;
  const isClashing = kind === 5 && known !== undefined;
  const lot = isRepeated
    ? { ...known, ...known.root }
    : isClashing
      ? { ...known, id: fresh.id }
      : fresh;
  let refused: string | null = null;
  return action(
    `${lot.id} is imported: ${serialsOf(lot)}`,
    async () => {
      refused = await codeOf(importFile({ mode: MODE, credit_lots: [lotEntry(lot)] }));
    },
    (now, { observation }) => {
      const isHeld = now.lots.some(({ id }) => id === lot.id);
      if (isRepeated && isHeld) return ensure(refused === null, "a repeated import must succeed");
      if (isRepeated || isClashing) {
        return ensure(refused === "invalid-parameters", "its serials must not be free");
      }
      ensure(refused === null, `it must not be refused as ${refused}`);
      now.nextSerial = lot.last + 1;
      now.lots.push({ ...lot, arrived: observation.arrivals.get(lot.id) ?? UNOBSERVED });
    },
  );
}

/** Imports new prices and weights of a category. */
export function importPrices(till: Till, draw: Draw): Action | null {
  const known = pick(till.categories, draw.what);
  if (!known) return null;
  const category = {
    ...known,
    apiPrice: 750 + 137 * (draw.size % 60),
    checkoutPrice: 750 + 137 * (draw.how % 60),
    projects: known.projects.map((it, index) => ({ ...it, weight: 1 + ((draw.who + index) % 3) })),
  };
  return action(
    `new prices and weights: ${JSON.stringify(category)}`,
    () => importFile({ mode: MODE, project_categories: [entryOf(category)] }),
    (now) => {
      now.categories = now.categories.map((it) => (it.id === category.id ? category : it));
    },
  );
}

/** Imports a registry's list of retirements, with some serials of one of our lots. */
export function importRetirement(till: Till, draw: Draw): Action | null {
  const lot = pick(till.lots, draw.what);
  if (!lot) return null;
  const first = lot.first + (draw.size % (lot.last - lot.first + 1));
  const last = draw.how % 2 === 0 ? lot.last : first;
  const gone = { first, last };
  const { projectId, vintage } = lot;
  const columns =
    "Vintage Start,Vintage End,ID,Name,Quantity Issued,Serial Number,Retirement/Cancellation Date";
  const row = `${vintage}-01-01,${vintage}-12-31,${numberOf(projectId)},P,${last - first + 1}`;
  const serials = serialsOf({ projectId, vintage, ...gone });
  const text = `${columns}\n${row},${serials},2026-01-31\n`;
  const files = [{ name: "retired.csv", text }];
  return action(
    `the registry names ${serials} of ${lot.id} as retired`,
    () => importExports({ mode: MODE, registry: "verra", files }),
    (now) => removeRetired(now, gone),
  );
}

const decisions = [
  { name: "stop", from: "on_sale", apply: stopLot },
  { name: "resume", from: "stopped", apply: resumeLot },
  { name: "remove", from: "stopped", apply: removeLot },
] as const;

/** An operator stops a lot, puts it back on sale, or removes the rest of it. */
export function changeLotState(till: Till, draw: Draw): Action | null {
  const target = pick(till.lots, draw.what);
  const decision = pick(decisions, draw.how);
  if (!target || !decision) return null;
  const { name, from, apply } = decision;
  let refused: string | null = null;
  const step: Step = (now) => {
    const lot = now.lots.find((it) => nameOf(it) === nameOf(target));
    const expected = !lot ? "not-found" : lot.state === from ? null : "conflict";
    ensure(refused === expected, `the result must be ${expected}, not ${refused}`);
    if (!lot || expected) return;
    if (name === "stop") lot.state = "stopped";
    else if (name === "remove") lot.state = "removed";
    else resume(now, lot);
  };
  return action(
    `an operator decides to ${name} ${nameOf(target)}`,
    async () => {
      const { projectId, first } = target;
      const where = { mode: MODE, projectId, serialFirst: first };
      const lot = await database().prisma.creditLot.findFirst({ where });
      const id = lot?.id ?? target.id;
      const input = { mode: MODE, id, reason: "the model decides so" } as const;
      const ctx = systemContext();
      const applying = database().transaction<unknown>((db) => apply({ ...ctx, db }, input));
      refused = await codeOf(applying);
    },
    step,
  );
}
