"use client";
import { lazy, Suspense, useState } from "react";
import { AccountName, type PersonMenuProps } from "./account-name";
import { buttonClass } from "./button";

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
