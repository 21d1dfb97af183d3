import { expect, test } from "vitest";
import { AccountShell } from "./account-shell";

/** Names in the address of the tabs that an account's menu offers. */
function tabsOf({ hasLinks = false }): unknown[] {
  const account = { slug: "demo", name: "Demo Company", currency: "usd" };
  const provider = AccountShell({
    account,
    accounts: [account],
    mode: "test",
    capabilities: ["read"],
    subaccountId: null,
    suspensionReason: null,
    person: { name: "Robin", email: "robin@example.com", isOperator: false },
    modules: ["links"],
    moduleScreens: hasLinks
      ? [{ after: "Payments", path: "/checkout", show: "links", name: "Payment links" }]
      : [],
    children: null,
  });
  const { menu } = provider.props.children.props;
  return menu.flatMap(({ tabs }: { tabs: { show?: string }[] }) => tabs.map(({ show }) => show));
}

test("a module's screen is a tab after the one that it names", () => {
  expect(tabsOf({})).not.toContain("links");
  const tabs = tabsOf({ hasLinks: true });
  const at = tabs.indexOf("links");
  expect(tabs.slice(at - 1, at + 1)).toEqual(["payments", "links"]);
});
