import { z } from "zod";
import { mailOf } from "#domain/queue";

/** The mail with the final certificate, which the room `checkout` prepares. */
const kind = {
  name: "retired",
  audience: "customers",
  params: z.object({ checkoutSessionId: z.string() }),
} as const;

/** Builds the mail to a session's customer whose credits are all retired. It is sent at most once. */
export function retiredMail({
  accountId,
  checkoutSessionId,
}: {
  accountId: string;
  checkoutSessionId: string;
}) {
  return mailOf(kind, {
    key: checkoutSessionId,
    params: { checkoutSessionId },
    accountId,
    subjectId: checkoutSessionId,
  });
}
