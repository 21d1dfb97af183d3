/** Stripe's reasons of disputes and types of fraud warnings, by code. */
const messages: ReadonlyMap<string, string> = new Map([
  ["bank_cannot_process", "The bank could not process the payment"],
  ["card_never_received", "The card was stolen in the mail"],
  ["check_returned", "The check was returned"],
  ["credit_not_processed", "The customer expected a refund that did not arrive"],
  ["customer_initiated", "The customer asked the bank to return the payment"],
  ["debit_not_authorized", "The customer did not authorize the debit"],
  ["duplicate", "The customer was charged more than once"],
  ["fraudulent", "The cardholder did not make the payment"],
  ["fraudulent_card_application", "The card was obtained by fraud"],
  ["general", "The bank gave no specific reason"],
  ["incorrect_account_details", "The account details were wrong"],
  ["insufficient_funds", "The account had too little money"],
  ["made_with_counterfeit_card", "The card was a counterfeit"],
  ["made_with_lost_card", "The card was lost"],
  ["made_with_stolen_card", "The card was stolen"],
  ["misc", "The bank suspects fraud, with no specific reason"],
  ["noncompliant", "The bank says that the payment broke the card network's rules"],
  ["product_not_received", "The customer says that the order did not arrive"],
  ["product_unacceptable", "The customer says that the order was not as described"],
  ["subscription_canceled", "The customer says that the subscription had ended"],
  ["unauthorized_use_of_card", "The card was used without its holder's consent"],
  ["unrecognized", "The cardholder does not recognize the payment"],
]);

/** Returns a sentence without its period, or an unknown code as it is. */
export function disputeReason(code: string): string {
  return messages.get(code) ?? `Reason: ${code.replaceAll("_", " ")}`;
}
