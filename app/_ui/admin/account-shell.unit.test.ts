import { expect, test } from "vitest";
import { AccountShell } from "./account-shell";

/** Names in the address of the tabs that an account's menu offers. */
function tabsOf(hasReservations: boolean): unknown[] {
  const account = { slug: "demo", name: "Demo Company" };
  const provider = AccountShell({
    account,
    accounts: [account],
    mode: "test",
    capabilities: ["read"],
    subaccountId: null,
    suspensionReason: null,
    person: { name: "Robin", email: "robin@example.com", isOperator: false },
    hasReservations,
    children: null,
  });
  const { menu } = provider.props.children.props;
  return menu.flatMap(({ tabs }: { tabs: { show?: string }[] }) => tabs.map(({ show }) => show));
}

test("reservations have a tab once the account has made one", () => {
  expect(tabsOf(false)).toContain("links");
  expect(tabsOf(false)).not.toContain("reservations");
  expect(tabsOf(true)).toContain("reservations");
});
