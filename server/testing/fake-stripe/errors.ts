// Error responses of the fake Stripe.
import type Stripe from "stripe";

export interface FakeError {
  type: NonNullable<Stripe.PaymentIntent.LastPaymentError["type"]>;
  message: string;
  [field: string]: unknown;
}

/** An error response; `isStored` says if it is stored for the idempotency key. */
export class FakeRefusal extends Error {
  readonly status: number;
  readonly error: FakeError;
  readonly isStored: boolean;
  constructor(status: number, error: FakeError, isStored = false) {
    super(error.message);
    this.status = status;
    this.error = error;
    this.isStored = isStored;
  }
}

export function refusal(code: string, message: string, param?: string): FakeRefusal {
  return new FakeRefusal(400, {
    type: "invalid_request_error",
    code,
    message,
    ...(param && { param }),
  });
}

/** Stripe names only the parameter of some refusals. */
export function refusalWithoutCode(message: string, param: string): FakeRefusal {
  return new FakeRefusal(400, { type: "invalid_request_error", message, param });
}

const card = (code: string, decline_code = code): FakeError => ({
  type: "card_error",
  code,
  decline_code,
  message: "Your card was declined.",
});

/** Tokens `ctoken_<name>` that do not simply succeed. */
export const declines: Readonly<Record<string, FakeError>> = {
  declined: card("card_declined", "generic_decline"),
  insufficient_funds: card("card_declined", "insufficient_funds"),
  expired_card: card("expired_card"),
  incorrect_cvc: card("incorrect_cvc"),
  incorrect_number: card("incorrect_number"),
};

export const unconfirmed: FakeError = {
  type: "invalid_request_error",
  code: "payment_intent_authentication_failure",
  message: "The provided PaymentMethod has failed authentication.",
};

export const failedLater: FakeError = {
  type: "card_error",
  code: "payment_intent_payment_attempt_failed",
  message: "The payment failed.",
};
