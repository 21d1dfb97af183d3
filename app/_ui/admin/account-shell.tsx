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
  type LucideIcon,
  Receipt,
  ScrollText,
  Settings,
  Store,
  UsersRound,
  Webhook,
} from "lucide-react";
import { createContext, type ReactNode, useContext } from "react";
import { type Capability, hasCapability, type Role } from "#schemas/accounts";
import { type Person, Shell } from "./shell";

interface Needs {
  /** Default: "read". */
  needs?: Capability;
}

const places: (Needs & { path: string; name: string; hotkey: string; Icon: LucideIcon })[] = [
  { path: "", name: "Overview", hotkey: "h", Icon: Gauge },
  { path: "/orders", name: "Orders", hotkey: "o", Icon: BadgeCheck },
  { path: "/retirements", name: "Retirements", hotkey: "r", Icon: Leaf },
  { path: "/checkout", name: "Checkout", hotkey: "c", Icon: CreditCard },
  { path: "/statements", name: "Statements", hotkey: "m", Icon: FileText, needs: "read_billing" },
  { path: "/billing", name: "Billing", hotkey: "b", Icon: Receipt, needs: "read_billing" },
  { path: "/subaccounts", name: "Subaccounts", hotkey: "s", Icon: Store },
  { path: "/portfolios", name: "Portfolios", hotkey: "p", Icon: Layers },
  { path: "/impact", name: "Impact page", hotkey: "i", Icon: Globe },
  { path: "/keys", name: "API keys", hotkey: "k", Icon: KeyRound },
  { path: "/webhooks", name: "Webhooks", hotkey: "w", Icon: Webhook },
  { path: "/team", name: "Team", hotkey: "t", Icon: UsersRound },
  { path: "/audit", name: "Audit log", hotkey: "a", Icon: ScrollText },
  { path: "/settings", name: "Settings", hotkey: ",", Icon: Settings },
];

const actions: (Needs & { path: string; name: string })[] = [
  { path: "/orders/new", name: "New order", needs: "manage" },
  { path: "/checkout?new=1", name: "New payment link", needs: "manage" },
  { path: "/portfolios/new", name: "New portfolio", needs: "manage" },
  { path: "/subaccounts?new=1", name: "New subaccount", needs: "manage" },
  { path: "/keys?new=1", name: "New API key", needs: "keys" },
];

const lists = [
  { path: "/orders", name: "Orders" },
  { path: "/subaccounts", name: "Subaccounts" },
  { path: "/checkout", name: "Checkout sessions" },
];

interface Context {
  account: { slug: string; name: string };
  mode: "live" | "test";
  role: Role;
  person: Person;
}

const AccountContext = createContext<Context | null>(null);

/** The account and mode that are open, and the person's role there. */
export function useAccount() {
  const context = useContext(AccountContext);
  if (!context) throw new Error("useAccount is called outside an account's screens");
  const can = (capability: Capability) => hasCapability(context.role, capability);
  return {
    ...context,
    base: `/admin/${context.account.slug}/${context.mode}`,
    /** Only decides what is offered: the server checks again. */
    can,
    canWrite: can("manage"),
    isOwner: can("team"),
  };
}

interface Props extends Context {
  accounts: { slug: string; name: string }[];
  children: ReactNode;
}

export function AccountShell({ accounts, children, ...context }: Props) {
  const { role, ...shell } = context;
  const isOffered = ({ needs = "read" }: Needs) => hasCapability(role, needs);
  return (
    <AccountContext value={context}>
      <Shell
        {...shell}
        accounts={accounts}
        places={places.filter(isOffered)}
        actions={actions.filter(isOffered)}
        lists={lists}
      >
        {children}
      </Shell>
    </AccountContext>
  );
}
