import { ChevronDown } from "./icons";

interface Account {
  slug: string;
  name: string;
}

export interface PersonMenuProps {
  /** The account that is open; the operator's screens have the slug "operator". */
  account: Account;
  mode: "live" | "test";
  /** Names of the modules that the installation uses. */
  modules: readonly string[];
  person: { email: string; isOperator: boolean };
  accounts: readonly Account[];
}

export function AccountName({ name }: { name: string }) {
  return (
    <>
      <span className="max-w-40 truncate">{name}</span>
      <ChevronDown className="size-4 shrink-0" aria-hidden="true" />
    </>
  );
}
