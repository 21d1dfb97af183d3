import type { Context } from "#core/context";
import { formatMoment } from "#core/dates";
import { oneLine } from "#core/mail-document";
import { formatMass } from "#core/mass";
import { plural } from "#core/text";
import { listStock } from "#domain/inventory";
import { listOperatorJobs, type OperatorJob } from "#domain/registries";
import { type Condition, eventsSince } from "./conditions";
import { MAX_DAYS, OPERATOR } from "./schema";

const MAX_PROJECTS = 1000;
/** Stock counts as low until it lasts this much longer, so that a slow day doesn't end it. */
const SLACK = 1.25;

/** Projects that sell, by how long their stock lasts at the rate of the last 30 days. */
export async function findStockLow(ctx: Context): Promise<Condition[]> {
  const { data } = await listStock(ctx, {
    ...{ mode: "live", categoryId: null, limit: MAX_PROJECTS },
    withinDays: Math.ceil(MAX_DAYS * SLACK),
    sort: { by: "days", isDown: false },
  });
  return data.flatMap(({ projectId, projectName, leftKg, perDayKg, daysLeft }) => {
    if (daysLeft === null) return [];
    const name = oneLine(projectName);
    const left = formatMass(leftKg);
    const lasts = daysLeft === 0 ? "less than a day" : `about ${plural(daysLeft, "day")}`;
    const remains = leftKg === 0 ? `${name} is sold out.` : `${name} has ${left} left: ${lasts}`;
    const rate = leftKg === 0 ? "" : " at the rate of the last 30 days.";
    return {
      ...{ scope: OPERATOR, subaccountId: null, subject: projectId },
      concerns: ({ days }, isOpen) => daysLeft < (isOpen ? days * SLACK : days),
      describe: () => ({
        text:
          `${remains}${rate} Import more of its credits. Otherwise orders are filled from other ` +
          "projects of its category, or wait.",
        rows: [
          { label: "Project", value: name },
          { label: "On sale", value: left },
          { label: "Sold per day", value: formatMass(Math.round(perDayKg)) },
        ],
        line: { label: name, value: leftKg === 0 ? "sold out" : `${left}, ${lasts}` },
        to: "/stock",
      }),
    } satisfies Condition;
  });
}

const outcomes = {
  done: "has finished",
  refused: "was refused: its files have errors",
  failed: "has failed",
} as const;

function isOutcome(state: OperatorJob["state"]): state is keyof typeof outcomes {
  return state in outcomes;
}

export async function findImportsDone(ctx: Context): Promise<Condition[]> {
  const since = eventsSince(ctx);
  const { data } = await listOperatorJobs(ctx, { queue: "live", limit: 100 });
  return data.flatMap(({ id, step, state, fileNames, endedAt, report }) => {
    if (step !== "import" || !isOutcome(state) || endedAt === null || endedAt < since) return [];
    const files = oneLine(fileNames.join(", ")).slice(0, 200);
    const lots = report?.import?.lots;
    const added = lots ? lots.after - lots.before : 0;
    const next = state === "done" ? "" : " Nothing was changed. Correct it and import it again.";
    return {
      ...{ scope: OPERATOR, subaccountId: null, subject: id, at: endedAt },
      describe: () => ({
        text: `The import of ${files} ${outcomes[state]}.${next}`,
        rows: [
          { label: "Files", value: files },
          { label: "Ended", value: formatMoment(endedAt) },
          ...(state === "done" ? [{ label: "Credit lots added", value: String(added) }] : []),
        ],
        line: { label: files, value: outcomes[state] },
        to: `/import?run=${id}`,
      }),
    } satisfies Condition;
  });
}
