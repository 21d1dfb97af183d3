import { z } from "zod";
import { requestedAmountSchema } from "#core/contract-money";
import { isLocalhost, isProduction } from "#core/env";
import { idPrefixes } from "#core/id";
import { describedTimestamp, PageQuery, SearchPageQuery, searchFilters } from "#core/page";
import { text } from "#core/text";
import { MAX_AMOUNT_KG, portfolioId } from "#domain/catalogue";
import { NotificationConfig } from "#domain/events";
import { NameBeneficiary } from "#domain/orders";
import { paymentStates } from "./payments/rules";
import { checkoutSessionStates } from "./sessions/rules";

const MAX_URL_LENGTH = 2048;
export const SESSION_ID = "{CHECKOUT_SESSION_ID}";

/** Fills the session's id into the success URL. */
export function fillTemplate(url: string, sessionId: string): string {
  return url.replaceAll(SESSION_ID, sessionId);
}

// The literal host, without user name and followed by a delimiter, so that every parser reads the
// same host.
const PLAIN_HOST = /^https?:\/\/([a-z\d._-]+|\[[a-f\d:.]+\])(:\d+)?([/?#]|$)/i;

/**
 * Returns the problem with a redirect URL, or null. It must be an absolute https URL; `mayBePlain`
 * accepts hosts for http.
 */
export function redirectProblem(
  url: string,
  mayBePlain: (hostname: string) => boolean,
): string | null {
  if (/[\s\p{Cc}]/u.test(url)) return "must not contain spaces or control characters";
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return "must be an absolute https URL";
  const { protocol, hostname, username, password } = new URL(url);
  if (username || password) return "must not contain a user name or password";
  if (!PLAIN_HOST.test(url)) return "must name its host in ASCII letters: xn--… for any others";
  if (protocol === "http:" && !mayBePlain(hostname)) return "must be an https URL";
  return null;
}

/** Has the form of every session's id. */
const ANY_SESSION_ID = `${idPrefixes.checkoutSession}_${"0".repeat(26)}`;

/** A URL for the customer's browser; `fill` makes the final URL of it. */
function redirectUrl(fill = (url: string) => url) {
  return text(MAX_URL_LENGTH).check(({ value, issues }) => {
    const message = redirectProblem(
      fill(value),
      (hostname) => !isProduction() && isLocalhost(hostname),
    );
    if (message !== null) issues.push({ code: "custom", input: value, message });
  });
}

/** Address for customers after payment. */
export const successUrl = redirectUrl((url) => fillTemplate(url, ANY_SESSION_ID)).meta({
  description:
    "HTTPS URL that the customer goes to after payment. The placeholder " +
    "{CHECKOUT_SESSION_ID} is replaced with the session's id.",
  examples: ["https://shop.example/thanks?session={CHECKOUT_SESSION_ID}"],
});

const emailAddress = z.email().max(254);

export const CreateCheckoutSession = z
  .strictObject({
    amount_kg: z
      .int()
      .min(1)
      .max(MAX_AMOUNT_KG)
      .optional()
      .meta({
        description: "Credits to buy on completion, in whole kg. Required without reservation_id.",
        examples: [25],
      }),
    reservation_id: text(255, 1)
      .optional()
      .meta({
        description:
          "Reservation whose price and credits the session uses, in place of an amount and a " +
          "portfolio. After the reservation has ended, the session keeps its price, and needs " +
          "stock when the customer pays.",
        examples: ["rsv_01kx3v6d0tf9sv4m2c8j5a7b9e"],
      }),
    success_url: successUrl,
    cancel_url: redirectUrl().meta({
      description: "HTTPS URL that the customer goes to if they cancel.",
      examples: ["https://shop.example/basket"],
    }),
    portfolio_id: portfolioId,
    description: text(512)
      .nullish()
      .meta({
        description: "Public description, shown on the certificate.",
        examples: ["Deliveries of October"],
      }),
    beneficiary: NameBeneficiary.nullish().meta({
      description:
        "Beneficiary of the order. The payment page suggests it, and the customer can change " +
        "it. Default: the subaccount, or else the account.",
    }),
    metadata: text(512)
      .nullish()
      .meta({
        description: "Your own reference, copied to the order; not shown on the certificate.",
        examples: ["invoice 4711"],
      }),
    customer_email: emailAddress.nullish().meta({
      description:
        "The customer's email address. The payment page suggests it, and the customer can change it.",
      examples: ["customer@shop.example"],
    }),
    notification_config: NotificationConfig.nullish().meta({
      description: "Where to send status changes of the future order.",
    }),
  })
  .meta({ id: "CreateCheckoutSession", description: "A new checkout session." });
export type CreateCheckoutSession = z.infer<typeof CreateCheckoutSession>;

/** The form that older clients send. */
export const CreateCheckoutSessionForEmail = CreateCheckoutSession.extend({
  email: emailAddress.nullish().meta({
    description: "The same as customer_email, in place of it.",
    examples: ["customer@shop.example"],
  }),
}).meta({
  id: "CreateCheckoutSessionForEmail",
  description: "A new checkout session, in the format for older clients.",
});

export const CreateRefund = z
  .strictObject({
    ...requestedAmountSchema("amount", {
      description: "Amount to refund. Default: all that is left.",
      example: 75,
    }),
    reason: text(512, 1).meta({
      description: "Reason, for your own records.",
      examples: ["Ordered twice"],
    }),
  })
  .meta({ id: "CreateRefund", description: "A new refund." });
export type CreateRefund = z.infer<typeof CreateRefund>;

/** Filters of the API's list; they combine. */
export const ListCheckoutSessions = PageQuery.extend({
  state: z
    .enum(checkoutSessionStates)
    .optional()
    .meta({ description: "Only sessions in this state.", examples: ["complete"] }),
  checkout_session_id: text(255, 1)
    .optional()
    .meta({
      description: "Only the session with this id.",
      examples: ["cs_01kx3v6d0tf9sv4m2c8j5a7b9e"],
    }),
  subaccount_id: text(255, 1).optional().meta({ description: "Only sessions of this subaccount." }),
  metadata: text(512, 1)
    .optional()
    .meta({ description: "Only sessions with exactly this metadata.", examples: ["invoice 4711"] }),
  created_from: describedTimestamp({
    description: "Only sessions created at this time or later.",
    examples: ["2026-11-01T00:00:00Z"],
  }).optional(),
  created_to: describedTimestamp({
    description: "Only sessions created before this time.",
    examples: ["2026-12-01T00:00:00Z"],
  }).optional(),
});
export type ListCheckoutSessions = z.infer<typeof ListCheckoutSessions>;

/** Filters of a session search; they combine. */
export const CheckoutSessionFilters = z.strictObject({
  ...searchFilters,
  state: z.enum(checkoutSessionStates).optional(),
  subaccount_id: text(512, 1).optional(),
});
export const SearchCheckoutSessions = SearchPageQuery.extend(CheckoutSessionFilters.shape);
export type SearchCheckoutSessions = z.infer<typeof SearchCheckoutSessions>;

/** Filters of a payment search. */
export const PaymentFilters = z.strictObject({
  ...searchFilters,
  state: z.enum(paymentStates).optional(),
  subaccount_id: text(512, 1).optional(),
});
export const SearchPayments = SearchPageQuery.extend(PaymentFilters.shape);
export type SearchPayments = z.infer<typeof SearchPayments>;
