import { z } from "zod";
import { type Columns, CSV_PAGE_ROWS, type CsvPage, csvPage, fields } from "#core/csv";
import { database } from "#core/db";
import { PageQuery, pageResource } from "#core/page";
import { text } from "#core/text";
import {
  getWorklistCounts,
  listRequests,
  listWorklistBlocks,
  listWorklistGroups,
  markRequested,
  parseWorkPlace,
  pollRequestNow,
  requestViews,
  returnToWorklist,
  type WorklistBlock,
  worklistColumns,
  worklistSections,
  writeWorkPlace,
} from "#domain/evidence";
import { callsInMode } from "./calls";
import { ExportInput, placeAfter } from "./csv";
import { forOperator, IdInput, router } from "./procedures";

const registry = text(255, 1);
const section = z.enum(worklistSections).default("current");
const place = text(600, 1).nullish();

const BLOCKS_PER_PAGE = 25;

const time = (at: Date | null) => at?.toISOString() ?? null;

function toBlockView({ retireBy, ...block }: WorklistBlock) {
  return { ...block, retireBy: retireBy.toISOString() };
}

type Request = Awaited<ReturnType<typeof listRequests>>["data"][number];

const toRequestView = ({ createdAt, sentAt, settledAt, nextAt, ...request }: Request) => ({
  ...request,
  createdOn: createdAt.toISOString(),
  sentOn: time(sentAt),
  settledOn: time(settledAt),
  nextOn: time(nextAt),
});

const show = z.enum(requestViews).default("waiting");

const Blocks = z.strictObject({ registry, section, after: place });

const Selected = z.strictObject({
  lotId: text(255, 1),
  startKg: z.int().min(0),
  endKg: z.int().min(1),
  beneficiary: text(1000, 1),
});

export const operatorWorklistRouter = router({
  /** Amounts by registry, project and vintage. */
  groups: forOperator.query(async ({ ctx }) => {
    const groups = await listWorklistGroups(ctx, { mode: ctx.mode });
    return groups.map(({ retireBy, ...group }) => ({
      ...group,
      retireBy: retireBy.toISOString(),
    }));
  }),

  counts: forOperator.query(({ ctx }) => getWorklistCounts(ctx, { mode: ctx.mode })),

  blocks: forOperator.input(Blocks).query(async ({ ctx, input }) => {
    const after = parseWorkPlace(input.after ?? null);
    const page = await listWorklistBlocks(ctx, {
      ...input,
      after,
      mode: ctx.mode,
      limit: BLOCKS_PER_PAGE,
    });
    return { data: page.blocks.map(toBlockView), next: page.next && writeWorkPlace(page.next) };
  }),

  /** Records that these blocks, or all of the registry's, were requested there. */
  markRequested: forOperator
    .input(z.strictObject({ registry, section, blocks: z.array(Selected).max(1000).nullable() }))
    .meta({ opensTransaction: true })
    .mutation(({ ctx, input }) =>
      markRequested(ctx, { ...input, mode: ctx.mode, database: database() }),
    ),

  /** Requests to registries: those that wait for a person, that are open, or were refused. */
  requests: forOperator
    .input(PageQuery.extend({ show }))
    .query(async ({ ctx, input: { show: view, ...query } }) => {
      const page = await listRequests(ctx, { ...query, mode: ctx.mode, view });
      return pageResource(page, toRequestView);
    }),

  /** Lets the worker ask the registry about a request, or send it, without waiting. */
  pollRequest: forOperator.input(IdInput).mutation(callsInMode(pollRequestNow)),

  /** Puts the credits of a request that was not made back on the worklist. */
  returnRequest: forOperator.input(IdInput).mutation(callsInMode(returnToWorklist)),
});

const requestColumns: Columns<ReturnType<typeof toRequestView>> = {
  id: (request) => request.id,
  registry: (request) => request.registryLabel,
  ...fields("state", "problem", "error", "adapter"),
  amount_kg: (request) => request.kg,
  serial_numbers: (request) => request.serials.join(", "),
  beneficiary: (request) => request.beneficiary,
  is_pool: (request) => String(request.isPool),
  ...fields("createdOn", "sentOn", "settledOn"),
  next_attempt_on: (request) => request.nextOn,
};

export const exportRequests = forOperator
  .input(ExportInput.extend({ show }))
  .query(async ({ ctx, input: { after, show: view } }) => {
    const page = await listRequests(ctx, { ...placeAfter(after), mode: ctx.mode, view });
    return csvPage({ data: page.data.map(toRequestView), hasMore: page.hasMore }, requestColumns);
  });

export const exportWorklist = forOperator
  .input(ExportInput.extend({ registry, section, after: place }))
  .query(async ({ ctx, input: { registry, section, after } }): Promise<CsvPage> => {
    const { blocks, next } = await listWorklistBlocks(ctx, {
      mode: ctx.mode,
      registry,
      section,
      limit: CSV_PAGE_ROWS,
      after: parseWorkPlace(after ?? null),
    });
    const columns = Object.entries(worklistColumns);
    return {
      head: columns.map(([name]) => name),
      rows: blocks.map((block) => columns.map(([, cell]) => cell(block))),
      next: next && writeWorkPlace(next),
    };
  });
