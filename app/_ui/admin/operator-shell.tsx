"use client";
// The dashboard around the operator's screens: the installation's places, its twins, and the way out.
import {
  Activity,
  Boxes,
  Building2,
  FileUp,
  Gauge,
  Hourglass,
  KeyRound,
  Landmark,
  Layers,
  Leaf,
  PieChart,
  ShieldCheck,
  Sprout,
} from "lucide-react";
import { usePathname } from "next/navigation";
import { createContext, type ReactNode, useContext } from "react";
import { ModeSwitch } from "./mode-switch";
import { PersonMenu } from "./person-menu";
import { Shell } from "./shell";
import { TrpcProvider } from "./trpc";

const places = [
  { path: "", name: "Overview", hotkey: "h", Icon: Gauge },
  { path: "/waiting", name: "Waiting orders", hotkey: "w", Icon: Hourglass },
  { path: "/transfers", name: "Bank transfers", hotkey: "b", Icon: Landmark },
  { path: "/stock", name: "Stock", hotkey: "s", Icon: Layers },
  { path: "/lots", name: "Credit lots", hotkey: "l", Icon: Boxes },
  { path: "/import", name: "Import", hotkey: "i", Icon: FileUp },
  { path: "/ledger", name: "Ledger check", hotkey: "k", Icon: ShieldCheck },
  { path: "/accounts", name: "Accounts", hotkey: "a", Icon: Building2 },
  { path: "/projects", name: "Projects", hotkey: "p", Icon: Sprout },
  { path: "/categories", name: "Categories", hotkey: "c", Icon: Layers },
  { path: "/portfolios", name: "Portfolios", hotkey: "o", Icon: PieChart },
  { path: "/factors", name: "Emission factors", hotkey: "f", Icon: Leaf },
  { path: "/queues", name: "Queues", hotkey: "q", Icon: Activity },
  { path: "/security", name: "Security", hotkey: "u", Icon: KeyRound },
];

const lists = [
  { path: "/accounts", name: "Accounts" },
  { path: "/projects", name: "Projects" },
];

interface OperatorHere {
  mode: "live" | "test";
  person: { name: string; email: string; isOperator: boolean };
  /** In which the operator works, too. */
  accounts: { slug: string; name: string }[];
}

const OperatorContext = createContext<OperatorHere | null>(null);

/** Where among the operator's screens one is. */
export function useOperator() {
  const here = useContext(OperatorContext);
  if (!here) throw new Error("outside the operator's screens");
  return { ...here, base: `/admin/operator/${here.mode}` };
}

interface Props extends OperatorHere {
  children: ReactNode;
}

const operator = { slug: "operator", name: "Operator" };

export function OperatorShell({ mode, person, accounts, children }: Props) {
  const base = `/admin/operator/${mode}`;
  const path = usePathname();
  return (
    // Anew for each mode: nothing that was read of the one is shown of the other.
    <TrpcProvider key={base} mode={mode}>
      <OperatorContext value={{ mode, person, accounts }}>
        <Shell
          base={base}
          places={places}
          lists={lists}
          path={path}
          isTest={mode === "test"}
          top={
            <>
              <ModeSwitch account={operator} mode={mode} path={path} />
              <PersonMenu person={person} account={operator} accounts={accounts} mode={mode} />
            </>
          }
        >
          {children}
        </Shell>
      </OperatorContext>
    </TrpcProvider>
  );
}
