// The calls of the fake Isometric: paths, parameters and effects.
import { z } from "zod";
import { FakeRefusal, type FakeRegistryBooks, ownOrganization } from "./books";

const Create = z.strictObject({
  owner_organisation_id: z.string().min(20).max(37),
  beneficiary_organisation_id: z.string().min(20).max(37),
  supplier_id: z.string().min(20).max(37),
  retirement_purposes: z.array(z.string()).min(1),
  notes: z.string().max(256).nullable(),
  credit_batch_quantities: z
    .array(
      z.strictObject({
        credit_batch_id: z.string().min(20).max(37),
        credit_quantity_kg: z.number().int().positive(),
      }),
    )
    .min(1),
});

export interface Call {
  method: string;
  path: string;
  query: URLSearchParams;
  body: unknown;
}

const operations = {
  organization: ["GET", /^\/organisation$/],
  batches: ["GET", /^\/organisations\/(\w+)\/credit_batches$/],
  batch: ["GET", /^\/credit_batches\/(\w+)$/],
  retire: ["POST", /^\/retirements$/],
  list: ["GET", /^\/retirements$/],
  retirement: ["GET", /^\/retirements\/(\w+)$/],
} as const;
export type Operation = keyof typeof operations;

export function operationOf({ method, path }: Pick<Call, "method" | "path">): Operation | null {
  const forms = Object.entries(operations) as [Operation, (typeof operations)[Operation]][];
  return forms.find(([, [used, form]]) => used === method && form.test(path))?.[0] ?? null;
}

/** A page of the API: at most 50 items after a cursor. */
function pageOf<T>(items: readonly T[], query: URLSearchParams) {
  const first = Number(query.get("first") ?? 10);
  if (!(first > 0 && first <= 50)) throw new FakeRefusal(422, "first: at most 50");
  const from = Number(query.get("after") ?? 0);
  const nodes = items.slice(from, from + first);
  const end = from + nodes.length;
  return {
    nodes,
    total_count: items.length,
    page_info: {
      has_previous_page: from > 0,
      start_cursor: String(from),
      has_next_page: end < items.length,
      end_cursor: String(end),
    },
  };
}

function listBatches(
  books: FakeRegistryBooks,
  { query, id }: { query: URLSearchParams; id: string },
) {
  const statuses = query.getAll("status");
  const filters = {
    supplierId: query.get("supplier_id"),
    issuanceId: query.get("issuance_id"),
    retirementId: query.get("retirement_id"),
  };
  const matching = [...books.batches.values()].filter(
    (batch) =>
      batch.owner.id === id &&
      (statuses.length > 0 ? statuses.includes(batch.status) : batch.status !== "split") &&
      (Object.keys(filters) as (keyof typeof filters)[]).every(
        (name) => filters[name] === null || filters[name] === batch[name],
      ),
  );
  const isAscending = query.get("sort_direction") === "asc";
  const sorted = isAscending ? matching : matching.toReversed();
  return pageOf(
    sorted.map((it) => books.batchResource(it)),
    query,
  );
}

/** Performs a call and returns the body. @throws FakeRefusal */
export function performCall(books: FakeRegistryBooks, call: Call): unknown {
  const operation = operationOf(call);
  if (!operation) throw new FakeRefusal(404, "Not Found");
  const [, id = ""] = operations[operation][1].exec(call.path) ?? [];
  switch (operation) {
    case "organization":
      return ownOrganization;
    case "batches":
      return listBatches(books, { query: call.query, id });
    case "batch":
      return books.batchResource(books.findBatch(id));
    case "retirement":
      return books.retirementResource(books.findRetirement(id));
    case "list": {
      const owner = call.query.get("owner_org_id");
      const own = books.retirements.filter((it) => owner === null || it.owner.id === owner);
      return pageOf(
        own.toReversed().map((it) => books.retirementResource(it)),
        call.query,
      );
    }
    case "retire": {
      const { data, error } = Create.safeParse(call.body);
      if (!data) throw new FakeRefusal(422, z.prettifyError(error));
      return books.retirementResource(books.retire(data));
    }
  }
}
