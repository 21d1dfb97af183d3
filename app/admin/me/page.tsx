import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { findPerson } from "#auth/session";
import { Frame } from "./frame";
import { Me } from "./me";

export const metadata: Metadata = { title: "Your login" };

export default async function MePage() {
  const session = await findPerson(await headers());
  if (!session) redirect("/admin/login?next=/admin/me");
  const { name, email } = session.person;
  return (
    <Frame at="/admin/me">
      <Me name={name} email={email} />
    </Frame>
  );
}
