import { type QueryClient, QueryObserver } from "@tanstack/react-query";
import { TRPCClientError } from "@trpc/client";
import { expect, it, vi } from "vitest";
import { createQueryClient } from "./query-client";

/** A list whose loads end one by one, each with the rows of the time when it began. */
function openList(client: QueryClient) {
  let rows = 0;
  const loads: (() => void)[] = [];
  const list = new QueryObserver(client, {
    queryKey: ["list"],
    queryFn() {
      const read = rows;
      return new Promise<number>((resolve) => loads.push(() => resolve(read)));
    },
  });
  const close = list.subscribe(() => {});
  const create = async () => {
    rows += 1;
  };
  const mutate = () =>
    client.getMutationCache().build(client, { mutationFn: create }).execute(undefined);
  const endLoads = () => {
    for (const end of loads.splice(0)) end();
    return new Promise((resolve) => setTimeout(resolve, 0));
  };
  return { list, mutate, endLoads, close };
}

it("shows what was created while the list was loaded for the first time", async () => {
  const client = createQueryClient();
  const { list, mutate, endLoads, close } = openList(client);
  await mutate();
  void client.invalidateQueries({ queryKey: ["list"] });
  await endLoads();
  expect(list.getCurrentResult().data).toBe(1);
  close();
});

it("shows what was created while the list was loaded again", async () => {
  const client = createQueryClient();
  const { list, mutate, endLoads, close } = openList(client);
  await endLoads();
  expect(list.getCurrentResult().data).toBe(0);
  void list.refetch();
  await mutate();
  await endLoads();
  expect(list.getCurrentResult().data).toBe(1);
  close();
});

it.each([
  ["NOT_FOUND", 1],
  ["BAD_REQUEST", 1],
  ["INTERNAL_SERVER_ERROR", 2],
])("a load that fails with %s is tried %i time(s)", async (code, times) => {
  const queryFn = vi.fn(async () => {
    throw new TRPCClientError("no", { result: { error: { data: { code } } } as never });
  });
  const load = createQueryClient().fetchQuery({ queryKey: [code], queryFn, retryDelay: 0 });
  await expect(load).rejects.toThrow("no");
  expect(queryFn).toHaveBeenCalledTimes(times);
});
