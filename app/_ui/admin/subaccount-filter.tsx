"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { RouterInput, RouterOutput } from "#trpc/router";
import { useAccount } from "./account";
import { type Find, MAX_SELECT_OPTIONS } from "./options";
import { allSubaccounts } from "./subaccount-options";
import { useTRPC } from "./trpc";

type List = RouterOutput["subaccounts"]["list"];

/** Those that are archived come last. */
const optionsOf = ({ data }: List) => [
  ...data
    .filter((row) => row.archived_on === null)
    .map(({ id, name }) => ({ value: id, text: name })),
  ...data
    .filter((row) => row.archived_on !== null)
    .map(({ id, name }) => ({ value: id, text: `${name} (archived)` })),
];

/** The first subaccounts by name as options, and a search of all of them if they are many. */
export function useSubaccounts(input: RouterInput["subaccounts"]["list"]) {
  const { subaccountId } = useAccount();
  const [{ subaccounts }, client] = [useTRPC(), useQueryClient()];
  const list = useQuery({
    ...subaccounts.list.queryOptions(input),
    enabled: subaccountId === null,
  });
  const options = list.data ? optionsOf(list.data) : [];
  const search: Find = async (text) =>
    optionsOf(await client.fetchQuery(subaccounts.list.queryOptions({ ...input, search: text })));
  const isLong = options.length > MAX_SELECT_OPTIONS;
  return { list, options, find: isLong ? search : undefined };
}

export function useSubaccountFilter() {
  const { options, find } = useSubaccounts(allSubaccounts);
  return options.length > 0 ? [{ name: "subaccount_id", label: "Subaccount", options, find }] : [];
}
