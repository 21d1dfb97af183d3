// Stripe's messages: verified, kept, and answered at once; what follows is the worker's.
import { database } from "#core/db";
import { withDatabaseUse } from "#core/db-use";
import { problemResponse, toProblem } from "#core/problem";
import { publicContext } from "#core/public-door";
import { receiveStripeNotice } from "#domain/checkout";
import { readBody } from "./parse";

/** Far more than a message of Stripe's has. */
const MAX_BYTES = 1024 * 1024;

/** `POST /webhooks/stripe`: 200 once it is kept, also where it was kept before. */
export async function stripeWebhook(request: Request): Promise<Response> {
  const ctx = publicContext();
  try {
    const signature = request.headers.get("stripe-signature");
    const body = (await readBody(request, MAX_BYTES)).toString();
    await withDatabaseUse("sales", () =>
      database().transaction((db) => receiveStripeNotice({ ...ctx, db }, { body, signature })),
    );
    return Response.json({ received: true });
  } catch (error) {
    return problemResponse(toProblem(error, ctx.log), ctx.requestId);
  }
}
