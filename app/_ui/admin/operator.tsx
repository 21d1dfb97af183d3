"use client";
import { createContext, type ReactNode, useContext } from "react";
import type { Currency } from "#core/money";
import type { Person } from "./account";

export interface OperatorContext {
  mode: "live" | "test";
  person: Person;
  /** `CT_CURRENCY`: forms start with it. */
  currency: Currency;
  /** Names of the modules that the installation uses. */
  modules: readonly string[];
  accounts: { slug: string; name: string }[];
}

const Operator = createContext<OperatorContext | null>(null);

export function useOperator() {
  const context = useContext(Operator);
  if (!context) throw new Error("useOperator is called outside the operator's screens");
  return { ...context, base: `/admin/operator/${context.mode}` };
}

interface Props {
  value: OperatorContext;
  children: ReactNode;
}

export function OperatorProvider({ value, children }: Props) {
  return <Operator value={value}>{children}</Operator>;
}
