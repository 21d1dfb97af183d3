"use client";
import { lazy, Suspense, useState } from "react";
import { buttonClass } from "./button";
import { ChevronDown } from "./icons";

interface Account {
  slug: string;
  name: string;
}

export interface PersonMenuProps {
  /** The account that is open; the operator's screens have the slug "operator". */
  account: Account;
  mode: "live" | "test";
  person: { email: string; isOperator: boolean };
  /** Accounts that the person is a member of. */
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

const loadMenu = () => import("./person-menu");
const PersonMenu = lazy(loadMenu);

/** The button of the person's menu, whose code is loaded when it is first used. */
export function AccountButton(props: PersonMenuProps) {
  const [isUsed, setIsUsed] = useState(false);
  const button = (
    <button
      type="button"
      aria-haspopup="menu"
      className={buttonClass("plain")}
      onPointerEnter={loadMenu}
      onClick={() => setIsUsed(true)}
    >
      <AccountName name={props.account.name} />
    </button>
  );
  if (!isUsed) return button;
  return (
    <Suspense fallback={button}>
      <PersonMenu {...props} />
    </Suspense>
  );
}
