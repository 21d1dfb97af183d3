"use client";
import { useQuery } from "@tanstack/react-query";
import { useAccount } from "./account";
import { allSubaccounts } from "./subaccount-options";
import { useTRPC } from "./trpc";

/** Offers the first 100 subaccounts by name; none if the account has no subaccounts. */
export function useSubaccountFilter() {
  const { subaccountId } = useAccount();
  const list = useQuery(
    useTRPC().subaccounts.list.queryOptions(allSubaccounts, { enabled: subaccountId === null }),
  );
  const [active = [], archived = []] = [false, true].map((isArchived) =>
    list.data?.data.filter(({ archived_on }) => isArchived === (archived_on !== null)),
  );
  const options = [
    ...active.map(({ id, name }) => ({ value: id, text: name })),
    ...archived.map(({ id, name }) => ({ value: id, text: `${name} (archived)` })),
  ];
  return options.length > 0 ? [{ name: "subaccount_id", label: "Subaccount", options }] : [];
}
