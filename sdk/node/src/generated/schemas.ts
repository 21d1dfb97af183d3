// Generated from the OpenAPI document by `npm run sdk`.
/**
 * An order by kg, by total price, or of a reservation.
 */
export interface PlaceOrder {
  /**
   * Amount of credits in whole kg. Pass either this or a total price.
   */
  amount_kg?: number;
  /**
   * Maximum to spend. You are charged for the whole kg that it buys. In US cents; for accounts in US dollars.
   */
  total_price_usd_cents?: number;
  /**
   * Maximum to spend. You are charged for the whole kg that it buys. In minor units of the account's currency.
   */
  total_price?: number;
  /**
   * Reservation whose price and credits the order uses, in place of an amount and a portfolio.
   */
  reservation_id?: string;
  /**
   * Your own reference; not shown on the certificate.
   */
  metadata?: string | null;
  /**
   * Public description, shown on the certificate.
   */
  description?: string | null;
  /**
   * Beneficiary of the order. Default: the subaccount, or else the account.
   */
  beneficiary?: NameBeneficiary | null;
  /**
   * URL that receives the order's status changes.
   */
  notification_config?: NotificationConfig | null;
  /**
   * Portfolio to buy from. Default: that of the subaccount, or else of the account.
   */
  portfolio_id?: string | null;
}
/**
 * The person or organization to retire credits for. Public on the certificate.
 */
export interface NameBeneficiary {
  /**
   * Name on the certificate.
   */
  name: string;
  /**
   * Message below the name.
   */
  message?: string | null;
  /**
   * Website of the beneficiary, linked below the name. An absolute URL.
   */
  url?: string | null;
}
/**
 * Where to send changes of an order's status.
 */
export interface NotificationConfig {
  /**
   * HTTPS URL that is called when the order's status changes.
   */
  url: string;
  /**
   * Events to send in addition to `order.fulfilled` and `order.cancelled`. Default: none.
   *
   * @maxItems 2
   */
  events?: ("order.retired" | "order.retirement_corrected")[];
}
/**
 * An order for a ride, by its distance.
 */
export interface PlaceRideOrder {
  /**
   * Distance of the ride in km.
   */
  distance_km: number;
  /**
   * Your own reference; not shown on the certificate.
   */
  metadata?: string | null;
  /**
   * Public description, shown on the certificate.
   */
  description?: string | null;
  /**
   * Beneficiary of the order. Default: the subaccount, or else the account.
   */
  beneficiary?: NameBeneficiary | null;
  /**
   * URL that receives the order's status changes.
   */
  notification_config?: NotificationConfig | null;
  /**
   * Portfolio to buy from. Default: that of the subaccount, or else of the account.
   */
  portfolio_id?: string | null;
}
/**
 * A mass of emissions to price.
 */
export interface QuoteMass {
  /**
   * Emissions in kg of CO2e, rounded up to whole kg.
   */
  amount_kg: number;
  /**
   * Portfolio to buy from. Default: that of the subaccount, or else of the account.
   */
  portfolio_id?: string | null;
  /**
   * Channel of the order to come: `api` or `checkout`. Prices may differ.
   */
  source?: "api" | "checkout";
}
/**
 * A train journey of one passenger.
 */
export interface QuoteTrain {
  /**
   * Train distance in km.
   */
  distance_km: number;
  /**
   * Portfolio to buy from. Default: that of the subaccount, or else of the account.
   */
  portfolio_id?: string | null;
  /**
   * Channel of the order to come: `api` or `checkout`. Prices may differ.
   */
  source?: "api" | "checkout";
}
/**
 * A flight of one passenger.
 */
export interface QuoteFlight {
  /**
   * Flight distance in km.
   */
  distance_km: number;
  /**
   * Portfolio to buy from. Default: that of the subaccount, or else of the account.
   */
  portfolio_id?: string | null;
  /**
   * Channel of the order to come: `api` or `checkout`. Prices may differ.
   */
  source?: "api" | "checkout";
}
/**
 * Freight by air.
 */
export interface QuoteAirFreight {
  /**
   * Mass of the freight in kg.
   */
  freight_mass_kg: number;
  /**
   * Flight distance in km.
   */
  distance_km: number;
  /**
   * Portfolio to buy from. Default: that of the subaccount, or else of the account.
   */
  portfolio_id?: string | null;
  /**
   * Channel of the order to come: `api` or `checkout`. Prices may differ.
   */
  source?: "api" | "checkout";
}
/**
 * Freight by road.
 */
export interface QuoteGroundFreight {
  /**
   * Mass of the freight in kg.
   */
  freight_mass_kg: number;
  /**
   * Road distance in km.
   */
  distance_km: number;
  /**
   * Portfolio to buy from. Default: that of the subaccount, or else of the account.
   */
  portfolio_id?: string | null;
  /**
   * Channel of the order to come: `api` or `checkout`. Prices may differ.
   */
  source?: "api" | "checkout";
}
/**
 * A road journey of a vehicle.
 */
export interface QuoteGroundTransport {
  /**
   * Distance driven, in km.
   */
  distance_km: number;
  /**
   * Type of the vehicle. The quote is for the whole vehicle, with any number of passengers.
   */
  vehicle_type: "passenger_car_van_or_suv" | "small_bus" | "school_bus" | "coach_bus";
  /**
   * Portfolio to buy from. Default: that of the subaccount, or else of the account.
   */
  portfolio_id?: string | null;
  /**
   * Channel of the order to come: `api` or `checkout`. Prices may differ.
   */
  source?: "api" | "checkout";
}
/**
 * Office space for a year.
 */
export interface QuoteOfficeSpace {
  /**
   * Floor area in square feet, used for a year.
   */
  square_footage: number;
  /**
   * Portfolio to buy from. Default: that of the subaccount, or else of the account.
   */
  portfolio_id?: string | null;
  /**
   * Channel of the order to come: `api` or `checkout`. Prices may differ.
   */
  source?: "api" | "checkout";
}
/**
 * A ride in a passenger car, van or SUV.
 */
export interface QuoteRide {
  /**
   * Distance of the ride in km.
   */
  distance_km: number;
  /**
   * Portfolio to buy from. Default: that of the subaccount, or else of the account.
   */
  portfolio_id?: string | null;
  /**
   * Channel of the order to come: `api` or `checkout`. Prices may differ.
   */
  source?: "api" | "checkout";
}
/**
 * A reservation by kg or by total price.
 */
export interface CreateReservation {
  /**
   * Amount to reserve in whole kg. Pass either this or a total price.
   */
  amount_kg?: number;
  /**
   * Maximum to spend. Reserves the whole kg that it buys. In US cents; for accounts in US dollars.
   */
  total_price_usd_cents?: number;
  /**
   * Maximum to spend. Reserves the whole kg that it buys. In minor units of the account's currency.
   */
  total_price?: number;
  /**
   * Portfolio to buy from. Default: that of the subaccount, or else of the account.
   */
  portfolio_id?: string | null;
  /**
   * Whose price is reserved: `api` for an order, `checkout` for a checkout session.
   */
  channel?: "api" | "checkout";
  /**
   * Time until the reservation ends by itself.
   */
  expires_in_seconds?: number;
}
/**
 * A new checkout session.
 */
export interface CreateCheckoutSession {
  /**
   * Credits to buy on completion, in whole kg. Required without reservation_id.
   */
  amount_kg?: number;
  /**
   * Reservation whose price and credits the session uses, in place of an amount and a portfolio. After the reservation has ended, the session keeps its price, and needs stock when the customer pays.
   */
  reservation_id?: string;
  /**
   * HTTPS URL that the customer goes to after payment. The placeholder {CHECKOUT_SESSION_ID} is replaced with the session's id.
   */
  success_url: string;
  /**
   * HTTPS URL that the customer goes to if they cancel.
   */
  cancel_url: string;
  /**
   * Portfolio to buy from. Default: that of the subaccount, or else of the account.
   */
  portfolio_id?: string | null;
  /**
   * Public description, shown on the certificate.
   */
  description?: string | null;
  /**
   * Beneficiary of the order. The payment page suggests it, and the customer can change it. Default: the subaccount, or else the account.
   */
  beneficiary?: NameBeneficiary | null;
  /**
   * Your own reference, copied to the order; not shown on the certificate.
   */
  metadata?: string | null;
  /**
   * The customer's email address. The payment page suggests it, and the customer can change it.
   */
  customer_email?: string | null;
  /**
   * Where to send status changes of the future order.
   */
  notification_config?: NotificationConfig | null;
}
/**
 * A new refund.
 */
export interface CreateRefund {
  /**
   * Amount to refund. Default: all that is left. In US cents; for accounts in US dollars.
   */
  amount_usd_cents?: number;
  /**
   * Amount to refund. Default: all that is left. In minor units of the account's currency.
   */
  amount?: number;
  /**
   * Reason, for your own records.
   */
  reason: string;
}
/**
 * A new checkout session, in the format for older clients.
 */
export interface CreateCheckoutSessionForEmail {
  /**
   * Credits to buy on completion, in whole kg. Required without reservation_id.
   */
  amount_kg?: number;
  /**
   * Reservation whose price and credits the session uses, in place of an amount and a portfolio. After the reservation has ended, the session keeps its price, and needs stock when the customer pays.
   */
  reservation_id?: string;
  /**
   * HTTPS URL that the customer goes to after payment. The placeholder {CHECKOUT_SESSION_ID} is replaced with the session's id.
   */
  success_url: string;
  /**
   * HTTPS URL that the customer goes to if they cancel.
   */
  cancel_url: string;
  /**
   * Portfolio to buy from. Default: that of the subaccount, or else of the account.
   */
  portfolio_id?: string | null;
  /**
   * Public description, shown on the certificate.
   */
  description?: string | null;
  /**
   * Beneficiary of the order. The payment page suggests it, and the customer can change it. Default: the subaccount, or else the account.
   */
  beneficiary?: NameBeneficiary | null;
  /**
   * Your own reference, copied to the order; not shown on the certificate.
   */
  metadata?: string | null;
  /**
   * The customer's email address. The payment page suggests it, and the customer can change it.
   */
  customer_email?: string | null;
  /**
   * Where to send status changes of the future order.
   */
  notification_config?: NotificationConfig | null;
  /**
   * The same as customer_email, in place of it.
   */
  email?: string | null;
}
/**
 * A new payment link.
 */
export interface CreatePaymentLink {
  /**
   * End of the page's address: /buy/{slug}. It cannot be changed later.
   */
  slug: string;
  /**
   * Title of the page.
   */
  name: string;
  /**
   * Text below the title. It also becomes the description of the orders.
   */
  description?: string | null;
  /**
   * Portfolio to buy from. Default: that of the subaccount, or else of the account.
   */
  portfolio_id?: string | null;
  /**
   * Subaccount that sells, and that the orders belong to. Default: the account.
   */
  subaccount_id?: string | null;
  /**
   * Least amount in kg. The price is at least the currency's smallest charge.
   */
  min_kg?: number;
  /**
   * Most kg that one customer can buy at once.
   */
  max_kg?: number;
  /**
   * Amounts to choose from, in this order. Customers can always enter another amount.
   *
   * @maxItems 6
   */
  suggested_kg?: number[];
  /**
   * HTTPS URL that customers go to after payment, as for checkout sessions. Default: they stay on the payment page.
   */
  success_url?: string | null;
  /**
   * A `paused` link sells nothing, and its page says so.
   */
  state?: "active" | "paused";
}
/**
 * All values of a payment link but its slug. Fields that you leave out are reset.
 */
export interface UpdatePaymentLink {
  /**
   * Title of the page.
   */
  name: string;
  /**
   * Text below the title. It also becomes the description of the orders.
   */
  description?: string | null;
  /**
   * Portfolio to buy from. Default: that of the subaccount, or else of the account.
   */
  portfolio_id?: string | null;
  /**
   * Subaccount that sells, and that the orders belong to. Default: the account.
   */
  subaccount_id?: string | null;
  /**
   * Least amount in kg. The price is at least the currency's smallest charge.
   */
  min_kg?: number;
  /**
   * Most kg that one customer can buy at once.
   */
  max_kg?: number;
  /**
   * Amounts to choose from, in this order. Customers can always enter another amount.
   *
   * @maxItems 6
   */
  suggested_kg?: number[];
  /**
   * HTTPS URL that customers go to after payment, as for checkout sessions. Default: they stay on the payment page.
   */
  success_url?: string | null;
  /**
   * A `paused` link sells nothing, and its page says so.
   */
  state?: "active" | "paused";
}
/**
 * A new subaccount.
 */
export interface CreateSubaccount {
  /**
   * Name.
   */
  name: string;
  /**
   * Email address of the subaccount.
   */
  email?: string | null;
  /**
   * Portfolio of the subaccount's orders. Default: the account's.
   */
  default_portfolio_id?: string | null;
  /**
   * Your own identifier of the subaccount, unique in the account. An update without it leaves it as it is; null removes it.
   */
  reference?: string | null;
  /**
   * End of its impact page's address, /impact/{account}/{slug}, unique in the account. Without one, the address ends in the id. Former addresses lead to the new one. An update without it leaves it as it is; null removes it.
   */
  slug?: string | null;
  /**
   * URL of a logo to download.
   */
  logo_url?: string | null;
}
/**
 * All values of a subaccount. An email address or default portfolio that you leave out is cleared.
 */
export interface UpdateSubaccount {
  /**
   * Name.
   */
  name: string;
  /**
   * Email address of the subaccount.
   */
  email?: string | null;
  /**
   * Portfolio of the subaccount's orders. Default: the account's.
   */
  default_portfolio_id?: string | null;
  /**
   * Your own identifier of the subaccount, unique in the account. An update without it leaves it as it is; null removes it.
   */
  reference?: string | null;
  /**
   * End of its impact page's address, /impact/{account}/{slug}, unique in the account. Without one, the address ends in the id. Former addresses lead to the new one. An update without it leaves it as it is; null removes it.
   */
  slug?: string | null;
  /**
   * True refuses new orders, quotes, reservations and checkout sessions of the subaccount. What was begun before goes on. Left out: unchanged.
   */
  archived?: boolean;
}
/**
 * A logo to download.
 */
export interface DownloadLogo {
  /**
   * URL of a PNG, JPEG, WebP or SVG image. It is downloaded once.
   */
  logo_url: string;
}
/**
 * Configuration of a hosted impact page.
 */
export interface SetHostedPageConfig {
  /**
   * True to make the page public.
   */
  enabled: boolean;
  /**
   * Equivalents on the page, in any order. Empty for none.
   */
  enabled_equivalents: ("cars" | "homes" | "flights" | "trees")[];
  /**
   * Sections below the total, in any order. All by default.
   */
  sections?: ("map" | "equivalents" | "timeline" | "projects")[];
  /**
   * Tonnes that the page headlines: the owner's own, by default, or those of its customers and partners.
   */
  headline?: "own" | "for_others";
  /**
   * True to allow search engines to list the page and to include it in the sitemap. True by default. Pages of test accounts are never listed.
   */
  listed?: boolean;
}
/**
 * Selects the events to send again.
 */
export interface RedeliverEvents {
  /**
   * Start of the time range, inclusive.
   */
  from: string;
  /**
   * End of the time range, exclusive, at most 31 days after `from`. Default: now.
   */
  to?: string | null;
  /**
   * Only deliveries in this state. For `pending`: those waiting for a retry.
   */
  delivery_state?: "pending" | "delivered" | "failed" | "cancelled";
  /**
   * Only events of this type.
   */
  type?:
    | (
        | "order.fulfilled"
        | "order.cancelled"
        | "order.retired"
        | "order.retirement_corrected"
        | "checkout_session.completed"
        | "checkout_session.expired"
        | "payment.refunded"
        | "payment.disputed"
        | "invoice.issued"
        | "subaccount.created"
        | "subaccount.updated"
        | "subaccount.deleted"
      )
    | null;
  /**
   * Only events of this order.
   */
  order_id?: string | null;
  /**
   * Only deliveries to this webhook endpoint. Default: all receivers.
   */
  webhook_endpoint_id?: string | null;
}
/**
 * A test callback to send.
 */
export interface SendTestCallback {
  /**
   * HTTPS URL to send it to. It must be public.
   */
  url: string;
  /**
   * Type of the test event.
   */
  type?: "order.fulfilled" | "order.cancelled" | "order.retired" | "order.retirement_corrected";
}
/**
 * How to replace the current secret.
 */
export interface RotateWebhookSecret {
  /**
   * How long the current secret stays valid. Use 0 if it has leaked.
   */
  overlap_hours?: number;
}
/**
 * A receiver of the account's events.
 */
export interface WriteWebhookEndpoint {
  /**
   * URL to send events to: https and public. With a test key, `http://localhost` and `http://127.0.0.1` work too if the installation runs on your machine.
   */
  url: string;
  /**
   * Types of events to receive.
   *
   * @minItems 1
   * @maxItems 100
   */
  event_types: (
    | "order.fulfilled"
    | "order.cancelled"
    | "order.retired"
    | "order.retirement_corrected"
    | "checkout_session.completed"
    | "checkout_session.expired"
    | "payment.refunded"
    | "payment.disputed"
    | "invoice.issued"
    | "subaccount.created"
    | "subaccount.updated"
    | "subaccount.deleted"
  )[];
  /**
   * Only send events of this subaccount. Default: events of the account and all its subaccounts.
   */
  subaccount_id?: string | null;
  /**
   * Your own note.
   */
  description?: string | null;
  /**
   * Whether to send events. `false` cancels pending deliveries, and new events are not queued.
   */
  enabled?: boolean;
}
/**
 * The test event to send.
 */
export interface TestWebhookEndpoint {
  /**
   * Type of the test event. Default: the endpoint's first type.
   */
  type?:
    | (
        | "order.fulfilled"
        | "order.cancelled"
        | "order.retired"
        | "order.retirement_corrected"
        | "checkout_session.completed"
        | "checkout_session.expired"
        | "payment.refunded"
        | "payment.disputed"
        | "invoice.issued"
        | "subaccount.created"
        | "subaccount.updated"
        | "subaccount.deleted"
      )
    | null;
}
/**
 * The event to send.
 */
export interface RedeliverToEndpoint {
  /**
   * The event to send.
   */
  event_id: string;
}
/**
 * A listener on your machine.
 */
export interface CreateListener {
  /**
   * Where the client passes events on to, as shown in the dashboard.
   */
  forward_to: string;
  /**
   * Types of events to receive. Default: all.
   *
   * @minItems 1
   * @maxItems 100
   */
  event_types?: (
    | "order.fulfilled"
    | "order.cancelled"
    | "order.retired"
    | "order.retirement_corrected"
    | "checkout_session.completed"
    | "checkout_session.expired"
    | "payment.refunded"
    | "payment.disputed"
    | "invoice.issued"
    | "subaccount.created"
    | "subaccount.updated"
    | "subaccount.deleted"
  )[];
}
/**
 * Results of earlier deliveries.
 */
export interface PollListener {
  /**
   * Results of deliveries that were polled earlier.
   *
   * @maxItems 100
   */
  results?: {
    /**
     * The event's id.
     */
    event_id: string;
    /**
     * As polled.
     */
    attempt: number;
    /**
     * As polled.
     */
    leased_until: string;
    /**
     * How long it took.
     */
    duration_ms: number;
    /**
     * Status of the response; null if there was none.
     */
    response_status: number | null;
    /**
     * Start of the response's body.
     */
    response_body?: string | null;
  }[];
}
/**
 * An order was fulfilled: its credits are allocated to it.
 */
export interface OrderFulfilled {
  /**
   * The event's id.
   */
  id: string;
  /**
   * What happened.
   */
  type: "order.fulfilled";
  /**
   * When it happened.
   */
  timestamp: string;
  order: Order;
}
/**
 * An order with all its details.
 */
export interface Order {
  /**
   * Id of the order.
   */
  id: string;
  /**
   * The 128 bits of the id in hex, as shown on the certificate.
   */
  order_number: string;
  /**
   * Time of placement.
   */
  created_on: string;
  /**
   * Your own reference; not shown on the certificate.
   */
  metadata: string | null;
  /**
   * Public description, shown on the certificate.
   */
  description: string | null;
  /**
   * Beneficiary named on the certificate. If null, the certificate names the subaccount, or else the account.
   */
  beneficiary: Beneficiary | null;
  /**
   * Amount of credits in kg of CO2e.
   */
  amount_kg: number;
  /**
   * `placed` until its credits are allocated to it, irrevocably and to no other order, then `fulfilled`. A placed order can be `cancelled`.
   */
  state: "placed" | "fulfilled" | "cancelled";
  /**
   * Status of the credits at their registries, the weakest of all parts in the order disputed, cancelled, unreported, pending, requested, retired. Null unless fulfilled. `pending`: the registry has not been asked to retire them. `requested`: it has been asked and has not confirmed. `retired`: it has recorded the retirement. `cancelled`: it has cancelled some or all of them without a retirement. `disputed`: its records show some or all of them as retired for someone else. `unreported`: allocated before this service kept registry records, and none is on file.
   */
  registry_status:
    ("disputed" | "cancelled" | "unreported" | "pending" | "requested" | "retired") | null;
  /**
   * Latest date of the registries' records. Null unless `registry_status` is `retired`.
   */
  registry_retired_on: string | null;
  /**
   * Currency of all amounts here: an ISO 4217 code in lower case.
   */
  currency: string;
  /**
   * Total price: kg × price per tonne / 1000, rounded up. In minor units of `currency`.
   */
  price: number;
  /**
   * Total price: kg × price per tonne / 1000, rounded up. In US cents; null in other currencies.
   */
  price_usd_cents: number | null;
  /**
   * Price per tonne when the order was placed. In minor units of `currency`.
   */
  price_per_tonne: number;
  /**
   * Price per tonne when the order was placed. In US cents; null in other currencies.
   */
  price_per_tonne_usd_cents: number | null;
  /**
   * Sum of the refunds of the checkout session's payment. Retired credits stay retired. In minor units of `currency`.
   */
  refunded: number;
  /**
   * Sum of the refunds of the checkout session's payment. Retired credits stay retired. In US cents; null in other currencies.
   */
  refunded_usd_cents: number | null;
  /**
   * If it was sold beyond stock: the day by which its credits come.
   */
  credits_expected_by: string | null;
  /**
   * End of the customer's cooling-off period. Until then, the order stays `placed`, and its credits are held.
   */
  matchable_from: string | null;
  /**
   * Subaccount of the order, if any.
   */
  subaccount_id: string | null;
  /**
   * Checkout session of the order, if any.
   */
  checkout_session_id: string | null;
  /**
   * URL of the certificate. Null if the order is cancelled.
   */
  certificate_public_url: string | null;
  /**
   * URL of the certificate as a PDF. Null if the order is cancelled.
   */
  certificate_download_public_url: string | null;
  /**
   * `ride` if the order was placed by the distance of a ride.
   */
  type: "generic" | "ride";
  /**
   * URL that receives the order's status changes, if any.
   */
  callback_url: string | null;
  /**
   * Projects of the order. Empty until it is fulfilled.
   */
  projects: Project[];
  /**
   * Credits of each project, with their serial numbers and the registry's records. Empty until fulfilled.
   */
  project_allocations: ProjectAllocation[];
  /**
   * Ride orders only.
   */
  ride_details?: {
    /**
     * Distance in km.
     */
    distance_km: number;
  };
}
/**
 * The person or organization that credits are retired for.
 */
export interface Beneficiary {
  /**
   * Name on the certificate.
   */
  name: string;
  /**
   * Message below the name.
   */
  message: string | null;
  /**
   * Website, linked below the name.
   */
  url: string | null;
}
/**
 * A project with credits for sale.
 */
export interface Project {
  /**
   * Id of the project.
   */
  id: string;
  /**
   * Name.
   */
  name: string;
  /**
   * Type of the project.
   */
  type: string;
  /**
   * Short description.
   */
  summary: string;
  /**
   * Full description.
   */
  description: string;
  /**
   * Organization that runs the project.
   */
  developer: string;
  /**
   * Location of the project.
   */
  location_name: string;
  /**
   * Latitude in degrees, north is positive.
   */
  location_latitude: number | null;
  /**
   * Longitude in degrees, east is positive.
   */
  location_longitude: number | null;
  /**
   * URL of a picture.
   */
  primary_image_url: string | null;
  /**
   * Name of the registry.
   */
  registry_name: string;
  /**
   * Id of the project at the registry. Null if unknown.
   */
  registry_id: string | null;
  /**
   * URL of the project at the registry.
   */
  registry_url: string | null;
  /**
   * Numbers of the UN Sustainable Development Goals that the project supports.
   */
  un_sdg_goals: number[];
  /**
   * Activities of the project.
   */
  activity_types: string[];
  /**
   * Methodology for counting its credits.
   */
  methodology: string | null;
  /**
   * Organization that verified the project.
   */
  verifier: string | null;
  /**
   * Time that the carbon is stored.
   */
  permanence: string | null;
  /**
   * First and last year of the project.
   */
  lifetime: {
    /**
     * First year.
     */
    start_year: number;
    /**
     * Last year.
     */
    end_year: number;
  } | null;
  /**
   * Type of impact, such as removal or avoidance of emissions.
   */
  impact_type: string | null;
  /**
   * Review of the project before it was offered.
   */
  due_diligence: string | null;
  /**
   * Benefits other than carbon.
   */
  beyond_carbon: string | null;
  /**
   * Risk that stored carbon is released again.
   */
  risk_of_reversal: string | null;
  /**
   * Labels from third parties.
   */
  third_party_labels: string[];
  /**
   * Country of the project (ISO 3166-1 alpha-2). Null if not stated.
   */
  country_code: string | null;
  /**
   * Whether the project removes CO2 from the air, reduces emissions, or both (`mixed`). Null if not stated.
   */
  mechanism: ("removal" | "reduction" | "mixed") | null;
  /**
   * Where removed carbon is stored. Null for projects without removals, and if not stated.
   */
  sink: ("biogenic" | "technological") | null;
  /**
   * Years for which removed carbon stays stored. Null if not stated.
   */
  durability_years: number | null;
  /**
   * Period for which the registry issues credits. Null if not stated.
   */
  crediting_period: {
    /**
     * First day.
     */
    start: string;
    /**
     * Last day. Null if not stated.
     */
    end: string | null;
  } | null;
  /**
   * Protocol of the registry that the project follows. Null if not stated.
   */
  protocol: string | null;
}
/**
 * Credits of one project in an order.
 */
export interface ProjectAllocation {
  project: Project;
  /**
   * Amount from this project in kg.
   */
  amount_kg: number;
  /**
   * Serial numbers and what the registry has on record about them.
   */
  retirements: Retirement[];
}
/**
 * Credits of one lot that are allocated to an order, and the registry's record.
 */
export interface Retirement {
  /**
   * Serial numbers of the allocated tonnes, in the registry's format.
   */
  serial_number_range: string;
  /**
   * URL of the retirement at the registry, if it has one.
   */
  url: string | null;
  /**
   * Amount in kg.
   */
  amount_kg: number;
  /**
   * Status of these credits at the registry. `pending`: the registry has not been asked to retire them. `requested`: it has been asked and has not confirmed. `retired`: it has recorded the retirement. `cancelled`: it has cancelled some or all of them without a retirement. `disputed`: its records show some or all of them as retired for someone else. `unreported`: allocated before this service kept registry records, and none is on file.
   */
  registry_status: "disputed" | "cancelled" | "unreported" | "pending" | "requested" | "retired";
  /**
   * Part of the amount that the registry's records cover.
   */
  registry_retired_kg: number;
  /**
   * Part of the amount that the registry's records show as retired for someone else.
   */
  registry_disputed_kg: number;
  /**
   * Latest date of the registry's records. Null unless retired.
   */
  registry_retired_on: string | null;
  /**
   * The registry's reference of its latest record, if it has one.
   */
  registry_reference: string | null;
  /**
   * Name in the registry's record of a tonne that several customers share. Otherwise null.
   */
  registry_beneficiary: string | null;
  /**
   * Part of the amount that no longer counts: the registry's records show it as retired for someone else, or as cancelled, and other credits were substituted.
   */
  replaced_kg: number;
  /**
   * Time of the latest substitution. Null unless `replaced_kg` is positive.
   */
  replaced_on: string | null;
  /**
   * Reason of the latest substitution.
   */
  replaced_as: ("disputed" | "cancelled") | null;
  /**
   * Time at which these credits were allocated in place of others. Null for the credits first allocated.
   */
  substituted_on: string | null;
}
/**
 * An order was cancelled.
 */
export interface OrderCancelled {
  /**
   * The event's id.
   */
  id: string;
  /**
   * What happened.
   */
  type: "order.cancelled";
  /**
   * When it happened.
   */
  timestamp: string;
  order: Order;
}
/**
 * The registries have recorded the retirement of all of an order's credits.
 */
export interface OrderRetired {
  /**
   * The event's id.
   */
  id: string;
  /**
   * What happened.
   */
  type: "order.retired";
  /**
   * When it happened.
   */
  timestamp: string;
  order: Order;
}
/**
 * A registry's record of an order's retirement was corrected or withdrawn.
 */
export interface OrderRetirementCorrected {
  /**
   * The event's id.
   */
  id: string;
  /**
   * What happened.
   */
  type: "order.retirement_corrected";
  /**
   * When it happened.
   */
  timestamp: string;
  order: Order;
}
/**
 * A customer completed a checkout session.
 */
export interface CheckoutSessionCompleted {
  /**
   * The event's id.
   */
  id: string;
  /**
   * What happened.
   */
  type: "checkout_session.completed";
  /**
   * When it happened.
   */
  timestamp: string;
  checkout_session: CheckoutSession;
}
/**
 * Lets a customer pay for credits.
 */
export interface CheckoutSession {
  /**
   * The session's id.
   */
  id: string;
  /**
   * Credits to buy on completion, in kg.
   */
  amount_kg: number;
  /**
   * Currency of all amounts here: an ISO 4217 code in lower case.
   */
  currency: string;
  /**
   * Price charged on completion. It does not change after creation. In minor units of `currency`.
   */
  price: number;
  /**
   * Price charged on completion. It does not change after creation. In US cents; null in other currencies.
   */
  price_usd_cents: number | null;
  /**
   * Price per tonne. The price is kg × price per tonne / 1000, rounded up. In minor units of `currency`.
   */
  price_per_tonne: number;
  /**
   * Price per tonne. The price is kg × price per tonne / 1000, rounded up. In US cents; null in other currencies.
   */
  price_per_tonne_usd_cents: number | null;
  /**
   * As you set it, with the placeholder {CHECKOUT_SESSION_ID}.
   */
  success_url: string;
  /**
   * URL that the customer goes to if they cancel.
   */
  cancel_url: string;
  /**
   * URL of the payment page. Send your customer here.
   */
  checkout_url: string;
  /**
   * `open` until the customer pays. `complete` after that, even while the payment is still processing. `expired` if the customer has not paid in time or you expired the session.
   */
  state: "open" | "complete" | "expired";
  /**
   * When it was created.
   */
  created_on: string;
  /**
   * 24 hours after creation.
   */
  expires_on: string;
  /**
   * Null until completed.
   */
  completed_on: string | null;
  /**
   * Id of the order. Null until `complete`.
   */
  order_id: string | null;
  /**
   * If it was sold beyond stock: the day by which its credits come.
   */
  credits_expected_by: string | null;
  /**
   * Portfolio to buy from.
   */
  portfolio_id: string;
  /**
   * Subaccount of the session, if any.
   */
  subaccount_id: string | null;
  /**
   * Payment link that the customer came from, if any.
   */
  payment_link_id: string | null;
  /**
   * Description of the future order.
   */
  order_description: string | null;
  /**
   * Your own reference, copied to the order; not shown on the certificate.
   */
  metadata: string | null;
  /**
   * Email address of the customer: the one you set, or as the customer changed it. Null in `checkout_session.expired`, and after the customer's data is erased.
   */
  customer_email: string | null;
  /**
   * Beneficiary of the future order: the one you set, or as the customer changed it. If null, the certificate names the subaccount, or else the account.
   */
  beneficiary: Beneficiary | null;
  /**
   * Callback URL of the future order.
   */
  order_webhook_url: string | null;
}
/**
 * A checkout session expired.
 */
export interface CheckoutSessionExpired {
  /**
   * The event's id.
   */
  id: string;
  /**
   * What happened.
   */
  type: "checkout_session.expired";
  /**
   * When it happened.
   */
  timestamp: string;
  checkout_session: CheckoutSession;
}
/**
 * All or part of a payment was refunded.
 */
export interface PaymentRefunded {
  /**
   * The event's id.
   */
  id: string;
  /**
   * What happened.
   */
  type: "payment.refunded";
  /**
   * When it happened.
   */
  timestamp: string;
  payment: PaymentEvent;
}
/**
 * A payment that was refunded or disputed.
 */
export interface PaymentEvent {
  /**
   * The payment's id.
   */
  id: string;
  /**
   * The checkout session that was paid.
   */
  checkout_session_id: string;
  /**
   * Order of the session; null without an order.
   */
  order_id: string | null;
  /**
   * State of the payment. `refunding`: the rest will be refunded. `refunded`: in full. `charged_back`: a dispute was lost.
   */
  state: "paid" | "disputed" | "refunding" | "refunded" | "charged_back";
  /**
   * Currency of all amounts here: an ISO 4217 code in lower case.
   */
  currency: string;
  /**
   * Amount that the customer paid. In minor units of `currency`.
   */
  amount: number;
  /**
   * Amount that the customer paid. In US cents; null in other currencies.
   */
  amount_usd_cents: number | null;
  /**
   * Sum of the refunds that succeeded. In minor units of `currency`.
   */
  refunded: number;
  /**
   * Sum of the refunds that succeeded. In US cents; null in other currencies.
   */
  refunded_usd_cents: number | null;
  /**
   * The refund of `payment.refunded`; else null.
   */
  refund: Refund | null;
  /**
   * The dispute of `payment.disputed`; else null.
   */
  dispute: Dispute | null;
}
/**
 * A refund of all or part of a payment.
 */
export interface Refund {
  /**
   * The refund's id.
   */
  id: string;
  /**
   * The checkout session that was paid.
   */
  checkout_session_id: string;
  /**
   * The payment that is refunded.
   */
  payment_id: string;
  /**
   * Currency of all amounts here: an ISO 4217 code in lower case.
   */
  currency: string;
  /**
   * Amount. In minor units of `currency`.
   */
  amount: number;
  /**
   * Amount. In US cents; null in other currencies.
   */
  amount_usd_cents: number | null;
  /**
   * `pending` until the payment provider reports the outcome. A refund that `succeeded` can still become `failed` if the customer's bank returns it. A `failed` refund does not count; request another.
   */
  state: "pending" | "succeeded" | "failed";
  /**
   * `requested` by you. `cancellation`: the order was cancelled. `late_payment`: the money arrived after session or order had ended. `provider`: made at the payment provider by hand. `other_means`: the customer was paid back otherwise.
   */
  kind: "requested" | "cancellation" | "late_payment" | "provider" | "other_means";
  /**
   * Reason that was given.
   */
  reason: string | null;
  /**
   * The payment provider's code for a failure; null unless `failed`.
   */
  failure: string | null;
  /**
   * When it was requested.
   */
  created_on: string;
  /**
   * When it succeeded or failed; null while `pending`.
   */
  settled_on: string | null;
}
/**
 * A dispute or fraud warning about a payment.
 */
export interface Dispute {
  /**
   * The dispute's id.
   */
  id: string;
  /**
   * `dispute`: the customer's bank claims the money back. `warning`: it warns of fraud.
   */
  kind: "dispute" | "warning";
  /**
   * `open`, then `won` (you keep the money) or `lost`. A warning can be `dismissed`.
   */
  state: "open" | "won" | "lost" | "dismissed";
  /**
   * Currency of all amounts here: an ISO 4217 code in lower case.
   */
  currency: string;
  /**
   * Amount. In minor units of `currency`.
   */
  amount: number;
  /**
   * Amount. In US cents; null in other currencies.
   */
  amount_usd_cents: number | null;
  /**
   * The payment provider's code.
   */
  reason: string;
  /**
   * Until when you can send evidence to the provider.
   */
  evidence_due_on: string | null;
  /**
   * When it was opened.
   */
  opened_on: string;
  /**
   * When it was closed; null while `open`.
   */
  closed_on: string | null;
}
/**
 * A dispute or fraud warning about a payment was opened or closed.
 */
export interface PaymentDisputed {
  /**
   * The event's id.
   */
  id: string;
  /**
   * What happened.
   */
  type: "payment.disputed";
  /**
   * When it happened.
   */
  timestamp: string;
  payment: PaymentEvent;
}
/**
 * An invoice or credit note was issued to the account.
 */
export interface InvoiceIssued {
  /**
   * The event's id.
   */
  id: string;
  /**
   * What happened.
   */
  type: "invoice.issued";
  /**
   * When it happened.
   */
  timestamp: string;
  invoice: InvoiceListItem;
}
/**
 * An invoice or credit note in a list.
 */
export interface InvoiceListItem {
  /**
   * Id.
   */
  id: string;
  /**
   * Number, without gaps.
   */
  number: string;
  /**
   * Invoice or credit note.
   */
  kind: "invoice" | "credit_note";
  /**
   * Month of the orders, in UTC.
   */
  period: string;
  /**
   * Date of issue.
   */
  issued_on: string;
  /**
   * Date by which it is to be paid; null if nothing is to be paid.
   */
  due_on: string | null;
  /**
   * State of an invoice; null for a credit note.
   */
  state: ("open" | "paid" | "credited") | null;
  /**
   * Currency of all amounts here: an ISO 4217 code.
   */
  currency: string;
  /**
   * Sum of the lines, without tax. In minor units of `currency`.
   */
  net: number;
  /**
   * Sum of the lines, without tax. In US cents; null in other currencies.
   */
  net_usd_cents: number | null;
  /**
   * Tax. In minor units of `currency`.
   */
  tax: number;
  /**
   * Tax. In US cents; null in other currencies.
   */
  tax_usd_cents: number | null;
  /**
   * Sum with tax. In minor units of `currency`.
   */
  total: number;
  /**
   * Sum with tax. In US cents; null in other currencies.
   */
  total_usd_cents: number | null;
  /**
   * Payments recorded for it. In minor units of `currency`.
   */
  paid: number;
  /**
   * Payments recorded for it. In US cents; null in other currencies.
   */
  paid_usd_cents: number | null;
  /**
   * Credit notes issued for it. In minor units of `currency`.
   */
  credited: number;
  /**
   * Credit notes issued for it. In US cents; null in other currencies.
   */
  credited_usd_cents: number | null;
  /**
   * Amount still to pay. In minor units of `currency`.
   */
  open: number;
  /**
   * Amount still to pay. In US cents; null in other currencies.
   */
  open_usd_cents: number | null;
  /**
   * Days since `due_on`, in UTC; 0 if nothing is open or it is not due yet.
   */
  overdue_days: number;
  /**
   * For a credit note: id of the invoice that it credits.
   */
  credits_invoice_id: string | null;
}
/**
 * A subaccount was created.
 */
export interface SubaccountCreated {
  /**
   * The event's id.
   */
  id: string;
  /**
   * What happened.
   */
  type: "subaccount.created";
  /**
   * When it happened.
   */
  timestamp: string;
  subaccount: Subaccount;
}
/**
 * A part of the account with its own orders.
 */
export interface Subaccount {
  /**
   * The subaccount's id.
   */
  id: string;
  /**
   * When it was created.
   */
  created_on: string;
  /**
   * Name.
   */
  name: string;
  /**
   * Email address.
   */
  email: string | null;
  /**
   * Portfolio of its orders. If null, the account's default portfolio applies.
   */
  default_portfolio_id: string | null;
  /**
   * URL of the logo as a PNG.
   */
  logo_url: string | null;
  /**
   * Your own identifier of it, unique in the account.
   */
  reference: string | null;
  /**
   * End of its impact page's address. Null: the address has the id.
   */
  slug: string | null;
  /**
   * When it was archived. An archived subaccount takes no new orders.
   */
  archived_on: string | null;
}
/**
 * A subaccount was updated.
 */
export interface SubaccountUpdated {
  /**
   * The event's id.
   */
  id: string;
  /**
   * What happened.
   */
  type: "subaccount.updated";
  /**
   * When it happened.
   */
  timestamp: string;
  subaccount: Subaccount;
}
/**
 * A subaccount was deleted.
 */
export interface SubaccountDeleted {
  /**
   * The event's id.
   */
  id: string;
  /**
   * What happened.
   */
  type: "subaccount.deleted";
  /**
   * When it happened.
   */
  timestamp: string;
  subaccount: Subaccount;
}
/**
 * An error in the format of RFC 9457.
 */
export interface Problem {
  /**
   * A URI for the type of problem. It ends with `code`; the rest can differ between installations. By default it links to a page that explains the problem.
   */
  type: string;
  /**
   * What went wrong, in a few words.
   */
  title: string;
  /**
   * The HTTP status.
   */
  status: 400 | 402 | 403 | 404 | 405 | 408 | 409 | 410 | 413 | 415 | 422 | 429 | 500 | 503;
  /**
   * Type of the problem, the same on every installation. New codes may be added.
   */
  code: string;
  /**
   * What went wrong, in a sentence.
   */
  detail: string;
  /**
   * For `invalid-parameters`: the messages of each invalid field.
   */
  errors?: {
    /**
     * @minItems 1
     */
    [k: string]: string[];
  };
  /**
   * Code of each field in `errors`: `required`, `unknown-field`, `wrong-type`, `not-allowed`, `malformed`, `too-small`, `too-large`, `too-short`, `too-long`, `unknown-id`, `exclusive`, `repeated`, `invalid`. New codes may be added.
   */
  error_codes?: {
    [k: string]: string;
  };
  /**
   * For `insufficient-stock`: kg that can be bought now.
   */
  available_kg?: number;
  /**
   * The request's id, as in `X-Request-Id`.
   */
  instance: string;
}
/**
 * Response to a request without a valid key.
 */
export interface Unauthorized {
  /**
   * What went wrong.
   */
  title: "Unauthorized";
  /**
   * The HTTP status.
   */
  status: 401;
}
/**
 * An order in a list.
 */
export interface OrderListItem {
  /**
   * Id of the order.
   */
  id: string;
  /**
   * The 128 bits of the id in hex, as shown on the certificate.
   */
  order_number: string;
  /**
   * Time of placement.
   */
  created_on: string;
  /**
   * Your own reference; not shown on the certificate.
   */
  metadata: string | null;
  /**
   * Public description, shown on the certificate.
   */
  description: string | null;
  /**
   * Beneficiary named on the certificate. If null, the certificate names the subaccount, or else the account.
   */
  beneficiary: Beneficiary | null;
  /**
   * Amount of credits in kg of CO2e.
   */
  amount_kg: number;
  /**
   * `placed` until its credits are allocated to it, irrevocably and to no other order, then `fulfilled`. A placed order can be `cancelled`.
   */
  state: "placed" | "fulfilled" | "cancelled";
  /**
   * Status of the credits at their registries, the weakest of all parts in the order disputed, cancelled, unreported, pending, requested, retired. Null unless fulfilled. `pending`: the registry has not been asked to retire them. `requested`: it has been asked and has not confirmed. `retired`: it has recorded the retirement. `cancelled`: it has cancelled some or all of them without a retirement. `disputed`: its records show some or all of them as retired for someone else. `unreported`: allocated before this service kept registry records, and none is on file.
   */
  registry_status:
    ("disputed" | "cancelled" | "unreported" | "pending" | "requested" | "retired") | null;
  /**
   * Latest date of the registries' records. Null unless `registry_status` is `retired`.
   */
  registry_retired_on: string | null;
  /**
   * Currency of all amounts here: an ISO 4217 code in lower case.
   */
  currency: string;
  /**
   * Total price: kg × price per tonne / 1000, rounded up. In minor units of `currency`.
   */
  price: number;
  /**
   * Total price: kg × price per tonne / 1000, rounded up. In US cents; null in other currencies.
   */
  price_usd_cents: number | null;
  /**
   * Price per tonne when the order was placed. In minor units of `currency`.
   */
  price_per_tonne: number;
  /**
   * Price per tonne when the order was placed. In US cents; null in other currencies.
   */
  price_per_tonne_usd_cents: number | null;
  /**
   * Sum of the refunds of the checkout session's payment. Retired credits stay retired. In minor units of `currency`.
   */
  refunded: number;
  /**
   * Sum of the refunds of the checkout session's payment. Retired credits stay retired. In US cents; null in other currencies.
   */
  refunded_usd_cents: number | null;
  /**
   * If it was sold beyond stock: the day by which its credits come.
   */
  credits_expected_by: string | null;
  /**
   * End of the customer's cooling-off period. Until then, the order stays `placed`, and its credits are held.
   */
  matchable_from: string | null;
  /**
   * Subaccount of the order, if any.
   */
  subaccount_id: string | null;
  /**
   * Checkout session of the order, if any.
   */
  checkout_session_id: string | null;
  /**
   * URL of the certificate. Null if the order is cancelled.
   */
  certificate_public_url: string | null;
  /**
   * URL of the certificate as a PDF. Null if the order is cancelled.
   */
  certificate_download_public_url: string | null;
}
/**
 * Price of an amount of credits.
 */
export interface Quote {
  /**
   * Amount of credits in kg of CO2e.
   */
  amount_kg: number;
  /**
   * Total price: kg × the portfolio's price per tonne / 1000, rounded up. In US cents; only for accounts in US dollars.
   */
  price_usd_cents?: number;
  /**
   * Of `price`; only for accounts in other currencies.
   */
  currency?: string;
  /**
   * Total price: kg × the portfolio's price per tonne / 1000, rounded up. In minor units of `currency`. Only for accounts in other currencies.
   */
  price?: number;
}
/**
 * CO2e caused by one unit of an activity.
 */
export interface EmissionFactor {
  /**
   * Activity; for ground transport its `vehicle_type`.
   */
  activity: string;
  /**
   * The factor applies from this distance, up to that of the activity's next factor.
   */
  from_distance_km: number;
  /**
   * Unit of the activity.
   */
  unit: string;
  /**
   * Kg of CO2e per unit.
   */
  kg_co2e_per_unit: number;
  /**
   * Publication of the factor, or its derivation from one.
   */
  source: string;
  /**
   * Edition of the source.
   */
  edition: string;
  /**
   * URL of the source.
   */
  url: string | null;
  /**
   * `default` if it ships with the product, `imported` if it is from the operator's catalogue.
   */
  origin: "default" | "imported";
}
/**
 * Credits kept for you for a while, at a fixed price.
 */
export interface Reservation {
  /**
   * The reservation's id.
   */
  id: string;
  /**
   * Reserved credits in kg.
   */
  amount_kg: number;
  /**
   * Currency of all amounts here: an ISO 4217 code in lower case.
   */
  currency: string;
  /**
   * Total price of the order or checkout session that uses the reservation. In minor units of `currency`.
   */
  price: number;
  /**
   * Total price of the order or checkout session that uses the reservation. In US cents; null in other currencies.
   */
  price_usd_cents: number | null;
  /**
   * Price per tonne. The price is kg × price per tonne / 1000, rounded up. In minor units of `currency`.
   */
  price_per_tonne: number;
  /**
   * Price per tonne. The price is kg × price per tonne / 1000, rounded up. In US cents; null in other currencies.
   */
  price_per_tonne_usd_cents: number | null;
  /**
   * Portfolio to buy from.
   */
  portfolio_id: string;
  /**
   * Subaccount that the credits are reserved for.
   */
  subaccount_id: string | null;
  /**
   * Whose price is reserved.
   */
  channel: "api" | "checkout";
  /**
   * `held` while the credits are kept for you. `used` once an order has them. `released` if you gave them back, the order or session ended without them, or they left the stock and could not be replaced. `expired` after `expires_on`.
   */
  state: "held" | "used" | "released" | "expired";
  /**
   * When it was made.
   */
  created_on: string;
  /**
   * When it ends by itself. A payment that is under way then, or an order, keeps the credits.
   */
  expires_on: string;
  /**
   * Order that uses the reservation.
   */
  order_id: string | null;
  /**
   * Checkout session that uses the reservation.
   */
  checkout_session_id: string | null;
}
/**
 * A checkout session in the format for older clients.
 */
export interface CheckoutSessionStatus {
  /**
   * The session's id.
   */
  id: string;
  /**
   * Credits to buy on completion, in kg.
   */
  amount_kg: number;
  /**
   * Currency of all amounts here: an ISO 4217 code in lower case.
   */
  currency: string;
  /**
   * Price charged on completion. It does not change after creation. In minor units of `currency`.
   */
  price: number;
  /**
   * Price charged on completion. It does not change after creation. In US cents; null in other currencies.
   */
  price_usd_cents: number | null;
  /**
   * Price per tonne. The price is kg × price per tonne / 1000, rounded up. In minor units of `currency`.
   */
  price_per_tonne: number;
  /**
   * Price per tonne. The price is kg × price per tonne / 1000, rounded up. In US cents; null in other currencies.
   */
  price_per_tonne_usd_cents: number | null;
  /**
   * As you set it, with the placeholder {CHECKOUT_SESSION_ID}.
   */
  success_url: string;
  /**
   * URL that the customer goes to if they cancel.
   */
  cancel_url: string;
  /**
   * URL of the payment page. Send your customer here.
   */
  checkout_url: string;
  /**
   * `open` until the customer pays. `complete` after that, even while the payment is still processing. `expired` if the customer has not paid in time or you expired the session.
   */
  state: "open" | "complete" | "expired";
  /**
   * When it was created.
   */
  created_on: string;
  /**
   * 24 hours after creation.
   */
  expires_on: string;
  /**
   * Null until completed.
   */
  completed_on: string | null;
  /**
   * Id of the order. Null until `complete`.
   */
  order_id: string | null;
  /**
   * If it was sold beyond stock: the day by which its credits come.
   */
  credits_expected_by: string | null;
  /**
   * Portfolio to buy from.
   */
  portfolio_id: string;
  /**
   * Subaccount of the session, if any.
   */
  subaccount_id: string | null;
  /**
   * Payment link that the customer came from, if any.
   */
  payment_link_id: string | null;
  /**
   * Description of the future order.
   */
  order_description: string | null;
  /**
   * Your own reference, copied to the order; not shown on the certificate.
   */
  metadata: string | null;
  /**
   * Email address of the customer: the one you set, or as the customer changed it. Null in `checkout_session.expired`, and after the customer's data is erased.
   */
  customer_email: string | null;
  /**
   * Beneficiary of the future order: the one you set, or as the customer changed it. If null, the certificate names the subaccount, or else the account.
   */
  beneficiary: Beneficiary | null;
  /**
   * Callback URL of the future order.
   */
  order_webhook_url: string | null;
  /**
   * The same as `state`.
   */
  status: "open" | "complete" | "expired";
}
/**
 * A public page where customers choose an amount of credits and pay.
 */
export interface PaymentLink {
  /**
   * The payment link's id.
   */
  id: string;
  /**
   * The page to share with customers.
   */
  url: string;
  /**
   * End of the address.
   */
  slug: string;
  /**
   * A `paused` link sells nothing.
   */
  state: "active" | "paused";
  /**
   * Title of the page.
   */
  name: string;
  /**
   * Text below the title, and description of the orders.
   */
  description: string | null;
  /**
   * Portfolio to buy from. If null, the default at the time of purchase.
   */
  portfolio_id: string | null;
  /**
   * Subaccount that sells, if any.
   */
  subaccount_id: string | null;
  /**
   * Least amount in kg.
   */
  min_kg: number;
  /**
   * Most kg at once.
   */
  max_kg: number;
  /**
   * Amounts to choose from, in kg.
   */
  suggested_kg: number[];
  /**
   * URL that customers go to after payment.
   */
  success_url: string | null;
  /**
   * When it was created.
   */
  created_on: string;
  /**
   * When it last changed.
   */
  updated_on: string;
}
/**
 * A weighted set of project categories to buy from.
 */
export interface Portfolio {
  /**
   * Id of the portfolio.
   */
  id: string;
  /**
   * Name.
   */
  name: string;
  /**
   * Short description.
   */
  summary: string;
  /**
   * Full description.
   */
  description: string;
  /**
   * URL of a picture.
   */
  primary_image_url: string | null;
}
/**
 * A portfolio with its prices and categories.
 */
export interface PortfolioDetail {
  /**
   * Id of the portfolio.
   */
  id: string;
  /**
   * Name.
   */
  name: string;
  /**
   * Short description.
   */
  summary: string;
  /**
   * Full description.
   */
  description: string;
  /**
   * URL of a picture.
   */
  primary_image_url: string | null;
  /**
   * Currency of all amounts here: an ISO 4217 code in lower case.
   */
  currency: string;
  /**
   * Upper bound of the price per kg through checkout sessions: the price per tonne / 1000, rounded up. Totals are calculated from the price per tonne. Null in other currencies.
   */
  checkout_price_per_kg_usd_cents: number | null;
  /**
   * Upper bound of the price per kg of orders placed through the API: the price per tonne / 1000, rounded up. Totals are calculated from the price per tonne. Null in other currencies.
   */
  api_price_per_kg_usd_cents: number | null;
  /**
   * Price per tonne through checkout sessions. In minor units of `currency`.
   */
  checkout_price_per_tonne: number | null;
  /**
   * Price per tonne through checkout sessions. In US cents; null in other currencies.
   */
  checkout_price_per_tonne_usd_cents: number | null;
  /**
   * Price per tonne of orders placed through the API. In minor units of `currency`.
   */
  api_price_per_tonne: number | null;
  /**
   * Price per tonne of orders placed through the API. In US cents; null in other currencies.
   */
  api_price_per_tonne_usd_cents: number | null;
  /**
   * Categories of the portfolio and their shares.
   */
  category_allocations: {
    category: ProjectCategory;
    /**
     * Share of the category. The shares of a portfolio sum to 1.
     */
    allocated_fraction: number;
  }[];
}
/**
 * A category of projects, with its projects.
 */
export interface ProjectCategory {
  /**
   * Id of the category.
   */
  id: string;
  /**
   * Name.
   */
  name: string;
  /**
   * Description of the category.
   */
  description: string;
  /**
   * URL of a picture.
   */
  primary_image_url: string | null;
  /**
   * Currency of all amounts here: an ISO 4217 code in lower case.
   */
  currency: string;
  /**
   * Price per tonne of orders placed through the API, as far as a portfolio's price is derived; null if the category has none in your currency. In minor units of `currency`.
   */
  api_price_per_tonne: number | null;
  /**
   * Price per tonne of orders placed through the API, as far as a portfolio's price is derived; null if the category has none in your currency. In US cents; null in other currencies.
   */
  api_price_per_tonne_usd_cents: number | null;
  /**
   * Price per tonne through checkout sessions, as far as a portfolio's price is derived; null if the category has none in your currency. In minor units of `currency`.
   */
  checkout_price_per_tonne: number | null;
  /**
   * Price per tonne through checkout sessions, as far as a portfolio's price is derived; null if the category has none in your currency. In US cents; null in other currencies.
   */
  checkout_price_per_tonne_usd_cents: number | null;
  /**
   * Projects of the category.
   */
  projects: Project[];
}
/**
 * A project with its issued credits.
 */
export interface ProjectDetail {
  /**
   * Id of the project.
   */
  id: string;
  /**
   * Name.
   */
  name: string;
  /**
   * Type of the project.
   */
  type: string;
  /**
   * Short description.
   */
  summary: string;
  /**
   * Full description.
   */
  description: string;
  /**
   * Organization that runs the project.
   */
  developer: string;
  /**
   * Location of the project.
   */
  location_name: string;
  /**
   * Latitude in degrees, north is positive.
   */
  location_latitude: number | null;
  /**
   * Longitude in degrees, east is positive.
   */
  location_longitude: number | null;
  /**
   * URL of a picture.
   */
  primary_image_url: string | null;
  /**
   * Name of the registry.
   */
  registry_name: string;
  /**
   * Id of the project at the registry. Null if unknown.
   */
  registry_id: string | null;
  /**
   * URL of the project at the registry.
   */
  registry_url: string | null;
  /**
   * Numbers of the UN Sustainable Development Goals that the project supports.
   */
  un_sdg_goals: number[];
  /**
   * Activities of the project.
   */
  activity_types: string[];
  /**
   * Methodology for counting its credits.
   */
  methodology: string | null;
  /**
   * Organization that verified the project.
   */
  verifier: string | null;
  /**
   * Time that the carbon is stored.
   */
  permanence: string | null;
  /**
   * First and last year of the project.
   */
  lifetime: {
    /**
     * First year.
     */
    start_year: number;
    /**
     * Last year.
     */
    end_year: number;
  } | null;
  /**
   * Type of impact, such as removal or avoidance of emissions.
   */
  impact_type: string | null;
  /**
   * Review of the project before it was offered.
   */
  due_diligence: string | null;
  /**
   * Benefits other than carbon.
   */
  beyond_carbon: string | null;
  /**
   * Risk that stored carbon is released again.
   */
  risk_of_reversal: string | null;
  /**
   * Labels from third parties.
   */
  third_party_labels: string[];
  /**
   * Country of the project (ISO 3166-1 alpha-2). Null if not stated.
   */
  country_code: string | null;
  /**
   * Whether the project removes CO2 from the air, reduces emissions, or both (`mixed`). Null if not stated.
   */
  mechanism: ("removal" | "reduction" | "mixed") | null;
  /**
   * Where removed carbon is stored. Null for projects without removals, and if not stated.
   */
  sink: ("biogenic" | "technological") | null;
  /**
   * Years for which removed carbon stays stored. Null if not stated.
   */
  durability_years: number | null;
  /**
   * Period for which the registry issues credits. Null if not stated.
   */
  crediting_period: {
    /**
     * First day.
     */
    start: string;
    /**
     * Last day. Null if not stated.
     */
    end: string | null;
  } | null;
  /**
   * Protocol of the registry that the project follows. Null if not stated.
   */
  protocol: string | null;
  /**
   * Credits issued by the registry.
   */
  credit_issuances: {
    /**
     * Year of the reductions.
     */
    vintage_year: number;
    /**
     * Issued credits in tonnes.
     */
    total_amount: number;
  }[];
}
/**
 * Kilograms of one lot that belong to one order, with their evidence.
 */
export interface RetirementListItem {
  /**
   * Id of the retirement, for cursors.
   */
  id: string;
  /**
   * Id of the order.
   */
  order_id: string;
  /**
   * Id of the order's subaccount. Null if it belongs to the account.
   */
  subaccount_id: string | null;
  /**
   * Your own reference of the order.
   */
  metadata: string | null;
  /**
   * Time at which these kg were set aside for the order, irrevocably.
   */
  retired_on: string;
  /**
   * Amount in kg of CO2e.
   */
  amount_kg: number;
  /**
   * Id of the project.
   */
  project_id: string;
  /**
   * Name of the project.
   */
  project_name: string;
  /**
   * Type of the project.
   */
  project_type: string;
  /**
   * Country of the project (ISO 3166-1 alpha-2). Null if not stated.
   */
  country_code: string | null;
  /**
   * Whether the project removes CO2 from the air, reduces emissions, or both (`mixed`). Null if not stated.
   */
  mechanism: ("removal" | "reduction" | "mixed") | null;
  /**
   * Where removed carbon is stored. Null for projects without removals, and if not stated.
   */
  sink: ("biogenic" | "technological") | null;
  /**
   * Vintage of the credits.
   */
  vintage_year: number;
  /**
   * Key of the registry, as in the filter.
   */
  registry: string;
  /**
   * Id of the project at the registry.
   */
  registry_project_id: string | null;
  /**
   * Serial numbers of the tonnes that contain these kg.
   */
  serial_number_range: string;
  /**
   * The registry's name for the unit. Null if not stated.
   */
  credit_type: string | null;
  /**
   * Labels of the credits today, such as CCP. Empty if not stated.
   */
  labels: {
    /**
     * Name of the scheme.
     */
    scheme: string;
    /**
     * Date of the label. Null if not stated.
     */
    granted_on: string | null;
    /**
     * Source of the label. Null if not stated.
     */
    source_url: string | null;
  }[];
  /**
   * Adjustment under Article 6 of the Paris Agreement. Null if not stated.
   */
  corresponding_adjustment: ("none" | "authorized" | "applied") | null;
  /**
   * Letter of the host country. Null if not stated.
   */
  corresponding_adjustment_url: string | null;
  /**
   * What the registry has recorded: `pending` nothing yet, `requested`, `retired`, `disputed` for another beneficiary, `cancelled` without a retirement. `unreported`: allocated before evidence was kept.
   */
  registry_status: "disputed" | "cancelled" | "unreported" | "pending" | "requested" | "retired";
  /**
   * Kg of this retirement that the registry has retired.
   */
  registry_retired_kg: number;
  /**
   * Id of the registry's latest retirement of these kg. Null unless `retired`.
   */
  registry_retirement_id: string | null;
  /**
   * Date of the latest retirement at the registry. Null unless `retired`.
   */
  registry_retired_on: string | null;
  /**
   * The registry's own reference. Null unless `retired`, or if it has none.
   */
  registry_reference: string | null;
  /**
   * Beneficiary at the registry of tonnes that several orders share. Otherwise null.
   */
  registry_beneficiary: string | null;
  /**
   * URL of the retirement at the registry, or of the lot. Null if there is no page.
   */
  url: string | null;
  /**
   * Part of `amount_kg` that no longer counts: the registry's records show it as retired for someone else, and other credits were substituted.
   */
  replaced_kg: number;
  /**
   * Time at which these credits were allocated in place of disputed ones. Null for the credits first allocated.
   */
  substituted_on: string | null;
  /**
   * The order's public certificate.
   */
  certificate_public_url: string;
}
/**
 * An account's balance.
 */
export interface Balance {
  /**
   * Currency of all amounts here: an ISO 4217 code.
   */
  currency: string;
  /**
   * `prepaid` if orders are paid from deposits, `invoice` if they are paid by monthly invoice, `billed_elsewhere` if they are not limited and not billed here, null if your account has no billing terms: then test orders are not limited, and live orders of a new account are refused with 402 `payment-required`.
   */
  terms: ("invoice" | "prepaid" | "billed_elsewhere") | null;
  /**
   * Deposits and payments less orders, with tax. Below zero is what your account owes, including orders that are not on an invoice yet. In minor units of `currency`.
   */
  balance: number;
  /**
   * Deposits and payments less orders, with tax. Below zero is what your account owes, including orders that are not on an invoice yet. In US cents; null in other currencies.
   */
  balance_usd_cents: number | null;
  /**
   * How far below zero orders may take the balance; null if nothing limits them. In minor units of `currency`.
   */
  credit_limit: number | null;
  /**
   * How far below zero orders may take the balance; null if nothing limits them. In US cents; null in other currencies.
   */
  credit_limit_usd_cents: number | null;
  /**
   * What orders can still cost, with tax, before they are refused with 402 `payment-required`; null if nothing limits them. In minor units of `currency`.
   */
  available: number | null;
  /**
   * What orders can still cost, with tax, before they are refused with 402 `payment-required`; null if nothing limits them. In US cents; null in other currencies.
   */
  available_usd_cents: number | null;
  /**
   * Rate of the tax that is added to the price of an order when it is charged: 1900 is 19%.
   */
  tax_rate_basis_points: number;
}
/**
 * An issued invoice or credit note.
 */
export interface Invoice {
  /**
   * Id.
   */
  id: string;
  /**
   * Number, without gaps.
   */
  number: string;
  /**
   * Invoice or credit note.
   */
  kind: "invoice" | "credit_note";
  /**
   * Month of the orders, in UTC.
   */
  period: string;
  /**
   * Date of issue.
   */
  issued_on: string;
  /**
   * Date by which it is to be paid; null if nothing is to be paid.
   */
  due_on: string | null;
  /**
   * State of an invoice; null for a credit note.
   */
  state: ("open" | "paid" | "credited") | null;
  /**
   * Currency of all amounts here: an ISO 4217 code.
   */
  currency: string;
  /**
   * Sum of the lines, without tax. In minor units of `currency`.
   */
  net: number;
  /**
   * Sum of the lines, without tax. In US cents; null in other currencies.
   */
  net_usd_cents: number | null;
  /**
   * Tax. In minor units of `currency`.
   */
  tax: number;
  /**
   * Tax. In US cents; null in other currencies.
   */
  tax_usd_cents: number | null;
  /**
   * Sum with tax. In minor units of `currency`.
   */
  total: number;
  /**
   * Sum with tax. In US cents; null in other currencies.
   */
  total_usd_cents: number | null;
  /**
   * Payments recorded for it. In minor units of `currency`.
   */
  paid: number;
  /**
   * Payments recorded for it. In US cents; null in other currencies.
   */
  paid_usd_cents: number | null;
  /**
   * Credit notes issued for it. In minor units of `currency`.
   */
  credited: number;
  /**
   * Credit notes issued for it. In US cents; null in other currencies.
   */
  credited_usd_cents: number | null;
  /**
   * Amount still to pay. In minor units of `currency`.
   */
  open: number;
  /**
   * Amount still to pay. In US cents; null in other currencies.
   */
  open_usd_cents: number | null;
  /**
   * Days since `due_on`, in UTC; 0 if nothing is open or it is not due yet.
   */
  overdue_days: number;
  /**
   * For a credit note: id of the invoice that it credits.
   */
  credits_invoice_id: string | null;
  /**
   * Who issued it.
   */
  seller: {
    /**
     * Legal name.
     */
    legal_name: string;
    /**
     * Address, in lines.
     */
    address: string;
    /**
     * ISO 3166-1 alpha-2 code.
     */
    country_code: string;
    /**
     * Tax id.
     */
    tax_id: string | null;
  };
  /**
   * Who it is addressed to.
   */
  buyer: {
    /**
     * Legal name.
     */
    legal_name: string;
    /**
     * Address, in lines.
     */
    address: string;
    /**
     * ISO 3166-1 alpha-2 code.
     */
    country_code: string;
    /**
     * Tax id.
     */
    tax_id: string | null;
  };
  /**
   * For a credit note: why it was issued.
   */
  reason: string | null;
  /**
   * Orders by portfolio, subaccount and price.
   */
  lines: {
    /**
     * Name of the portfolio.
     */
    portfolio: string;
    /**
     * Name of the subaccount; null without one.
     */
    subaccount: string | null;
    /**
     * Number of orders.
     */
    orders: number;
    /**
     * Sum of their amounts in kg.
     */
    amount_kg: number;
    /**
     * Price per tonne. In minor units of `currency`.
     */
    price_per_tonne: number;
    /**
     * Price per tonne. In US cents; null in other currencies.
     */
    price_per_tonne_usd_cents: number | null;
    /**
     * Sum of their prices, or of what is credited of them. In minor units of `currency`.
     */
    net: number;
    /**
     * Sum of their prices, or of what is credited of them. In US cents; null in other currencies.
     */
    net_usd_cents: number | null;
  }[];
  /**
   * Taxes by rule.
   */
  taxes: {
    /**
     * Name of the tax.
     */
    name: string;
    /**
     * `standard`, `reverse_charge`, `out_of_scope` or `zero`.
     */
    kind: string;
    /**
     * Rate: 1900 is 19%.
     */
    rate_basis_points: number;
    /**
     * Legal text printed on the document.
     */
    legal_text: string | null;
    /**
     * Amount that it applies to. In minor units of `currency`.
     */
    net: number;
    /**
     * Amount that it applies to. In US cents; null in other currencies.
     */
    net_usd_cents: number | null;
    /**
     * The tax. In minor units of `currency`.
     */
    tax: number;
    /**
     * The tax. In US cents; null in other currencies.
     */
    tax_usd_cents: number | null;
  }[];
  /**
   * Tax in the currency of the country that charges it, where the law wants it stated; else null.
   */
  national_tax: {
    /**
     * The national currency: an ISO 4217 code.
     */
    currency: string;
    /**
     * Day whose rate counts.
     */
    tax_point: string;
    /**
     * Exchange rates; two if they go through the euro.
     */
    rates: {
      /**
       * Currency.
       */
      from: string;
      /**
       * Currency.
       */
      to: string;
      /**
       * Units of `to` for one of `from`.
       */
      rate: string;
      /**
       * First day of the rate.
       */
      valid_from: string;
      /**
       * Last day of the rate.
       */
      valid_to: string;
      /**
       * Where it was published.
       */
      source: string;
    }[];
    /**
     * Net amount with tax in minor units of the national currency, or null.
     */
    net: number | null;
    /**
     * Tax in minor units of the national currency.
     */
    tax: number;
  } | null;
  /**
   * Digest of everything that the document shows. It never changes.
   */
  content_sha256: string;
}
/**
 * A month of the account. Its lines have the orders, serial numbers and evidence.
 */
export interface Statement {
  /**
   * Calendar month in UTC.
   */
  month: string;
  /**
   * Start of the month.
   */
  starts_on: string;
  /**
   * Start of the next month.
   */
  ends_on: string;
  /**
   * False while the month goes on.
   */
  is_complete: boolean;
  /**
   * The subaccount that the statement was filtered by. Null for the whole account.
   */
  subaccount_id: string | null;
  /**
   * Name of this subaccount today.
   */
  subaccount_name: string | null;
  /**
   * Time of this statement. Registries may record retirements later.
   */
  created_on: string;
  /**
   * Currency of all amounts here: an ISO 4217 code.
   */
  currency: string;
  /**
   * Orders placed in the month, less those cancelled in it. May be negative.
   */
  ordered: {
    /**
     * Orders that the account pays: their price is its cost.
     */
    api: {
      /**
       * Number of orders.
       */
      orders: number;
      /**
       * Kg of CO2e.
       */
      amount_kg: number;
      /**
       * Total price of the orders. In minor units of `currency`.
       */
      price: number;
      /**
       * Total price of the orders. In US cents; null in other currencies.
       */
      price_usd_cents: number | null;
    };
    /**
     * Orders that customers paid on the checkout page.
     */
    checkout: {
      /**
       * Number of orders.
       */
      orders: number;
      /**
       * Kg of CO2e.
       */
      amount_kg: number;
      /**
       * Total price of the orders. In minor units of `currency`.
       */
      price: number;
      /**
       * Total price of the orders. In US cents; null in other currencies.
       */
      price_usd_cents: number | null;
    };
  };
  /**
   * Orders fulfilled in the month, on the day of fulfillment.
   */
  sold: {
    /**
     * Orders that the account pays: their price is its cost.
     */
    api: {
      /**
       * Number of orders.
       */
      orders: number;
      /**
       * Kg of CO2e.
       */
      amount_kg: number;
      /**
       * Total price of the orders. In minor units of `currency`.
       */
      price: number;
      /**
       * Total price of the orders. In US cents; null in other currencies.
       */
      price_usd_cents: number | null;
    };
    /**
     * Orders that customers paid on the checkout page.
     */
    checkout: {
      /**
       * Number of orders.
       */
      orders: number;
      /**
       * Kg of CO2e.
       */
      amount_kg: number;
      /**
       * Total price of the orders. In minor units of `currency`.
       */
      price: number;
      /**
       * Total price of the orders. In US cents; null in other currencies.
       */
      price_usd_cents: number | null;
    };
  };
  /**
   * Invoices and credit notes issued in the month. A month's API orders are on the invoice that is issued after it. Null for a subaccount.
   */
  billed: {
    /**
     * Number of invoices.
     */
    invoices: number;
    /**
     * Sum of the invoices, with tax. In minor units of `currency`.
     */
    invoiced: number;
    /**
     * Sum of the invoices, with tax. In US cents; null in other currencies.
     */
    invoiced_usd_cents: number | null;
    /**
     * Number of credit notes.
     */
    credit_notes: number;
    /**
     * Sum of the credit notes, with tax. In minor units of `currency`.
     */
    credited: number;
    /**
     * Sum of the credit notes, with tax. In US cents; null in other currencies.
     */
    credited_usd_cents: number | null;
    /**
     * Tax of the invoices less that of the credit notes. In minor units of `currency`.
     */
    tax: number;
    /**
     * Tax of the invoices less that of the credit notes. In US cents; null in other currencies.
     */
    tax_usd_cents: number | null;
    /**
     * Invoices less credit notes, with tax. May be negative. In minor units of `currency`.
     */
    billed: number;
    /**
     * Invoices less credit notes, with tax. May be negative. In US cents; null in other currencies.
     */
    billed_usd_cents: number | null;
  } | null;
  /**
   * Money of customers. It is not part of the account's cost.
   */
  customers_paid: {
    /**
     * Number of payments.
     */
    payments: number;
    /**
     * Payments of checkouts in the month. In minor units of `currency`.
     */
    paid: number;
    /**
     * Payments of checkouts in the month. In US cents; null in other currencies.
     */
    paid_usd_cents: number | null;
    /**
     * Refunds and lost disputes in the month, whenever they were paid, less earlier ones that failed or were won in it. May be negative. In minor units of `currency`.
     */
    refunded: number;
    /**
     * Refunds and lost disputes in the month, whenever they were paid, less earlier ones that failed or were won in it. May be negative. In US cents; null in other currencies.
     */
    refunded_usd_cents: number | null;
    /**
     * The part of the refunds that is lost disputes. May be negative. In minor units of `currency`.
     */
    lost_disputes: number;
    /**
     * The part of the refunds that is lost disputes. May be negative. In US cents; null in other currencies.
     */
    lost_disputes_usd_cents: number | null;
    /**
     * What providers kept of the payments, as far as they report it. In minor units of `currency`.
     */
    fees: number;
    /**
     * What providers kept of the payments, as far as they report it. In US cents; null in other currencies.
     */
    fees_usd_cents: number | null;
    /**
     * Fees of providers that settle in other currencies.
     */
    other_fees: {
      /**
       * Currency of all amounts here: an ISO 4217 code in lower case.
       */
      currency: string;
      /**
       * In minor units of `currency`.
       */
      amount: number;
    }[];
    /**
     * Payments less refunds. May be negative. In minor units of `currency`.
     */
    net: number;
    /**
     * Payments less refunds. May be negative. In US cents; null in other currencies.
     */
    net_usd_cents: number | null;
    /**
     * Tax within payments, less tax within refunds. In minor units of `currency`.
     */
    tax: number;
    /**
     * Tax within payments, less tax within refunds. In US cents; null in other currencies.
     */
    tax_usd_cents: number | null;
    /**
     * Payments less refunds, their tax and fees. In minor units of `currency`.
     */
    net_of_tax_and_fees: number;
    /**
     * Payments less refunds, their tax and fees. In US cents; null in other currencies.
     */
    net_of_tax_and_fees_usd_cents: number | null;
    /**
     * Payments and refunds by the customer's country and tax rule.
     */
    taxes: StatementTax[];
  };
  /**
   * Kg sold that registries have retired until now, with credits that replaced others. The rest is pending.
   */
  registry_retired_kg: number;
  /**
   * What was sold, by channel, subaccount, portfolio, project and vintage.
   */
  groups: StatementGroup[];
}
/**
 * Customers' money under one tax rule.
 */
export interface StatementTax {
  /**
   * Country of the customers. Null where it was not asked.
   */
  country_code: string | null;
  /**
   * Id of the tax rule. Null where none covered the sales.
   */
  rule_id: string | null;
  /**
   * `standard`, `reverse_charge`, `out_of_scope` or `zero`.
   */
  kind: string | null;
  /**
   * Name of the tax.
   */
  name: string | null;
  /**
   * Rate: 2000 is 20%.
   */
  rate_basis_points: number | null;
  /**
   * Number of payments.
   */
  payments: number;
  /**
   * Payments, with tax. In minor units of `currency`.
   */
  paid: number;
  /**
   * Payments, with tax. In US cents; null in other currencies.
   */
  paid_usd_cents: number | null;
  /**
   * Tax within the payments, as the checkout page showed it. In minor units of `currency`.
   */
  paid_tax: number;
  /**
   * Tax within the payments, as the checkout page showed it. In US cents; null in other currencies.
   */
  paid_tax_usd_cents: number | null;
  /**
   * Refunds and lost disputes, with tax. In minor units of `currency`.
   */
  refunded: number;
  /**
   * Refunds and lost disputes, with tax. In US cents; null in other currencies.
   */
  refunded_usd_cents: number | null;
  /**
   * Tax within the refunds. In minor units of `currency`.
   */
  refunded_tax: number;
  /**
   * Tax within the refunds. In US cents; null in other currencies.
   */
  refunded_tax_usd_cents: number | null;
  /**
   * Tax to declare: of payments less that of refunds. In minor units of `currency`.
   */
  tax: number;
  /**
   * Tax to declare: of payments less that of refunds. In US cents; null in other currencies.
   */
  tax_usd_cents: number | null;
}
/**
 * What was sold of one vintage of a project.
 */
export interface StatementGroup {
  /**
   * `api`: the account pays the operator. `checkout`: a customer paid.
   */
  channel: "api" | "checkout";
  /**
   * Id of the order's subaccount. Null if it belongs to the account.
   */
  subaccount_id: string | null;
  /**
   * Name of the subaccount today.
   */
  subaccount_name: string | null;
  /**
   * Id of the portfolio.
   */
  portfolio_id: string;
  /**
   * Name of the portfolio.
   */
  portfolio_name: string;
  /**
   * Id of the project.
   */
  project_id: string;
  /**
   * Name of the project.
   */
  project_name: string;
  /**
   * Vintage of the credits.
   */
  vintage_year: number;
  /**
   * Key of the registry.
   */
  registry: string;
  /**
   * Kg of CO2e sold.
   */
  amount_kg: number;
  /**
   * Share of the orders' prices. In minor units of `currency`.
   */
  price: number;
  /**
   * Share of the orders' prices. In US cents; null in other currencies.
   */
  price_usd_cents: number | null;
  /**
   * Kg that the registry has retired until now.
   */
  registry_retired_kg: number;
  /**
   * Part of the kg that other credits replaced later.
   */
  replaced_kg: number;
  /**
   * Kg that replaced others. They were not sold again.
   */
  replacement_kg: number;
}
/**
 * A line of a month's statement: a sale, a payment or refund of a customer, or a document.
 */
export interface StatementLine {
  /**
   * Id of the line, for the cursor.
   */
  id: string;
  /**
   * `sale`: credits of one lot for an order. `replacement`: credits of one lot that replaced others of an order; they were not sold again. `payment`, `refund`, `fee`: of a customer's payment. `invoice`, `credit_note`: for API orders, issued to the account.
   */
  kind: "sale" | "replacement" | "payment" | "refund" | "fee" | "invoice" | "credit_note";
  /**
   * Time of fulfillment, payment, refund or issue.
   */
  occurred_on: string;
  /**
   * Id of the order.
   */
  order_id: string | null;
  /**
   * Time of the order.
   */
  ordered_on: string | null;
  /**
   * `api`: the account pays the operator. `checkout`: a customer paid.
   */
  channel: ("api" | "checkout") | null;
  /**
   * Id of the order's subaccount. Null if it belongs to the account.
   */
  subaccount_id: string | null;
  /**
   * Name of the subaccount today.
   */
  subaccount_name: string | null;
  /**
   * Id of the portfolio.
   */
  portfolio_id: string | null;
  /**
   * Name of the portfolio.
   */
  portfolio_name: string | null;
  /**
   * Id of the project.
   */
  project_id: string | null;
  /**
   * Name of the project.
   */
  project_name: string | null;
  /**
   * Vintage of the credits.
   */
  vintage_year: number | null;
  /**
   * Key of the registry.
   */
  registry: string | null;
  /**
   * Id of the project at the registry.
   */
  registry_project_id: string | null;
  /**
   * Kg of CO2e sold.
   */
  amount_kg: number | null;
  /**
   * The order's price per tonne. In minor units of `currency`.
   */
  price_per_tonne: number | null;
  /**
   * The order's price per tonne. In US cents; null in other currencies.
   */
  price_per_tonne_usd_cents: number | null;
  /**
   * Share of the order's price; or the amount of the payment, refund or document. Negative for an earlier refund that failed, a lost dispute that was won, or a fee that was corrected. In minor units of `currency`.
   */
  amount: number;
  /**
   * Share of the order's price; or the amount of the payment, refund or document. Negative for an earlier refund that failed, a lost dispute that was won, or a fee that was corrected. In US cents; null in other currencies.
   */
  amount_usd_cents: number | null;
  /**
   * Tax within the amount: of an invoice or credit note; of a payment or refund, as the checkout page showed it. In minor units of `currency`.
   */
  tax: number | null;
  /**
   * Tax within the amount: of an invoice or credit note; of a payment or refund, as the checkout page showed it. In US cents; null in other currencies.
   */
  tax_usd_cents: number | null;
  /**
   * For payments and refunds: name of the tax.
   */
  tax_name: string | null;
  /**
   * For payments and refunds: 1900 is 19%.
   */
  tax_rate_basis_points: number | null;
  /**
   * For payments and refunds: id of the tax rule.
   */
  tax_rule_id: string | null;
  /**
   * For payments and refunds: country of the customer.
   */
  customer_country_code: string | null;
  /**
   * Currency of all amounts here: an ISO 4217 code.
   */
  currency: string;
  /**
   * Serial numbers of the tonnes that contain these kg.
   */
  serial_number_range: string | null;
  /**
   * What the registry has recorded.
   */
  registry_status:
    ("disputed" | "cancelled" | "unreported" | "pending" | "requested" | "retired") | null;
  /**
   * Kg that the registry has retired.
   */
  registry_retired_kg: number | null;
  /**
   * Kg that other credits replaced later, because a registry shows these as someone else's. The order's certificate has the others.
   */
  replaced_kg: number | null;
  /**
   * Kg that replaced others.
   */
  replacement_kg: number | null;
  /**
   * Date at the registry.
   */
  registry_retired_on: string | null;
  /**
   * The registry's own reference.
   */
  registry_reference: string | null;
  /**
   * URL of the retirement at the registry, or of the lot.
   */
  url: string | null;
  /**
   * Id of the checkout session.
   */
  checkout_session_id: string | null;
  /**
   * Id of the payment.
   */
  payment_id: string | null;
  /**
   * The payment provider's own reference.
   */
  payment_reference: string | null;
  /**
   * Number of the invoice or credit note.
   */
  document_number: string | null;
  /**
   * Your own reference of the order.
   */
  metadata: string | null;
  /**
   * Description of the order.
   */
  description: string | null;
  /**
   * The order's public certificate.
   */
  certificate_public_url: string | null;
}
/**
 * Kg of fulfilled orders by category and project.
 */
export interface ImpactData {
  /**
   * Name of the account or subaccount.
   */
  name: string;
  /**
   * Logo of the account or subaccount, if it has one.
   */
  logo_url: string | null;
  /**
   * Kg of CO2e of the fulfilled orders that were placed in the period.
   */
  total_offset_kgs: number;
  /**
   * Part of the kg whose retirement the registries have recorded.
   */
  registry_retired_kgs: number;
  /**
   * The other part: set aside, without a registry's record of retirement. It is pending, requested, unreported or disputed; each order says which.
   */
  pending_kgs: number;
  /**
   * Part of the total that is the account's or subaccount's own: no other beneficiary is named.
   */
  own_kgs: number;
  /**
   * The other part: for subaccounts, for customers of the checkout, and for named beneficiaries.
   */
  for_others_kgs: number;
  equivalents: ImpactEquivalents;
  /**
   * Start of the period: `from`, or the creation of the account.
   */
  since_date: string;
  /**
   * End of the period: `to`, or the last millisecond of its date. Null: no end.
   */
  to_date: string | null;
  /**
   * Shares by category.
   */
  categories: ImpactCategory[];
}
/**
 * The total as other amounts of CO2e, rounded to one decimal. They are comparisons of size: they do not lower anyone's footprint.
 */
export interface ImpactEquivalents {
  /**
   * Gasoline passenger cars driven for one year, 4,290 kg each (US EPA).
   */
  cars_off_the_road: number;
  /**
   * Tree seedlings grown for 10 years, 60 kg each (US EPA).
   */
  trees_planted: number;
  /**
   * Energy use of US homes for one year, 7,450 kg each (US EPA).
   */
  homes_annual_energy_usage: number;
  /**
   * Same as `homes_annual_energy_usage`, for clients that use this spelling.
   */
  "homes_annual_energy usages": number;
  /**
   * Passengers flown from Los Angeles to New York, 406.9 kg each (US EPA).
   */
  flights_lax_to_nyc: number;
}
/**
 * Share of a category in the total. A project in several categories counts in the first one of the catalogue. A project without a category is grouped by its type.
 */
export interface ImpactCategory {
  /**
   * Category.
   */
  category: {
    /**
     * Name of the category.
     */
    name: string;
    /**
     * Description of the category.
     */
    description: string;
  };
  /**
   * Amount in kg of CO2e.
   */
  offset_kgs: number;
  /**
   * Part of the kg whose retirement the registries have recorded.
   */
  registry_retired_kgs: number;
  /**
   * The other part: set aside, without a registry's record of retirement. It is pending, requested, unreported or disputed; each order says which.
   */
  pending_kgs: number;
  /**
   * Projects of the category with their shares.
   */
  projects: ImpactProject[];
}
/**
 * Share of a project in the total.
 */
export interface ImpactProject {
  project: Project;
  /**
   * Amount in kg of CO2e.
   */
  offset_kgs: number;
  /**
   * Part of the kg whose retirement the registries have recorded.
   */
  registry_retired_kgs: number;
  /**
   * The other part: set aside, without a registry's record of retirement. It is pending, requested, unreported or disputed; each order says which.
   */
  pending_kgs: number;
  /**
   * Vintages of the credits.
   */
  vintages: string;
}
/**
 * Configuration of a hosted impact page.
 */
export interface HostedPageConfig {
  /**
   * True if the page is public.
   */
  enabled: boolean;
  /**
   * Address of the page.
   */
  url: string;
  /**
   * Equivalents on the page, always in this order.
   */
  enabled_equivalents: ("cars" | "homes" | "flights" | "trees")[];
  /**
   * Sections of the page, always listed in this order.
   */
  sections: ("map" | "equivalents" | "timeline" | "projects")[];
  /**
   * Tonnes that the page headlines while it has such tonnes.
   */
  headline: "own" | "for_others";
  /**
   * True if search engines may list the page and the sitemap includes it. Always false for test accounts.
   */
  listed: boolean;
}
/**
 * Result of a verification.
 */
export interface Verification {
  /**
   * The certificate of the order. Empty for a query by serial numbers, which says nothing about who holds them.
   */
  data: VerifiedCertificate[];
  /**
   * True if the kg of `serials` are of the first certificates only. Query fewer serial numbers.
   */
  has_more: boolean;
  /**
   * For a query by serial numbers: the share of each certificate, without its number and holder. Empty for other queries.
   */
  retirements: VerifiedSerials[];
  /**
   * Status of the serial numbers in each mode in which an order has any of them. Serial numbers in stock that no order has are not included.
   */
  serials: SerialStatus[];
}
/**
 * Public data of an order.
 */
export interface VerifiedCertificate {
  /**
   * Number of the order.
   */
  order_number: string;
  /**
   * `test`: sandbox credits; no real credits were retired.
   */
  mode: "live" | "test";
  /**
   * `fulfilled`: credits are allocated to the order, irrevocably. `registry_status` says whether the registry has retired them. `placed`: none are yet. `cancelled`: none will be.
   */
  state: "placed" | "fulfilled" | "cancelled";
  /**
   * What may be claimed about the credits now.
   */
  statement: string;
  /**
   * Status of the credits at their registries, the weakest of all parts in the order disputed, cancelled, unreported, pending, requested, retired. Null unless fulfilled. `pending`: the registry has not been asked to retire them. `requested`: it has been asked and has not confirmed. `retired`: it has recorded the retirement. `cancelled`: it has cancelled some or all of them without a retirement. `disputed`: its records show some or all of them as retired for someone else. `unreported`: allocated before this service kept registry records, and none is on file.
   */
  registry_status:
    ("disputed" | "cancelled" | "unreported" | "pending" | "requested" | "retired") | null;
  /**
   * Latest date of the registries' records. Null unless `registry_status` is `retired`.
   */
  registry_retired_on: string | null;
  /**
   * Current revision of the certificate.
   */
  revision: number;
  /**
   * Time of the current revision.
   */
  status_as_of: string;
  /**
   * Whether the queried `revision` is the current one. Null without `revision`.
   */
  is_current_revision: boolean | null;
  /**
   * When the credits were retired in the seller's ledger. Null unless the order is fulfilled.
   */
  retired_on: string | null;
  /**
   * For whom the credits are. Null if the order is cancelled.
   */
  beneficiary: {
    /**
     * Name of the beneficiary.
     */
    name: string;
  } | null;
  /**
   * Seller of the credits. Null if the order is cancelled.
   */
  seller: {
    /**
     * Name of the seller.
     */
    name: string;
  } | null;
  /**
   * Amount of the whole order. Null if it is cancelled.
   */
  amount_kg: number | null;
  /**
   * Page of the certificate.
   */
  certificate_public_url: string;
  /**
   * Complete certificate as JSON. Null if the order is cancelled.
   */
  certificate_json_url: string | null;
  /**
   * Retirements of the order. Empty unless it is fulfilled.
   */
  retirements: VerifiedRetirement[];
}
/**
 * Credits of an order from one lot.
 */
export interface VerifiedRetirement {
  /**
   * Project that issued the credits.
   */
  project: {
    /**
     * ID of the project.
     */
    id: string;
    /**
     * Name of the project.
     */
    name: string;
    /**
     * Name of the registry.
     */
    registry_name: string;
    /**
     * ID of the project in the registry. Null if unknown.
     */
    registry_id: string | null;
  };
  /**
   * Year of the reductions or removals.
   */
  vintage_year: number;
  /**
   * Serial numbers of the retirement, in the registry's format.
   */
  serial_number_range: string;
  /**
   * Amount of the retirement.
   */
  amount_kg: number;
  /**
   * Status of these credits at the registry. `pending`: the registry has not been asked to retire them. `requested`: it has been asked and has not confirmed. `retired`: it has recorded the retirement. `cancelled`: it has cancelled some or all of them without a retirement. `disputed`: its records show some or all of them as retired for someone else. `unreported`: allocated before this service kept registry records, and none is on file.
   */
  registry_status: "disputed" | "cancelled" | "unreported" | "pending" | "requested" | "retired";
  /**
   * Part of the amount that the registry's records cover.
   */
  registry_retired_kg: number;
  /**
   * Part of the amount that the registry's records show as retired for someone else.
   */
  registry_disputed_kg: number;
  /**
   * Latest date of the registry's records. Null unless retired.
   */
  registry_retired_on: string | null;
  /**
   * The registry's reference of its latest record, if it has one.
   */
  registry_reference: string | null;
  /**
   * Name in the registry's record of a tonne that several customers share. Otherwise null.
   */
  registry_beneficiary: string | null;
  /**
   * Part of the amount that no longer counts: the registry's records show it as retired for someone else, or as cancelled, and other credits were substituted.
   */
  replaced_kg: number;
  /**
   * Time of the latest substitution. Null unless `replaced_kg` is positive.
   */
  replaced_on: string | null;
  /**
   * Reason of the latest substitution.
   */
  replaced_as: ("disputed" | "cancelled") | null;
  /**
   * Time at which these credits were allocated in place of others. Null for the credits first allocated.
   */
  substituted_on: string | null;
  /**
   * URL of the retirement at the registry, if it has one.
   */
  url: string | null;
}
/**
 * Share of one certificate in serial numbers.
 */
export interface VerifiedSerials {
  /**
   * `test`: sandbox credits; no real credits were retired.
   */
  mode: "live" | "test";
  /**
   * Project that issued the credits.
   */
  project: {
    /**
     * ID of the project.
     */
    id: string;
    /**
     * Name of the project.
     */
    name: string;
    /**
     * Name of the registry.
     */
    registry_name: string;
    /**
     * ID of the project in the registry. Null if unknown.
     */
    registry_id: string | null;
  };
  /**
   * Year of the reductions or removals.
   */
  vintage_year: number;
  /**
   * Serial numbers of the retirement, in the registry's format.
   */
  serial_number_range: string;
  /**
   * Status of these credits at the registry. `pending`: the registry has not been asked to retire them. `requested`: it has been asked and has not confirmed. `retired`: it has recorded the retirement. `cancelled`: it has cancelled some or all of them without a retirement. `disputed`: its records show some or all of them as retired for someone else. `unreported`: allocated before this service kept registry records, and none is on file.
   */
  registry_status: "disputed" | "cancelled" | "unreported" | "pending" | "requested" | "retired";
  /**
   * Part of the amount that the registry's records cover.
   */
  registry_retired_kg: number;
  /**
   * Part of the amount that the registry's records show as retired for someone else.
   */
  registry_disputed_kg: number;
  /**
   * Latest date of the registry's records. Null unless retired.
   */
  registry_retired_on: string | null;
  /**
   * The registry's reference of its latest record, if it has one.
   */
  registry_reference: string | null;
  /**
   * Part of the amount that no longer counts: the registry's records show it as retired for someone else, or as cancelled, and other credits were substituted.
   */
  replaced_kg: number;
  /**
   * Time of the latest substitution. Null unless `replaced_kg` is positive.
   */
  replaced_on: string | null;
  /**
   * Reason of the latest substitution.
   */
  replaced_as: ("disputed" | "cancelled") | null;
  /**
   * Time at which these credits were allocated in place of others. Null for the credits first allocated.
   */
  substituted_on: string | null;
  /**
   * URL of the retirement at the registry, if it has one.
   */
  url: string | null;
  /**
   * Part of the queried serial numbers that one certificate has.
   */
  matched_kg: number;
}
/**
 * Status of the queried serial numbers in one mode.
 */
export interface SerialStatus {
  /**
   * `test`: sandbox credits; no real credits were retired.
   */
  mode: "live" | "test";
  /**
   * Amount that the queried serial numbers represent, 1,000 kg each. Null if unknown.
   */
  asked_kg: number | null;
  /**
   * Part of that amount that belongs to certificates.
   */
  retired_kg: number;
  /**
   * Part of `retired_kg` that no longer counts: the registry's records show it as retired for someone else, and other credits were substituted.
   */
  replaced_kg: number;
  /**
   * Part of `retired_kg` that the registry has recorded as retired.
   */
  registry_retired_kg: number;
  /**
   * True if the registry's list of retirements, as last imported, includes any of the serial numbers. If `retired_kg` is 0, they were retired outside this service.
   */
  in_registry: boolean;
}
/**
 * An event in a list.
 */
export interface EventListItem {
  /**
   * Also sent as `id` in the body and in the header `webhook-id`. The same for every attempt.
   */
  id: string;
  /**
   * What happened.
   */
  type:
    | "order.fulfilled"
    | "order.cancelled"
    | "order.retired"
    | "order.retirement_corrected"
    | "checkout_session.completed"
    | "checkout_session.expired"
    | "payment.refunded"
    | "payment.disputed"
    | "invoice.issued"
    | "subaccount.created"
    | "subaccount.updated"
    | "subaccount.deleted";
  /**
   * When it happened: the callback's `timestamp`.
   */
  created_on: string;
  /**
   * Type of the object that the event is about.
   */
  subject_type: "order" | "checkout_session" | "payment" | "invoice" | "subaccount";
  /**
   * Id of the object that the event is about.
   */
  subject_id: string;
  /**
   * Id of the order; null if the event is about another type of object.
   */
  order_id: string | null;
  /**
   * The callback URL that the order was placed with, if any.
   */
  callback_url: string | null;
  /**
   * Combined state for all receivers (callback URL and webhook endpoints). `none`: no receivers. `pending`: waiting to be sent or retried. `delivered`: every receiver returned a 2xx response. `failed`: at least one receiver never did, and there are no more retries.
   */
  delivery_state: "none" | "pending" | "delivered" | "failed";
  /**
   * Time of the next attempt; null unless `pending`.
   */
  next_attempt_on: string | null;
}
/**
 * An event and its deliveries.
 */
export interface Event {
  /**
   * Also sent as `id` in the body and in the header `webhook-id`. The same for every attempt.
   */
  id: string;
  /**
   * What happened.
   */
  type:
    | "order.fulfilled"
    | "order.cancelled"
    | "order.retired"
    | "order.retirement_corrected"
    | "checkout_session.completed"
    | "checkout_session.expired"
    | "payment.refunded"
    | "payment.disputed"
    | "invoice.issued"
    | "subaccount.created"
    | "subaccount.updated"
    | "subaccount.deleted";
  /**
   * When it happened: the callback's `timestamp`.
   */
  created_on: string;
  /**
   * Type of the object that the event is about.
   */
  subject_type: "order" | "checkout_session" | "payment" | "invoice" | "subaccount";
  /**
   * Id of the object that the event is about.
   */
  subject_id: string;
  /**
   * Id of the order; null if the event is about another type of object.
   */
  order_id: string | null;
  /**
   * The callback URL that the order was placed with, if any.
   */
  callback_url: string | null;
  /**
   * Combined state for all receivers (callback URL and webhook endpoints). `none`: no receivers. `pending`: waiting to be sent or retried. `delivered`: every receiver returned a 2xx response. `failed`: at least one receiver never did, and there are no more retries.
   */
  delivery_state: "none" | "pending" | "delivered" | "failed";
  /**
   * Time of the next attempt; null unless `pending`.
   */
  next_attempt_on: string | null;
  /**
   * Finished attempts at the callback URL, oldest first.
   */
  attempts: DeliveryAttempt[];
  /**
   * One delivery per receiver, with its attempts.
   */
  deliveries: EventDelivery[];
}
/**
 * An attempt to deliver an event.
 */
export interface DeliveryAttempt {
  /**
   * Number of the attempt, from 1.
   */
  attempt: number;
  /**
   * When the attempt started.
   */
  attempted_on: string;
  /**
   * Duration in milliseconds.
   */
  duration_ms: number;
  /**
   * Status of the response; null if there was none.
   */
  response_status: number | null;
  /**
   * The first 4 kB of the response body.
   */
  response_body: string | null;
  /**
   * Why there was no response, or why it was not accepted.
   */
  error: string | null;
}
/**
 * Delivery of an event to one receiver.
 */
export interface EventDelivery {
  /**
   * Id of the webhook endpoint; null for the order's callback URL.
   */
  webhook_endpoint_id: string | null;
  /**
   * Same as the event's, or `cancelled` if the endpoint was disabled or deleted first.
   */
  delivery_state: "pending" | "delivered" | "failed" | "cancelled";
  /**
   * Time of the next attempt; null unless `pending`.
   */
  next_attempt_on: string | null;
  /**
   * Same as the event's.
   */
  attempts: DeliveryAttempt[];
}
/**
 * Result of sending events again.
 */
export interface Redelivered {
  /**
   * How many deliveries are due now.
   */
  redelivered: number;
  /**
   * True if more deliveries match than one request makes due: repeat the request.
   */
  has_more: boolean;
}
/**
 * Result of a test callback.
 */
export interface TestCallback {
  /**
   * Id of the test, as sent. It is not the id of an event.
   */
  id: string;
  /**
   * URL of the request.
   */
  url: string;
  /**
   * Whether the response was a 2xx.
   */
  delivered: boolean;
  /**
   * Duration in milliseconds.
   */
  duration_ms: number;
  /**
   * Status of the response; null if there was none.
   */
  response_status: number | null;
  /**
   * The first 4 kB of the response body.
   */
  response_body: string | null;
  /**
   * Why there was no response, or why it was not accepted.
   */
  error: string | null;
}
/**
 * A secret that signs the account's callbacks.
 */
export interface WebhookSecret {
  /**
   * Name of the secret, here and in the audit log.
   */
  id: string;
  /**
   * The secret, in the format of Standard Webhooks libraries.
   */
  secret: string;
  /**
   * When it was created.
   */
  created_on: string;
  /**
   * Expiration date of the previous secret, which signs too until then; null for the current secret.
   */
  expires_on: string | null;
}
/**
 * A new webhook endpoint and its secret.
 */
export interface CreatedWebhookEndpoint {
  /**
   * The endpoint's id.
   */
  id: string;
  /**
   * `url`: events are sent to the URL. `listener`: a client polls them, and passes them on to the URL.
   */
  kind: "url" | "listener";
  /**
   * URL that events are sent to.
   */
  url: string;
  /**
   * Types of events that it receives.
   */
  event_types: (
    | "order.fulfilled"
    | "order.cancelled"
    | "order.retired"
    | "order.retirement_corrected"
    | "checkout_session.completed"
    | "checkout_session.expired"
    | "payment.refunded"
    | "payment.disputed"
    | "invoice.issued"
    | "subaccount.created"
    | "subaccount.updated"
    | "subaccount.deleted"
  )[];
  /**
   * If set, only events of this subaccount are sent. If null, events of the account and all its subaccounts.
   */
  subaccount_id: string | null;
  /**
   * Your own note.
   */
  description: string | null;
  /**
   * Whether events are sent to it.
   */
  enabled: boolean;
  /**
   * When it was created.
   */
  created_on: string;
  /**
   * Secret that signs its events, in the format of Standard Webhooks libraries. Shown only once: a request that is repeated with its idempotency key gets null.
   */
  secret: string | null;
}
/**
 * A receiver of the account's events.
 */
export interface WebhookEndpoint {
  /**
   * The endpoint's id.
   */
  id: string;
  /**
   * `url`: events are sent to the URL. `listener`: a client polls them, and passes them on to the URL.
   */
  kind: "url" | "listener";
  /**
   * URL that events are sent to.
   */
  url: string;
  /**
   * Types of events that it receives.
   */
  event_types: (
    | "order.fulfilled"
    | "order.cancelled"
    | "order.retired"
    | "order.retirement_corrected"
    | "checkout_session.completed"
    | "checkout_session.expired"
    | "payment.refunded"
    | "payment.disputed"
    | "invoice.issued"
    | "subaccount.created"
    | "subaccount.updated"
    | "subaccount.deleted"
  )[];
  /**
   * If set, only events of this subaccount are sent. If null, events of the account and all its subaccounts.
   */
  subaccount_id: string | null;
  /**
   * Your own note.
   */
  description: string | null;
  /**
   * Whether events are sent to it.
   */
  enabled: boolean;
  /**
   * When it was created.
   */
  created_on: string;
}
/**
 * A webhook endpoint's new secret.
 */
export interface RotatedEndpointSecret {
  /**
   * Name of the secret, here and in the audit log.
   */
  id: string;
  /**
   * Secret that signs its events, in the format of Standard Webhooks libraries. Shown only once: a request that is repeated with its idempotency key gets null.
   */
  secret: string | null;
  /**
   * When it was created.
   */
  created_on: string;
  /**
   * Expiration date of the previous secret, which signs too until then; null for the current secret.
   */
  expires_on: string | null;
}
/**
 * Delivery of an event to a webhook endpoint.
 */
export interface WebhookDelivery {
  /**
   * The event's id.
   */
  id: string;
  /**
   * What happened.
   */
  type:
    | "order.fulfilled"
    | "order.cancelled"
    | "order.retired"
    | "order.retirement_corrected"
    | "checkout_session.completed"
    | "checkout_session.expired"
    | "payment.refunded"
    | "payment.disputed"
    | "invoice.issued"
    | "subaccount.created"
    | "subaccount.updated"
    | "subaccount.deleted";
  /**
   * When it happened.
   */
  created_on: string;
  /**
   * Id of the object that the event is about.
   */
  subject_id: string;
  /**
   * `pending`: waiting to be sent or retried. `delivered`: a request got a 2xx response. `failed`: no more retries. `cancelled`: the endpoint was disabled first.
   */
  delivery_state: "pending" | "delivered" | "failed" | "cancelled";
  /**
   * Time of the next attempt; null unless `pending`.
   */
  next_attempt_on: string | null;
  /**
   * Finished attempts, oldest first.
   */
  attempts: DeliveryAttempt[];
}
/**
 * A listener's due deliveries.
 */
export interface Polled {
  /**
   * Deliveries to make now.
   */
  data: {
    /**
     * The event's id.
     */
    event_id: string;
    /**
     * Number of the attempt, from 1.
     */
    attempt: number;
    /**
     * Report the result until then, or the event is due again.
     */
    leased_until: string;
    /**
     * Headers of the request, with its signature.
     */
    headers: {
      [k: string]: string;
    };
    /**
     * Body of the request. The signature covers these bytes.
     */
    body: string;
  }[];
  /**
   * When to poll again.
   */
  poll_after_ms: number;
}
/**
 * Query parameters of `listOrders`.
 */
export interface ListOrdersQuery {
  /**
   * Maximum number of items.
   */
  limit?: number;
  /**
   * Id of the last item of a page. Returns the next page, of older items.
   */
  starting_after?: string;
  /**
   * Id of the first item of a page. Returns the previous page, of newer items. Not with starting_after.
   */
  ending_before?: string;
  /**
   * Only orders in this state.
   */
  state?: "placed" | "fulfilled" | "cancelled";
  /**
   * Only the order of this checkout session.
   */
  checkout_session_id?: string;
  /**
   * Only orders of this subaccount.
   */
  subaccount_id?: string;
  /**
   * Only orders with exactly this metadata.
   */
  metadata?: string;
  /**
   * Only orders of this type.
   */
  type?: "generic" | "ride";
  /**
   * Only orders placed at this time or later.
   */
  created_from?: string;
  /**
   * Only orders placed before this time.
   */
  created_to?: string;
}
/**
 * Query parameters of `listReservations`.
 */
export interface ListReservationsQuery {
  /**
   * Maximum number of items.
   */
  limit?: number;
  /**
   * Id of the last item of a page. Returns the next page, of older items.
   */
  starting_after?: string;
  /**
   * Id of the first item of a page. Returns the previous page, of newer items. Not with starting_after.
   */
  ending_before?: string;
}
/**
 * Query parameters of `listCheckoutSessions`.
 */
export interface ListCheckoutSessionsQuery {
  /**
   * Maximum number of items.
   */
  limit?: number;
  /**
   * Id of the last item of a page. Returns the next page, of older items.
   */
  starting_after?: string;
  /**
   * Id of the first item of a page. Returns the previous page, of newer items. Not with starting_after.
   */
  ending_before?: string;
  /**
   * Only sessions in this state.
   */
  state?: "open" | "complete" | "expired";
  /**
   * Only the session with this id.
   */
  checkout_session_id?: string;
  /**
   * Only sessions of this subaccount.
   */
  subaccount_id?: string;
  /**
   * Only sessions with exactly this metadata.
   */
  metadata?: string;
  /**
   * Only sessions created at this time or later.
   */
  created_from?: string;
  /**
   * Only sessions created before this time.
   */
  created_to?: string;
}
/**
 * Query parameters of `listPaymentLinks`.
 */
export interface ListPaymentLinksQuery {
  /**
   * Maximum number of items.
   */
  limit?: number;
  /**
   * Id of the last item of a page. Returns the next page, of older items.
   */
  starting_after?: string;
  /**
   * Id of the first item of a page. Returns the previous page, of newer items. Not with starting_after.
   */
  ending_before?: string;
}
/**
 * Query parameters of `listSubaccounts`.
 */
export interface ListSubaccountsQuery {
  /**
   * Maximum number of items.
   */
  limit?: number;
  /**
   * Id of the last item of a page. Returns the next page, of older items.
   */
  starting_after?: string;
  /**
   * Id of the first item of a page. Returns the previous page, of newer items. Not with starting_after.
   */
  ending_before?: string;
  /**
   * Only the subaccount with this reference.
   */
  reference?: string;
}
/**
 * Query parameters of `listRetirements`.
 */
export interface ListRetirementsQuery {
  /**
   * Maximum number of items.
   */
  limit?: number;
  /**
   * Id of the last item of a page. Returns the next page, of older items.
   */
  starting_after?: string;
  /**
   * Id of the first item of a page. Returns the previous page, of newer items. Not with starting_after.
   */
  ending_before?: string;
  /**
   * Retirements at this time or later: an ISO 8601 date, from its start in UTC, or a timestamp.
   */
  from?: string | ("" | "null");
  /**
   * Retirements at this time or earlier: an ISO 8601 date, to its end in UTC, or a timestamp.
   */
  to?: string | ("" | "null");
  /**
   * Only retirements of orders of this subaccount.
   */
  subaccount_id?: string;
  /**
   * Only credits of this registry, by its key.
   */
  registry?: string;
  /**
   * Only retirements with this status at the registry.
   */
  registry_status?: "disputed" | "cancelled" | "unreported" | "pending" | "requested" | "retired";
}
/**
 * Query parameters of `listInvoices`.
 */
export interface ListInvoicesQuery {
  /**
   * Maximum number of items.
   */
  limit?: number;
  /**
   * Id of the last item of a page. Returns the next page, of older items.
   */
  starting_after?: string;
  /**
   * Id of the first item of a page. Returns the previous page, of newer items. Not with starting_after.
   */
  ending_before?: string;
}
/**
 * Query parameters of `getStatement`.
 */
export interface GetStatementQuery {
  /**
   * Only orders of this subaccount, and what its customers paid.
   */
  subaccount_id?: string;
}
/**
 * Query parameters of `listStatementLines`.
 */
export interface ListStatementLinesQuery {
  /**
   * Maximum number of items.
   */
  limit?: number;
  /**
   * Id of the last item of a page. Returns the next page, of older items.
   */
  starting_after?: string;
  /**
   * Only orders of this subaccount, and what its customers paid.
   */
  subaccount_id?: string;
}
/**
 * Query parameters of `getImpactData`.
 */
export interface GetImpactDataQuery {
  /**
   * Orders made at this time or later count: an ISO 8601 date, from its start in UTC, or a timestamp. Default: from the account's creation.
   */
  from?: string | ("" | "null");
  /**
   * Orders made at this time or earlier count: an ISO 8601 date, to its end in UTC, or a timestamp. Default: up to the present.
   */
  to?: string | ("" | "null");
}
/**
 * Query parameters of `verify`.
 */
export interface VerifyQuery {
  /**
   * A serial number or a range of them, as shown by the registry or on a certificate.
   */
  serial?: string;
  /**
   * Order number from a certificate, or the order's id.
   */
  order_number?: string;
  /**
   * Link to a certificate, on any host.
   */
  certificate_url?: string;
  /**
   * `revision` of a copy, with an order number or certificate link: the result says whether it is the current one. Default: the revision in the link, if it has one.
   */
  revision?: number;
}
/**
 * Query parameters of `listEvents`.
 */
export interface ListEventsQuery {
  /**
   * Maximum number of items.
   */
  limit?: number;
  /**
   * Id of the last item of a page. Returns the next page, of older items.
   */
  starting_after?: string;
  /**
   * Id of the first item of a page. Returns the previous page, of newer items. Not with starting_after.
   */
  ending_before?: string;
  /**
   * Only events of this type.
   */
  type?:
    | "order.fulfilled"
    | "order.cancelled"
    | "order.retired"
    | "order.retirement_corrected"
    | "checkout_session.completed"
    | "checkout_session.expired"
    | "payment.refunded"
    | "payment.disputed"
    | "invoice.issued"
    | "subaccount.created"
    | "subaccount.updated"
    | "subaccount.deleted";
  /**
   * Only events of this order. The list is empty if the order does not exist.
   */
  order_id?: string;
  /**
   * Only events about this type of object, or `all`. Default: that of `type`, else `order`.
   */
  subject_type?: "order" | "checkout_session" | "payment" | "invoice" | "subaccount" | "all";
  /**
   * Only events in this state.
   */
  delivery_state?: "none" | "pending" | "delivered" | "failed";
}
/**
 * Query parameters of `listWebhookEndpoints`.
 */
export interface ListWebhookEndpointsQuery {
  /**
   * Maximum number of items.
   */
  limit?: number;
  /**
   * Id of the last item of a page. Returns the next page, of older items.
   */
  starting_after?: string;
  /**
   * Id of the first item of a page. Returns the previous page, of newer items. Not with starting_after.
   */
  ending_before?: string;
}
/**
 * Query parameters of `listEndpointDeliveries`.
 */
export interface ListEndpointDeliveriesQuery {
  /**
   * Maximum number of items.
   */
  limit?: number;
  /**
   * Id of the last item of a page. Returns the next page, of older items.
   */
  starting_after?: string;
  /**
   * Id of the first item of a page. Returns the previous page, of newer items. Not with starting_after.
   */
  ending_before?: string;
  /**
   * Only deliveries in this state.
   */
  delivery_state?: "pending" | "delivered" | "failed" | "cancelled";
}

/** An event of one of the types so far: new types may be added. */
export type WebhookEvent =
  | OrderFulfilled
  | OrderCancelled
  | OrderRetired
  | OrderRetirementCorrected
  | CheckoutSessionCompleted
  | CheckoutSessionExpired
  | PaymentRefunded
  | PaymentDisputed
  | InvoiceIssued
  | SubaccountCreated
  | SubaccountUpdated
  | SubaccountDeleted;

/** Code of a problem. New codes may be added. */
export type ProblemCode =
  | "unauthorized"
  | "invalid-parameters"
  | "invalid-subaccount"
  | "idempotency-key-too-long"
  | "payment-required"
  | "spending-limit-exceeded"
  | "forbidden"
  | "account-suspended"
  | "not-found"
  | "method-not-allowed"
  | "request-timeout"
  | "conflict"
  | "idempotency-concurrent-requests"
  | "insufficient-stock"
  | "gone"
  | "payload-too-large"
  | "unsupported-media-type"
  | "idempotency-changed-payload"
  | "rate-limited"
  | "internal"
  | "unavailable"
  | (string & {});
