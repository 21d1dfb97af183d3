import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { PLACE_COOKIE, readPlace } from "#ui/admin/last-place";

/** Redirects to the mode that was open last. */
export default async function OperatorPage() {
  const place = readPlace((await cookies()).get(PLACE_COOKIE)?.value);
  redirect(`/admin/operator/${place?.mode ?? "test"}`);
}
