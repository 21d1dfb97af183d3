"use client";
// Who is logged in, where else they may go, and the way out.
import { Menu } from "@base-ui/react/menu";
import { ChevronDown } from "lucide-react";
import { signOut } from "next-auth/react";
import { buttonClass } from "./button";

interface Props {
  person: { name: string; email: string; isOperator: boolean };
  account: { slug: string; name: string } | null;
  accounts: { slug: string; name: string }[];
  mode: "live" | "test";
}

const item =
  "block rounded-lg px-3 py-2 text-[0.9375rem] outline-none data-[highlighted]:bg-soft cursor-default";

export function PersonMenu({ person, account, accounts, mode }: Props) {
  const others = accounts.filter(({ slug }) => slug !== account?.slug);
  return (
    <Menu.Root>
      <Menu.Trigger className={buttonClass("plain")}>
        <span className="max-w-40 truncate">{account?.name ?? person.name}</span>
        <ChevronDown className="size-4 shrink-0" aria-hidden="true" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={6} className="z-20">
          <Menu.Popup className="w-64 rounded-xl border border-line bg-paper p-1.5 shadow-sheet">
            <p className="px-3 py-2 text-sm text-quiet">{person.email}</p>
            {others.map(({ slug, name }) => (
              <Menu.Item
                key={slug}
                className={item}
                render={<a href={`/admin/${slug}/${mode}`}>{name}</a>}
              />
            ))}
            {person.isOperator && account?.slug !== "operator" && (
              <Menu.Item
                className={item}
                render={<a href={`/admin/operator/${mode}`}>Operator</a>}
              />
            )}
            <Menu.Item className={item} render={<a href="/admin/me">Your login</a>} />
            <Menu.Item className={item} onClick={() => signOut({ callbackUrl: "/admin/login" })}>
              Log out
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
