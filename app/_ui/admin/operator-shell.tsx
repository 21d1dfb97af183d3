// The layout of the operator's screens. Made on the server: its icons are in the HTML, not in script.
import type { ReactNode } from "react";
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
} from "./menu-icons";
import { type OperatorContext, OperatorProvider } from "./operator";
import { Shell } from "./shell";

const places = [
  { path: "", name: "Overview", hotkey: "h", icon: <Gauge /> },
  { path: "/months", name: "Months", hotkey: "m", icon: <CalendarDays /> },
  { path: "/waiting", name: "Waiting orders", hotkey: "w", icon: <Hourglass /> },
  { path: "/payments", name: "Payments", hotkey: "y", icon: <CreditCard /> },
  { path: "/transfers", name: "Bank transfers", hotkey: "b", icon: <Landmark /> },
  { path: "/worklist", name: "Retirements to make", hotkey: "t", icon: <ListChecks /> },
  { path: "/incidents", name: "Evidence to decide", hotkey: "e", icon: <FileWarning /> },
  { path: "/registry-retirements", name: "Registry retirements", hotkey: "r", icon: <FileCheck /> },
  { path: "/registries", name: "Registries", hotkey: "g", icon: <Library /> },
  { path: "/stock", name: "Stock", hotkey: "s", icon: <Layers /> },
  { path: "/lots", name: "Credit lots", hotkey: "l", icon: <Boxes /> },
  { path: "/import", name: "Import", hotkey: "i", icon: <FileUp /> },
  { path: "/ledger", name: "Ledger check", hotkey: "k", icon: <ShieldCheck /> },
  { path: "/accounts", name: "Accounts", hotkey: "a", icon: <Building2 /> },
  { path: "/billing", name: "Billing", hotkey: "n", icon: <Receipt /> },
  { path: "/projects", name: "Projects", hotkey: "p", icon: <Sprout /> },
  { path: "/categories", name: "Categories", hotkey: "c", icon: <Layers /> },
  { path: "/portfolios", name: "Portfolios", hotkey: "o", icon: <PieChart /> },
  { path: "/factors", name: "Emission factors", hotkey: "f", icon: <Leaf /> },
  { path: "/queues", name: "Queues", hotkey: "q", icon: <Activity /> },
  { path: "/security", name: "Security", hotkey: "u", icon: <KeyRound /> },
];

const lists = [
  { path: "/accounts", name: "Accounts" },
  { path: "/projects", name: "Projects" },
];

const operator = { slug: "operator", name: "Operator" };

export function OperatorShell({ children, ...context }: OperatorContext & { children: ReactNode }) {
  return (
    <OperatorProvider value={context}>
      <Shell {...context} account={operator} places={places} lists={lists}>
        {children}
      </Shell>
    </OperatorProvider>
  );
}
