"use client";
import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ComponentProps } from "react";
import { type ButtonVariant, buttonClass } from "./button";
import { Download } from "./icons";

/** Address of the open account's screens in the open mode, or of the operator's. */
const useBase = () => usePathname().split("/").slice(0, 4).join("/");

interface To {
  /** Path and query below the mode. */
  to: string;
}

/** A link to another screen, which is loaded when the pointer rests on the link. */
export function ScreenLink({
  to,
  className = "link",
  ...rest
}: Omit<ComponentProps<typeof Link>, "href"> & To) {
  return <Link {...rest} href={useBase() + to} prefetch={false} className={className} />;
}

export function ButtonLink({
  variant,
  ...link
}: ComponentProps<typeof ScreenLink> & { variant?: ButtonVariant }) {
  return <ScreenLink {...link} className={buttonClass(variant)} />;
}

export function DownloadLink({ to, children = "CSV" }: To & { children?: string }) {
  return (
    <a href={useBase() + to} download className={buttonClass()}>
      <Download className="size-4" aria-hidden="true" />
      {children}
    </a>
  );
}
