"use client";
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
} from "lucide-react";
import { createContext, type ReactNode, useContext } from "react";
import { type Person, Shell } from "./shell";

const places = [
  { path: "", name: "Overview", hotkey: "h", Icon: Gauge },
  { path: "/orders", name: "Orders", hotkey: "o", Icon: BadgeCheck },
  { path: "/retirements", name: "Retirements", hotkey: "r", Icon: Leaf },
  { path: "/checkout", name: "Checkout", hotkey: "c", Icon: CreditCard },
  { path: "/statements", name: "Statements", hotkey: "m", Icon: FileText },
  { path: "/billing", name: "Billing", hotkey: "b", Icon: Receipt },
  { path: "/subaccounts", name: "Subaccounts", hotkey: "s", Icon: Store },
  { path: "/portfolios", name: "Portfolios", hotkey: "p", Icon: Layers },
  { path: "/impact", name: "Impact page", hotkey: "i", Icon: Globe },
  { path: "/keys", name: "API keys", hotkey: "k", Icon: KeyRound },
  { path: "/webhooks", name: "Webhooks", hotkey: "w", Icon: Webhook },
  { path: "/team", name: "Team", hotkey: "t", Icon: UsersRound },
  { path: "/audit", name: "Audit log", hotkey: "a", Icon: ScrollText },
  { path: "/settings", name: "Settings", hotkey: ",", Icon: Settings },
];

const actions = [
  { path: "/orders/new", name: "New order" },
  { path: "/checkout?new=1", name: "New payment link" },
  { path: "/portfolios/new", name: "New portfolio" },
  { path: "/subaccounts?new=1", name: "New subaccount" },
  { path: "/keys?new=1", name: "New API key" },
];

const lists = [
  { path: "/orders", name: "Orders" },
  { path: "/subaccounts", name: "Subaccounts" },
  { path: "/checkout", name: "Checkout sessions" },
];

interface Context {
  account: { slug: string; name: string };
  mode: "live" | "test";
  role: "owner" | "admin" | "viewer";
  person: Person;
}

const AccountContext = createContext<Context | null>(null);

/** The account and mode that are open, and the person's role there. */
export function useAccount() {
  const context = useContext(AccountContext);
  if (!context) throw new Error("useAccount is called outside an account's screens");
  return {
    ...context,
    base: `/admin/${context.account.slug}/${context.mode}`,
    /** Only decides what is offered: the server checks again. */
    canWrite: context.role !== "viewer",
    isOwner: context.role === "owner",
  };
}

interface Props extends Context {
  accounts: { slug: string; name: string }[];
  children: ReactNode;
}

export function AccountShell({ accounts, children, ...context }: Props) {
  const { role, ...shell } = context;
  return (
    <AccountContext value={context}>
      <Shell
        {...shell}
        accounts={accounts}
        places={places}
        actions={role === "viewer" ? [] : actions}
        lists={lists}
      >
        {children}
      </Shell>
    </AccountContext>
  );
}
