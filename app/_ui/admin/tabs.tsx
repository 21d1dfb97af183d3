"use client";
import Link from "next/link";
import { useEffect, useRef } from "react";

interface Props {
  label: string;
  tabs: readonly { href: string; name: string }[];
  current: string | undefined;
}

export function Tabs({ label, tabs, current }: Props) {
  const currentLink = useRef<HTMLAnchorElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each tab that becomes the current.
  useEffect(() => {
    // On phones, the tabs scroll sideways.
    currentLink.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [current]);
  return (
    <nav aria-label={label} className="mb-6 flex gap-4 overflow-x-auto border-b border-line">
      {tabs.map(({ href, name }) => (
        <Link
          key={href}
          ref={href === current ? currentLink : null}
          href={href}
          prefetch={false}
          aria-current={href === current ? "page" : undefined}
          className="border-b-2 border-transparent px-1 py-2 text-[0.9375rem] whitespace-nowrap text-quiet hover:text-ink aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-ink"
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
