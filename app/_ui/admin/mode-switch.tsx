"use client";
// Live or test: which of the account's twins is on the screen, and the way to the other.
import Link from "next/link";

interface Props {
  account: { slug: string };
  mode: "live" | "test";
  path: string;
}

export function ModeSwitch({ account, mode, path }: Props) {
  const base = `/admin/${account.slug}/`;
  // The same place in the other twin; a single thing of the one is not in the other.
  const place = path.slice(base.length).split("/")[1] ?? "";
  return (
    <nav aria-label="Live or test" className="flex rounded-lg bg-soft p-0.5">
      {(["live", "test"] as const).map((one) => (
        <Link
          key={one}
          href={`${base}${one}${place && `/${place}`}`}
          prefetch={false}
          aria-current={one === mode ? "true" : undefined}
          className="rounded-md px-3 py-1.5 text-sm font-medium text-quiet capitalize aria-[current]:bg-paper aria-[current]:text-ink aria-[current]:shadow-sheet"
        >
          {one}
        </Link>
      ))}
    </nav>
  );
}
