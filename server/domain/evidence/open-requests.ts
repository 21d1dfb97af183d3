import type { Context, Mode } from "#core/context";
import { cursorOf, type Page, type PageQuery, pageOf, walkOf } from "#core/page";
import type { RegistryRequest } from "#prisma";

export interface OpenRequest
  extends Pick<
    RegistryRequest,
    | "id"
    | "registry"
    | "adapter"
    | "state"
    | "beneficiary"
    | "isPool"
    | "note"
    | "error"
    | "createdAt"
    | "sentAt"
  > {
  /** Kg that are not retired yet. */
  kg: number;
  serials: string[];
}

interface ListOpenRequests extends PageQuery {
  mode: Mode;
  registry: string | null;
}

/** A page of requests that no registry has confirmed, newest first. */
export async function listOpenRequests(
  ctx: Context,
  input: ListOpenRequests,
): Promise<Page<OpenRequest>> {
  const { mode, registry, limit } = input;
  const cursor = cursorOf(input);
  const { beyond, ...walk } = walkOf(limit, cursor);
  const where = { mode, isOpen: true, ...(registry && { registry }), ...beyond };
  const select = {
    id: true,
    registry: true,
    adapter: true,
    state: true,
    beneficiary: true,
    isPool: true,
    note: true,
    error: true,
    createdAt: true,
    sentAt: true,
  } as const;
  const { registryRequest, registryRequestItem } = ctx.db.prisma;
  const page = pageOf(await registryRequest.findMany({ where, select, ...walk }), limit, cursor);
  const ids = page.data.map(({ id }) => id);
  const items = await registryRequestItem.findMany({
    where: { mode, isOpen: true, requestId: { in: ids } },
    orderBy: [{ lotId: "asc" }, { startKg: "asc" }],
  });
  const byRequest = Map.groupBy(items, ({ requestId }) => requestId);
  const data = page.data.map((request) => {
    const own = byRequest.get(request.id) ?? [];
    return {
      ...request,
      kg: own.reduce((kg, { startKg, endKg }) => kg + Number(endKg - startKg), 0),
      serials: own.map(({ serialNumberRange }) => serialNumberRange),
    };
  });
  return { data, hasMore: page.hasMore };
}
