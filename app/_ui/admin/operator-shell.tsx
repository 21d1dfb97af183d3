// The layout of the operator's screens. Made on the server: its icons are in the HTML, not in script.
import type { ReactNode } from "react";
import type { ModuleScreen } from "#modules/module";
import { type MenuEntry, withModules } from "./menu";
import {
  Activity,
  BadgeCheck,
  Boxes,
  Building2,
  Gauge,
  ListChecks,
  Receipt,
  Sprout,
} from "./menu-icons";
import { type OperatorContext, OperatorProvider } from "./operator";
import { Shell } from "./shell";

const menu: MenuEntry[] = [
  { name: "Overview", icon: <Gauge />, tabs: [{ path: "", hotkey: "h" }] },
  {
    name: "Orders",
    icon: <BadgeCheck />,
    tabs: [{ path: "/waiting", name: "Waiting orders", hotkey: "w" }],
  },
  {
    name: "Retirements",
    icon: <ListChecks />,
    tabs: [
      {
        path: "/retirements",
        name: "Retirements to make",
        hotkey: "t",
        parts: "Requests to registries",
      },
      { path: "/retirements", show: "evidence", name: "Evidence to decide", hotkey: "e" },
      {
        path: "/retirements",
        show: "recorded",
        name: "Registry retirements",
        hotkey: "r",
        parts: "Registries, comparisons",
      },
    ],
  },
  {
    name: "Stock and import",
    icon: <Boxes />,
    tabs: [
      { path: "/stock", name: "Stock", hotkey: "s", parts: "Projects" },
      { path: "/stock", show: "lots", name: "Credit lots", hotkey: "l" },
      { path: "/import", name: "Import", hotkey: "i" },
    ],
  },
  {
    name: "Catalogue",
    icon: <Sprout />,
    tabs: [
      { path: "/catalogue", name: "Projects", hotkey: "p" },
      { path: "/catalogue", show: "categories", name: "Categories", hotkey: "c" },
      { path: "/catalogue", show: "portfolios", name: "Portfolios", hotkey: "o" },
      { path: "/catalogue", show: "factors", name: "Emission factors", hotkey: "f", isRare: true },
    ],
  },
  { name: "Accounts", icon: <Building2 />, tabs: [{ path: "/accounts", hotkey: "a" }] },
  {
    name: "Money",
    icon: <Receipt />,
    tabs: [
      {
        path: "/money",
        name: "Payments",
        hotkey: "y",
        parts: "Bank transfers",
      },
    ],
  },
  {
    name: "System",
    icon: <Activity />,
    tabs: [
      { path: "/system", hotkey: "q", parts: "Queues, ledger check" },
      { path: "/system", show: "security", name: "Security", hotkey: "u", parts: "Failed logins" },
    ],
  },
];

const lists = [
  { path: "/accounts", name: "Accounts" },
  { path: "/catalogue", name: "Projects" },
];

const operator = { slug: "operator", name: "Operator" };

interface Props extends OperatorContext {
  moduleScreens: readonly ModuleScreen[];
  children: ReactNode;
}

export function OperatorShell({ moduleScreens, children, ...context }: Props) {
  const offered = menu.map((entry) => ({
    ...entry,
    tabs: withModules(entry.tabs, moduleScreens),
  }));
  return (
    <OperatorProvider value={context}>
      <Shell {...context} account={operator} menu={offered} lists={lists}>
        {children}
      </Shell>
    </OperatorProvider>
  );
}
