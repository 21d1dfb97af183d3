import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { findPerson } from "#auth/session";
import { PLACE_COOKIE, readPlace } from "#ui/admin/last-place";
import { MessagePage } from "#ui/page-parts";

/** Redirects to the account and mode that were open last, or to the person's first account. */
export default async function AdminPage() {
  const session = await findPerson(await headers());
  if (!session) redirect("/admin/login");
  const { person, memberships } = session;
  const place = readPlace((await cookies()).get(PLACE_COOKIE)?.value);
  const isOpen = ({ slug }: { slug: string }) =>
    slug === "operator"
      ? person.isOperator
      : memberships.some(({ account }) => account.slug === slug);
  if (place && isOpen(place)) redirect(`/admin/${place.slug}/${place.mode}`);
  const [first] = memberships;
  if (first) redirect(`/admin/${first.account.slug}/test`);
  if (person.isOperator) redirect("/admin/operator/test");
  return (
    <MessagePage title="You aren’t a member of any account">
      <p>Ask a member of your organization’s account to invite {person.email}.</p>
    </MessagePage>
  );
}
