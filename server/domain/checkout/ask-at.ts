// When the provider is to be asked about a payment.
import { providerNamed } from "#gateways/payments";
import { askAfterMs, type Situation } from "./payment-rules";
import type { Payment } from "./payment-store";

/** The moment of the next question about the payment in this situation; null: none is needed. */
export function askAt(now: Date, situation: Situation, payment: Payment): Date | null {
  const { processingPollMs } = providerNamed(payment.provider);
  const ms = askAfterMs(situation, { ...payment, processingPollMs });
  return ms === null ? null : new Date(now.getTime() + ms);
}
