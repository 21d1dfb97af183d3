"use client";
import { Menu } from "@base-ui/react/menu";
import { signOut } from "next-auth/react";
import { AccountName, type PersonMenuProps } from "./account-name";
import { buttonClass } from "./button";
import { menuItem, menuPopup } from "./menu-classes";

/** Rendered for the first time by a click on its button, so it is open then. */
export default function PersonMenu(props: PersonMenuProps) {
  const { modules, person, account, accounts, mode } = props;
  const others = accounts.filter(({ slug }) => slug !== account.slug);
  const links = others.map(({ slug, name }) => ({ href: `/admin/${slug}/${mode}`, name }));
  if (person.isOperator && account.slug !== "operator") {
    links.push({ href: `/admin/operator/${mode}`, name: "Operator" });
  }
  links.push({ href: "/admin/me", name: "Your login" });
  if (modules.includes("notices")) {
    links.push({ href: "/admin/me#notifications", name: "Notifications" });
  }
  return (
    <Menu.Root defaultOpen>
      <Menu.Trigger className={buttonClass("plain")}>
        <AccountName name={account.name} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={6} className="z-20">
          <Menu.Popup className={menuPopup}>
            <p className="px-3 py-2 text-sm text-quiet">{person.email}</p>
            {links.map(({ href, name }) => (
              <Menu.Item key={href} className={menuItem} render={<a href={href}>{name}</a>} />
            ))}
            <Menu.Item
              className={menuItem}
              onClick={() => signOut({ callbackUrl: "/admin/login" })}
            >
              Log out
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
