// Resolvers of procedures that pass their input on to one function.

import type { Mode, SqlContext } from "#core/context";
import { type Columns, csvPage } from "#core/csv";
import { type Page, type PageQuery, pageResource } from "#core/page";
import { moveHeldStock } from "#domain/checkout";
import { placeAfter } from "./csv";

interface Call<Ctx, Input> {
  ctx: Ctx;
  input: Input;
}

type Perform<Ctx, Input, Result> = (ctx: Ctx, input: Input) => Result;

export function calls<Ctx, Input, Result>(perform: Perform<Ctx, Input, Result>) {
  return ({ ctx, input }: Call<Ctx, Input>) => perform(ctx, input);
}

/** Calls the function, and returns its result as the dashboard gets it. */
export function presents<Ctx, Input, Result, Resource>(
  perform: Perform<Ctx, Input, Promise<Result>>,
  present: (result: Result, ctx: Ctx) => Resource,
) {
  return async ({ ctx, input }: Call<Ctx, Input>) => present(await perform(ctx, input), ctx);
}

/** Calls the function with the input and the mode in which the operator works. */
export function callsInMode<Ctx, Input extends { mode: Mode }, Result>(
  perform: Perform<Ctx, Input, Result>,
) {
  return ({ ctx, input }: Call<Ctx & { mode: Mode }, Omit<Input, "mode">>) =>
    // The mode is all that the input lacks.
    perform(ctx, { ...input, mode: ctx.mode } as Input);
}

/** Changes what is on sale in the mode, and then moves holds whose stock is no longer there. */
export function changesStock<Ctx extends SqlContext, Input extends { mode: Mode }, Result>(
  perform: Perform<Ctx, Input, Promise<Result>>,
) {
  const change = callsInMode(perform);
  return async (call: Parameters<typeof change>[0]) => {
    const result = await change(call);
    await moveHeldStock(call.ctx, call.ctx.mode);
    return result;
  };
}

/** A page of the list. */
export function presentsPage<Ctx, Input, Row, Resource>(
  list: Perform<Ctx, Input, Promise<Page<Row>>>,
  present: (row: Row, ctx: Ctx) => Resource,
) {
  return async ({ ctx, input }: Call<Ctx, Input>) =>
    pageResource(await list(ctx, input), (row) => present(row, ctx));
}

/** A page of the list as CSV. */
export function presentsCsv<Ctx, Input extends PageQuery, Row, Resource extends { id: string }>(
  list: Perform<Ctx, Input, Promise<Page<Row>>>,
  present: (row: Row, ctx: Ctx) => Resource,
  columns: Columns<Resource>,
) {
  type Filters = Omit<Input, keyof PageQuery | "last">;
  return async ({ ctx, input }: Call<Ctx, Filters & { after?: string | null | undefined }>) => {
    const { after, ...filters } = input;
    // An export has no last page to begin with.
    const query = { ...filters, ...placeAfter(after), last: false } as unknown as Input;
    const { data, hasMore } = await list(ctx, query);
    return csvPage({ data: data.map((row) => present(row, ctx)), hasMore }, columns);
  };
}
