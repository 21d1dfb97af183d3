// Makes an organisation's account for somebody who is asked by mail to own it.
import type { Account, Context } from "#core/context";
import { createAccount } from "#domain/accounts";
import { invitePerson } from "./invite-person";
import type { OpenAccount } from "./schema";

/** The live account, with its test twin made and the invitation on its way. @throws invalid */
export async function openAccount(ctx: Context, input: OpenAccount): Promise<Account> {
  const { name, slug, email } = input;
  const { live } = await createAccount(ctx, { name, slug: slug ?? undefined });
  await invitePerson({ ...ctx, account: live }, { email, role: "owner" });
  return live;
}
