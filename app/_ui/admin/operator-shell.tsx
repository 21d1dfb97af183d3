"use client";
import { createContext, type ReactNode, useContext } from "react";
import {
  Activity,
  Boxes,
  Building2,
  CalendarDays,
  CreditCard,
  FileCheck,
  FileUp,
  FileWarning,
  Gauge,
  Hourglass,
  KeyRound,
  Landmark,
  Layers,
  Leaf,
  Library,
  ListChecks,
  PieChart,
  Receipt,
  ShieldCheck,
  Sprout,
  UserRoundX,
} from "./icons";
import { type Person, Shell } from "./shell";

const places = [
  { path: "", name: "Overview", hotkey: "h", Icon: Gauge },
  { path: "/months", name: "Months", hotkey: "m", Icon: CalendarDays },
  { path: "/waiting", name: "Waiting orders", hotkey: "w", Icon: Hourglass },
  { path: "/payments", name: "Payments", hotkey: "y", Icon: CreditCard },
  { path: "/transfers", name: "Bank transfers", hotkey: "b", Icon: Landmark },
  { path: "/worklist", name: "Retirements to make", hotkey: "t", Icon: ListChecks },
  { path: "/incidents", name: "Evidence to decide", hotkey: "e", Icon: FileWarning },
  { path: "/registry-retirements", name: "Registry retirements", hotkey: "r", Icon: FileCheck },
  { path: "/registries", name: "Registries", hotkey: "g", Icon: Library },
  { path: "/stock", name: "Stock", hotkey: "s", Icon: Layers },
  { path: "/lots", name: "Credit lots", hotkey: "l", Icon: Boxes },
  { path: "/import", name: "Import", hotkey: "i", Icon: FileUp },
  { path: "/ledger", name: "Ledger check", hotkey: "k", Icon: ShieldCheck },
  { path: "/accounts", name: "Accounts", hotkey: "a", Icon: Building2 },
  { path: "/billing", name: "Billing", hotkey: "n", Icon: Receipt },
  { path: "/projects", name: "Projects", hotkey: "p", Icon: Sprout },
  { path: "/categories", name: "Categories", hotkey: "c", Icon: Layers },
  { path: "/portfolios", name: "Portfolios", hotkey: "o", Icon: PieChart },
  { path: "/factors", name: "Emission factors", hotkey: "f", Icon: Leaf },
  { path: "/queues", name: "Queues", hotkey: "q", Icon: Activity },
  { path: "/security", name: "Security", hotkey: "u", Icon: KeyRound },
  { path: "/privacy", name: "Privacy", hotkey: "v", Icon: UserRoundX },
];

const lists = [
  { path: "/accounts", name: "Accounts" },
  { path: "/projects", name: "Projects" },
];

interface Context {
  mode: "live" | "test";
  person: Person;
  /** Accounts that the operator is a member of. */
  accounts: { slug: string; name: string }[];
}

const OperatorContext = createContext<Context | null>(null);

export function useOperator() {
  const context = useContext(OperatorContext);
  if (!context) throw new Error("useOperator is called outside the operator's screens");
  return { ...context, base: `/admin/operator/${context.mode}` };
}

const operator = { slug: "operator", name: "Operator" };

export function OperatorShell({ children, ...context }: Context & { children: ReactNode }) {
  return (
    <OperatorContext value={context}>
      <Shell {...context} account={operator} places={places} lists={lists}>
        {children}
      </Shell>
    </OperatorContext>
  );
}
