// The layout of an account's screens. Made on the server: its icons are in the HTML, not in script.
import type { ReactNode } from "react";
import type { Capability } from "#schemas/accounts";
import { type AccountContext, AccountProvider } from "./account";
import {
  BadgeCheck,
  CreditCard,
  FileText,
  Gauge,
  Globe,
  KeyRound,
  Layers,
  Leaf,
  Receipt,
  ScrollText,
  Settings,
  Store,
  UsersRound,
  Webhook,
} from "./menu-icons";
import { Shell } from "./shell";

interface Needs {
  /** Default: "read". */
  needs?: Capability;
  /** Also for people who are limited to one subaccount. */
  isForLimited?: boolean;
}

const places: (Needs & { path: string; name: string; hotkey: string; icon: ReactNode })[] = [
  { path: "", name: "Overview", hotkey: "h", icon: <Gauge /> },
  { path: "/orders", name: "Orders", hotkey: "o", icon: <BadgeCheck />, isForLimited: true },
  { path: "/retirements", name: "Retirements", hotkey: "r", icon: <Leaf />, isForLimited: true },
  { path: "/checkout", name: "Checkout", hotkey: "c", icon: <CreditCard />, isForLimited: true },
  {
    path: "/statements",
    name: "Statements",
    hotkey: "m",
    icon: <FileText />,
    needs: "read_billing",
    isForLimited: true,
  },
  { path: "/billing", name: "Billing", hotkey: "b", icon: <Receipt />, needs: "read_billing" },
  { path: "/subaccounts", name: "Subaccounts", hotkey: "s", icon: <Store /> },
  { path: "/portfolios", name: "Portfolios", hotkey: "p", icon: <Layers />, isForLimited: true },
  { path: "/impact", name: "Impact page", hotkey: "i", icon: <Globe /> },
  { path: "/keys", name: "API keys", hotkey: "k", icon: <KeyRound /> },
  { path: "/webhooks", name: "Webhooks", hotkey: "w", icon: <Webhook /> },
  { path: "/team", name: "Team", hotkey: "t", icon: <UsersRound /> },
  { path: "/audit", name: "Audit log", hotkey: "a", icon: <ScrollText /> },
  { path: "/settings", name: "Settings", hotkey: ",", icon: <Settings /> },
];

const actions: (Needs & { path: string; name: string })[] = [
  { path: "/orders/new", name: "New order", needs: "manage", isForLimited: true },
  { path: "/checkout?new=1", name: "New payment link", needs: "manage", isForLimited: true },
  { path: "/portfolios/new", name: "New portfolio", needs: "manage" },
  { path: "/subaccounts?new=1", name: "New subaccount", needs: "manage" },
  { path: "/keys?new=1", name: "New API key", needs: "keys" },
];

const lists: (Needs & { path: string; name: string })[] = [
  { path: "/orders", name: "Orders", isForLimited: true },
  { path: "/subaccounts", name: "Subaccounts" },
  { path: "/checkout", name: "Checkout sessions", isForLimited: true },
];

interface Props extends AccountContext {
  accounts: { slug: string; name: string }[];
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

export function AccountShell({ accounts, children, ...context }: Props) {
  const { capabilities, subaccountId, suspensionReason, ...shell } = context;
  const isOffered = ({ needs = "read", isForLimited = false }: Needs) =>
    capabilities.includes(needs) && (isForLimited || subaccountId === null);
  const own = {
    path: `/subaccounts/${subaccountId}`,
    name: "Subaccount",
    hotkey: "h",
    icon: <Store />,
  };
  return (
    <AccountProvider value={context}>
      <Shell
        {...shell}
        accounts={accounts}
        places={[...(subaccountId === null ? [] : [own]), ...places.filter(isOffered)]}
        actions={suspensionReason === null ? actions.filter(isOffered) : []}
        lists={lists.filter(isOffered)}
      >
        {suspensionReason !== null && <SuspensionBanner reason={suspensionReason} />}
        {children}
      </Shell>
    </AccountProvider>
  );
}
