// Where Stripe tells that something changed.
import { stripeWebhook } from "#rest/stripe-webhook";

export const POST = stripeWebhook;
