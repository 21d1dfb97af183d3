// The dashboard's door: leads on to where the person works.
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { findPerson } from "#auth/session";
import { MessagePage } from "#ui/page-parts";

export default async function AdminPage() {
  const found = await findPerson(await headers());
  if (!found) redirect("/admin/login");
  const { person, memberships } = found;
  const [first] = memberships;
  if (first) redirect(`/admin/${first.account.slug}/test`);
  if (person.isOperator) redirect("/admin/operator/test");
  return (
    <MessagePage title="No account is open to you">
      <p>Ask somebody who works in one to invite {person.email}.</p>
    </MessagePage>
  );
}
