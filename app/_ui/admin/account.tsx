"use client";
import { createContext, type ReactNode, useContext } from "react";
import type { Currency } from "#core/money";
import type { Capability } from "#schemas/accounts";

export interface Person {
  name: string;
  email: string;
  isOperator: boolean;
}

export interface AccountContext {
  account: { slug: string; name: string; currency: Currency };
  mode: "live" | "test";
  capabilities: readonly Capability[];
  /** The only subaccount that the person has access to; null: the whole account. */
  subaccountId: string | null;
  person: Person;
  /** Names of the modules that the installation uses. */
  modules: readonly string[];
  /** Null unless an operator has suspended the account. */
  suspensionReason: string | null;
}

const Account = createContext<AccountContext | null>(null);

export function useAccount() {
  const context = useContext(Account);
  if (!context) throw new Error("useAccount is called outside an account's screens");
  const isActive = context.suspensionReason === null;
  const can = (capability: Capability) =>
    context.capabilities.includes(capability) && (isActive || capability.startsWith("read"));
  return {
    ...context,
    base: `/admin/${context.account.slug}/${context.mode}`,
    /** Only decides what is offered: the server checks again. */
    can,
    canWrite: can("manage"),
    isOwner: can("team"),
  };
}

/** The only subaccount that the person has access to; null on all other screens. */
export const useLimit = () => useContext(Account)?.subaccountId ?? null;

interface Props {
  value: AccountContext;
  children: ReactNode;
}

export function AccountProvider({ value, children }: Props) {
  return <Account value={value}>{children}</Account>;
}
