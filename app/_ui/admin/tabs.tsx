"use client";
import Link from "next/link";
import { useAccount } from "./account";

interface Props<Name extends string> {
  label: string;
  tabs: readonly { path: string; name: Name }[];
  current: Name;
}

/** Links between the screens of one part of an account's dashboard. */
export function Tabs<Name extends string>({ label, tabs, current }: Props<Name>) {
  const { base } = useAccount();
  return (
    <nav aria-label={label} className="mb-4 flex gap-4 overflow-x-auto border-b border-line">
      {tabs.map(({ path, name }) => (
        <Link
          key={path}
          href={base + path}
          prefetch={false}
          aria-current={name === current ? "page" : undefined}
          className="border-b-2 border-transparent px-1 py-2 text-[0.9375rem] whitespace-nowrap text-quiet hover:text-ink aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-ink"
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
