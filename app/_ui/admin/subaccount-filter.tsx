"use client";
import { useQuery } from "@tanstack/react-query";
import { useAccount } from "./account-shell";
import { useTRPC } from "./trpc";

/** Offers the newest 100 subaccounts; none if the account has no subaccounts. */
export function useSubaccountFilter() {
  const { subaccountId } = useAccount();
  const list = useQuery(
    useTRPC().subaccounts.list.queryOptions({ limit: 100 }, { enabled: subaccountId === null }),
  );
  const options = list.data?.data.map(({ id, name }) => ({ value: id, text: name })) ?? [];
  return options.length > 0 ? [{ name: "subaccount_id", label: "Subaccount", options }] : [];
}
