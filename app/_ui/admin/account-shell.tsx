"use client";
import { createContext, type ReactNode, useContext } from "react";
import type { Capability } from "#schemas/accounts";
import {
  BadgeCheck,
  CreditCard,
  FileText,
  Gauge,
  Globe,
  type Icon,
  KeyRound,
  Layers,
  Leaf,
  Receipt,
  ScrollText,
  Settings,
  Store,
  UsersRound,
  Webhook,
} from "./icons";
import { type Person, Shell } from "./shell";

interface Needs {
  /** Default: "read". */
  needs?: Capability;
  /** Also for people who are limited to one subaccount. */
  isForLimited?: boolean;
}

const places: (Needs & { path: string; name: string; hotkey: string; Icon: Icon })[] = [
  { path: "", name: "Overview", hotkey: "h", Icon: Gauge },
  { path: "/orders", name: "Orders", hotkey: "o", Icon: BadgeCheck, isForLimited: true },
  { path: "/retirements", name: "Retirements", hotkey: "r", Icon: Leaf, isForLimited: true },
  { path: "/checkout", name: "Checkout", hotkey: "c", Icon: CreditCard, isForLimited: true },
  {
    path: "/statements",
    name: "Statements",
    hotkey: "m",
    Icon: FileText,
    needs: "read_billing",
    isForLimited: true,
  },
  { path: "/billing", name: "Billing", hotkey: "b", Icon: Receipt, needs: "read_billing" },
  { path: "/subaccounts", name: "Subaccounts", hotkey: "s", Icon: Store },
  { path: "/portfolios", name: "Portfolios", hotkey: "p", Icon: Layers, isForLimited: true },
  { path: "/impact", name: "Impact page", hotkey: "i", Icon: Globe },
  { path: "/keys", name: "API keys", hotkey: "k", Icon: KeyRound },
  { path: "/webhooks", name: "Webhooks", hotkey: "w", Icon: Webhook },
  { path: "/team", name: "Team", hotkey: "t", Icon: UsersRound },
  { path: "/audit", name: "Audit log", hotkey: "a", Icon: ScrollText },
  { path: "/settings", name: "Settings", hotkey: ",", Icon: Settings },
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

interface Context {
  account: { slug: string; name: string };
  mode: "live" | "test";
  /** Those of the person's role. */
  capabilities: readonly Capability[];
  /** The only subaccount that the person has access to; null: the whole account. */
  subaccountId: string | null;
  person: Person;
  /** Null unless an operator has suspended the account. */
  suspensionReason: string | null;
}

const AccountContext = createContext<Context | null>(null);

/** The account and mode that are open, and the person's capabilities there. */
export function useAccount() {
  const context = useContext(AccountContext);
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

interface Props extends Context {
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
    Icon: Store,
  };
  return (
    <AccountContext value={context}>
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
    </AccountContext>
  );
}
