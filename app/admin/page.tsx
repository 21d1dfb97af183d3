import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { findPerson } from "#auth/session";
import { PLACE_COOKIE, readPlace } from "#ui/admin/last-place";
import { MessagePage } from "#ui/page-parts";

interface Props {
  searchParams: Promise<{ to?: string | string[] }>;
}

/**
 * Redirects to the account and mode that were open last, or to the person's first account; with
 * `?to=keys`, to its test keys.
 */
export default async function AdminPage({ searchParams }: Props) {
  const isForKeys = (await searchParams).to === "keys";
  const session = await findPerson(await headers());
  const next = isForKeys ? `?next=${encodeURIComponent("/admin?to=keys")}` : "";
  if (!session) redirect(`/admin/login${next}`);
  const { person, memberships } = session;
  const place = readPlace((await cookies()).get(PLACE_COOKIE)?.value);
  const isOpen = ({ slug }: { slug: string }) =>
    slug === "operator"
      ? person.isOperator
      : memberships.some(({ account }) => account.slug === slug);
  const [first] = memberships;
  if (isForKeys && place && place.slug !== "operator" && isOpen(place)) {
    redirect(`/admin/${place.slug}/test/people`);
  }
  if (isForKeys && first) redirect(`/admin/${first.account.slug}/test/people`);
  if (place && isOpen(place)) redirect(`/admin/${place.slug}/${place.mode}`);
  if (first) redirect(`/admin/${first.account.slug}/test`);
  if (person.isOperator) redirect("/admin/operator/test");
  return (
    <MessagePage title="You aren’t a member of any account">
      <p>Ask a member of your organization’s account to invite {person.email}.</p>
    </MessagePage>
  );
}
