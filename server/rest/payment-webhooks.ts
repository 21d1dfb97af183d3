// Payment providers' webhooks: verified, stored, and answered at once. The worker does the rest.
import { publicContext } from "#core/context";
import { database } from "#core/db";
import { withDatabaseUse } from "#core/db-use";
import { problemResponse, toProblem } from "#core/problem";
import { receiveNotice } from "#domain/checkout";
import { readBody } from "./parse";

/** Far more than a provider's message has. */
const MAX_BYTES = 1024 * 1024;

/** `POST /webhooks/{provider}`: 200 once it is stored, also where it was stored before. */
export async function paymentWebhook(request: Request, provider: string): Promise<Response> {
  const ctx = publicContext();
  const { headers } = request;
  try {
    const body = (await readBody(request, MAX_BYTES)).toString();
    await withDatabaseUse("sales", () =>
      database().transaction((db) => receiveNotice({ ...ctx, db }, { provider, body, headers })),
    );
    return Response.json({ received: true });
  } catch (error) {
    return problemResponse(toProblem(error, ctx.log), ctx.requestId);
  }
}
