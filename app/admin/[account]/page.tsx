import { cookies } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { isSlug, PLACE_COOKIE, readPlace } from "#ui/admin/last-place";

/** Redirects to the mode that was open last. */
export default async function AccountPage({ params }: { params: Promise<{ account: string }> }) {
  const { account: slug } = await params;
  if (!isSlug(slug)) notFound();
  const place = readPlace((await cookies()).get(PLACE_COOKIE)?.value);
  redirect(`/admin/${slug}/${place?.mode ?? "test"}`);
}
