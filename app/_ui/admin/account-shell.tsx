"use client";
// The dashboard around an account's screens: its places, its twins, and who is logged in.
import {
  BadgeCheck,
  CreditCard,
  Gauge,
  Globe,
  KeyRound,
  Layers,
  ScrollText,
  Settings,
  Store,
  UsersRound,
  Webhook,
} from "lucide-react";
import { usePathname } from "next/navigation";
import { createContext, type ReactNode, useContext } from "react";
import { ModeSwitch } from "./mode-switch";
import { PersonMenu } from "./person-menu";
import { Shell } from "./shell";
import { TrpcProvider } from "./trpc";

const places = [
  { path: "", name: "Overview", hotkey: "h", Icon: Gauge },
  { path: "/orders", name: "Orders", hotkey: "o", Icon: BadgeCheck },
  { path: "/checkout", name: "Checkout", hotkey: "c", Icon: CreditCard },
  { path: "/subaccounts", name: "Subaccounts", hotkey: "s", Icon: Store },
  { path: "/portfolios", name: "Portfolios", hotkey: "p", Icon: Layers },
  { path: "/impact", name: "Impact page", hotkey: "i", Icon: Globe },
  { path: "/keys", name: "API keys", hotkey: "k", Icon: KeyRound },
  { path: "/webhooks", name: "Webhooks", hotkey: "w", Icon: Webhook },
  { path: "/team", name: "Team", hotkey: "t", Icon: UsersRound },
  { path: "/audit", name: "Audit log", hotkey: "a", Icon: ScrollText },
  { path: "/settings", name: "Settings", hotkey: ",", Icon: Settings },
];

/** What can be made from anywhere, by those who may. */
const acts = [
  { path: "/portfolios/new", name: "New portfolio" },
  { path: "/subaccounts?new=1", name: "New subaccount" },
  { path: "/keys?new=1", name: "New API key" },
];

const lists = [
  { path: "/orders", name: "Orders" },
  { path: "/subaccounts", name: "Subaccounts" },
  { path: "/checkout", name: "Checkout sessions" },
];

export interface Here {
  account: { slug: string; name: string };
  mode: "live" | "test";
  role: "owner" | "admin" | "viewer";
  person: { name: string; email: string; isOperator: boolean };
}

const HereContext = createContext<Here | null>(null);

/** Where in the dashboard one is, and as whom. */
export function useHere() {
  const here = useContext(HereContext);
  if (!here) throw new Error("outside an account");
  return {
    ...here,
    base: `/admin/${here.account.slug}/${here.mode}`,
    /** Whether the person may change things here; the server asks again. */
    canWrite: here.role !== "viewer",
    isOwner: here.role === "owner",
  };
}

interface Props extends Here {
  accounts: { slug: string; name: string }[];
  children: ReactNode;
}

export function AccountShell({ account, mode, role, person, accounts, children }: Props) {
  const base = `/admin/${account.slug}/${mode}`;
  const path = usePathname();
  return (
    // Anew for each account and twin: nothing that was read of the one is shown of the other.
    <TrpcProvider key={base} account={account.slug} mode={mode}>
      <HereContext value={{ account, mode, role, person }}>
        <Shell
          base={base}
          places={places}
          acts={role === "viewer" ? [] : acts}
          lists={lists}
          path={path}
          isTest={mode === "test"}
          top={
            <>
              <ModeSwitch account={account} mode={mode} path={path} />
              <PersonMenu person={person} account={account} accounts={accounts} mode={mode} />
            </>
          }
        >
          {children}
        </Shell>
      </HereContext>
    </TrpcProvider>
  );
}
