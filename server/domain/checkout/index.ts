// Checkout sessions, in which customers pay for credits: the only way into the room.
export { createCheckoutSession } from "./create-checkout-session";
export { expireCheckoutSession } from "./expire-checkout-session";
export { expireDueSessions } from "./expire-due-sessions";
export { getCheckoutSession } from "./get-checkout-session";
export { listCheckoutSessions } from "./list-checkout-sessions";
export {
  CheckoutSessionResource,
  CheckoutSessionStatusResource,
  toCheckoutSessionResource,
  toCheckoutSessionStatusResource,
} from "./resource";
export { CreateCheckoutSession, CreateCheckoutSessionForEmail } from "./schema";
