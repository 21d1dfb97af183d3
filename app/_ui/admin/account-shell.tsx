// The layout of an account's screens. Made on the server: its icons are in the HTML, not in script.
import type { ReactNode } from "react";
import type { ModuleScreen } from "#modules/module";
import type { Capability } from "#schemas/accounts";
import { type AccountContext, AccountProvider } from "./account";
import { type MenuEntry, type Tab, withModules } from "./menu";
import {
  BadgeCheck,
  CreditCard,
  FileText,
  Gauge,
  Globe,
  KeyRound,
  Layers,
  Settings,
  Store,
} from "./menu-icons";
import { Shell } from "./shell";

interface Needs {
  /** Default: "read". */
  needs?: Capability;
  /** Also for people who are limited to one subaccount. */
  isForLimited?: boolean;
}

interface Entry extends MenuEntry {
  tabs: readonly (Tab & Needs)[];
}

const menu: Entry[] = [
  { name: "Overview", icon: <Gauge />, tabs: [{ path: "", hotkey: "h" }] },
  {
    name: "Orders",
    icon: <BadgeCheck />,
    tabs: [{ path: "/orders", hotkey: "o", isForLimited: true }],
  },
  {
    name: "Checkout",
    icon: <CreditCard />,
    tabs: [
      { path: "/checkout", name: "Sessions", hotkey: "c", isForLimited: true },
      { path: "/checkout", show: "payments", name: "Payments", isForLimited: true },
    ],
  },
  {
    name: "Reports",
    icon: <FileText />,
    tabs: [{ path: "/reports", name: "Retirements", hotkey: "r", isForLimited: true }],
  },
  { name: "Subaccounts", icon: <Store />, tabs: [{ path: "/subaccounts", hotkey: "s" }] },
  {
    name: "Portfolios",
    icon: <Layers />,
    tabs: [{ path: "/portfolios", hotkey: "p", isForLimited: true }],
  },
  { name: "Impact page", icon: <Globe />, tabs: [{ path: "/impact", hotkey: "i" }] },
  {
    name: "People and keys",
    icon: <KeyRound />,
    tabs: [
      { path: "/people", name: "Access", hotkey: "k", parts: "People, team, API keys" },
      { path: "/people", show: "audit", name: "Audit log", hotkey: "a" },
    ],
  },
  {
    name: "Settings",
    icon: <Settings />,
    tabs: [
      { path: "/settings", name: "Account", hotkey: ",", parts: "Settings, seller details, brand" },
      { path: "/webhooks", name: "Webhooks", hotkey: "w", parts: "Endpoints, secrets, events" },
    ],
  },
];

const actions: (Needs & { path: string; name: string })[] = [
  { path: "/orders?new=1", name: "New order", needs: "manage", isForLimited: true },
  { path: "/checkout?new=1", name: "New payment link", needs: "manage", isForLimited: true },
  { path: "/portfolios?new=1", name: "New portfolio", needs: "manage" },
  { path: "/subaccounts?new=1", name: "New subaccount", needs: "manage" },
  { path: "/people?new=1", name: "New API key", needs: "keys" },
];

const lists: (Needs & { path: string; name: string })[] = [
  { path: "/orders", name: "Orders", isForLimited: true },
  { path: "/subaccounts", name: "Subaccounts" },
  { path: "/checkout", name: "Checkout sessions", isForLimited: true },
];

interface Props extends AccountContext {
  accounts: { slug: string; name: string }[];
  moduleScreens: readonly ModuleScreen[];
  children: ReactNode;
}

function SuspensionBanner({ reason }: { reason: string }) {
  return (
    <div role="alert" className="mb-6 rounded-xl border border-danger/40 bg-paper px-5 py-4">
      <p className="font-medium text-danger">This account is suspended</p>
      <p className="mt-1 text-[0.9375rem]">{reason}</p>
      <p className="mt-1 text-[0.9375rem] text-pretty text-quiet">
        You can read everything, and change nothing. Keys and open checkout sessions don’t work.
        Orders and payments under way are finished. Contact the operator to reopen the account.
      </p>
    </div>
  );
}

export function AccountShell(props: Props) {
  const { accounts, moduleScreens, children, ...context } = props;
  const { capabilities, subaccountId, suspensionReason, ...shell } = context;
  const isOffered = ({ needs = "read", isForLimited = false }: Needs) =>
    capabilities.includes(needs) && (isForLimited || subaccountId === null);
  const ownSubaccount = {
    name: "Subaccount",
    icon: <Store />,
    tabs: [{ path: `/subaccounts/${subaccountId}`, hotkey: "h" }],
  };
  const offered = menu
    .map((entry) => ({
      ...entry,
      tabs: withModules(entry.tabs, moduleScreens).filter(isOffered),
    }))
    .filter(({ tabs }) => tabs.length > 0);
  return (
    <AccountProvider value={context}>
      <Shell
        {...shell}
        accounts={accounts}
        menu={[...(subaccountId === null ? [] : [ownSubaccount]), ...offered]}
        actions={suspensionReason === null ? actions.filter(isOffered) : []}
        lists={lists.filter(isOffered)}
      >
        {suspensionReason !== null && <SuspensionBanner reason={suspensionReason} />}
        {children}
      </Shell>
    </AccountProvider>
  );
}
