import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { findPerson } from "#auth/session";
import { MessagePage } from "#ui/page-parts";

/** Redirects to the person's first account. */
export default async function AdminPage() {
  const session = await findPerson(await headers());
  if (!session) redirect("/admin/login");
  const { person, memberships } = session;
  const [first] = memberships;
  if (first) redirect(`/admin/${first.account.slug}/test`);
  if (person.isOperator) redirect("/admin/operator/test");
  return (
    <MessagePage title="You aren’t a member of any account">
      <p>Ask a member of your organization’s account to invite {person.email}.</p>
    </MessagePage>
  );
}
