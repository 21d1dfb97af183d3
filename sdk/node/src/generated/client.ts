// Generated from the OpenAPI document by `npm run sdk`.
import {
  type CallOptions,
  HttpClient,
  type SubaccountOptions,
  type WriteOptions,
} from "../http.js";
import type { List, Page } from "../pages.js";
import type {
  Balance,
  CheckoutSession,
  CheckoutSessionStatus,
  CreateCheckoutSession,
  CreateCheckoutSessionForEmail,
  CreateListener,
  CreatePaymentLink,
  CreateRefund,
  CreateReservation,
  CreateSubaccount,
  CreatedWebhookEndpoint,
  DownloadLogo,
  EmissionFactor,
  Event,
  EventListItem,
  GetImpactDataQuery,
  GetStatementQuery,
  HostedPageConfig,
  ImpactData,
  Invoice,
  InvoiceListItem,
  ListCheckoutSessionsQuery,
  ListEndpointDeliveriesQuery,
  ListEventsQuery,
  ListInvoicesQuery,
  ListOrdersQuery,
  ListPaymentLinksQuery,
  ListReservationsQuery,
  ListRetirementsQuery,
  ListStatementLinesQuery,
  ListSubaccountsQuery,
  ListWebhookEndpointsQuery,
  Order,
  OrderListItem,
  PaymentLink,
  PlaceOrder,
  PlaceRideOrder,
  PollListener,
  Polled,
  Portfolio,
  PortfolioDetail,
  Project,
  ProjectCategory,
  ProjectDetail,
  Quote,
  QuoteAirFreight,
  QuoteFlight,
  QuoteGroundFreight,
  QuoteGroundTransport,
  QuoteMass,
  QuoteOfficeSpace,
  QuoteRide,
  QuoteTrain,
  RedeliverEvents,
  RedeliverToEndpoint,
  Redelivered,
  Refund,
  Reservation,
  RetirementListItem,
  RotateWebhookSecret,
  RotatedEndpointSecret,
  SendTestCallback,
  SetHostedPageConfig,
  Statement,
  StatementLine,
  Subaccount,
  TestCallback,
  TestWebhookEndpoint,
  UpdatePaymentLink,
  UpdateSubaccount,
  Verification,
  VerifyQuery,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookSecret,
  WriteWebhookEndpoint,
} from "./schemas.js";

/** The API: a method for each operation, with the name that it has in the API reference. */
export class CarbonTill extends HttpClient {
  /** Place an order. */
  placeOrder(body: PlaceOrder, options: WriteOptions = {}): Promise<Order> {
    return this.request<Order>("POST", `/orders`, { body, options, isKeyed: true });
  }

  /** List orders, newest first. */
  listOrders(query: ListOrdersQuery = {}, options: SubaccountOptions = {}): List<OrderListItem> {
    return this.list<OrderListItem>(`/orders`, { query, options });
  }

  /** Get an order. */
  getOrder(id: string, options: CallOptions = {}): Promise<Order> {
    return this.request<Order>("GET", `/orders/${encodeURIComponent(id)}`, { options });
  }

  /** Cancel a placed order. */
  cancelOrder(id: string, options: WriteOptions = {}): Promise<Order> {
    return this.request<Order>("POST", `/orders/${encodeURIComponent(id)}/cancel`, { options, isKeyed: true });
  }

  /**
   * Place an order for a vehicle ride.
   * @deprecated
   */
  placeRideOrder(body: PlaceRideOrder, options: WriteOptions = {}): Promise<Order> {
    return this.request<Order>("POST", `/orders/ride`, { body, options, isKeyed: true });
  }

  /** Quote by emissions mass. */
  quoteMass(body: QuoteMass, options: SubaccountOptions = {}): Promise<Quote> {
    return this.request<Quote>("POST", `/quotes`, { body, options });
  }

  /** Quote by train distance. */
  quoteTrain(body: QuoteTrain, options: SubaccountOptions = {}): Promise<Quote> {
    return this.request<Quote>("POST", `/quotes/train`, { body, options });
  }

  /** Quote by flight distance. */
  quoteFlight(body: QuoteFlight, options: SubaccountOptions = {}): Promise<Quote> {
    return this.request<Quote>("POST", `/quotes/flight`, { body, options });
  }

  /** Quote by mass and distance of air freight. */
  quoteAirFreight(body: QuoteAirFreight, options: SubaccountOptions = {}): Promise<Quote> {
    return this.request<Quote>("POST", `/quotes/air-freight`, { body, options });
  }

  /** Quote by mass and distance of road freight. */
  quoteGroundFreight(body: QuoteGroundFreight, options: SubaccountOptions = {}): Promise<Quote> {
    return this.request<Quote>("POST", `/quotes/ground-freight`, { body, options });
  }

  /** Quote by type of vehicle and distance. */
  quoteGroundTransport(body: QuoteGroundTransport, options: SubaccountOptions = {}): Promise<Quote> {
    return this.request<Quote>("POST", `/quotes/ground-transport`, { body, options });
  }

  /** Quote by floor area of an office, for a year. */
  quoteOfficeSpace(body: QuoteOfficeSpace, options: SubaccountOptions = {}): Promise<Quote> {
    return this.request<Quote>("POST", `/quotes/office-space`, { body, options });
  }

  /**
   * Quote by distance of a vehicle ride.
   * @deprecated
   */
  quoteRide(body: QuoteRide, options: SubaccountOptions = {}): Promise<Quote> {
    return this.request<Quote>("POST", `/quotes/ride`, { body, options });
  }

  /** List the emission factors in force. */
  listEmissionFactors(options: CallOptions = {}): List<EmissionFactor> {
    return this.list<EmissionFactor>(`/emission-factors`, { options });
  }

  /** Reserve credits. */
  createReservation(body: CreateReservation, options: WriteOptions = {}): Promise<Reservation> {
    return this.request<Reservation>("POST", `/reservations`, { body, options, isKeyed: true });
  }

  /** List reservations, newest first. */
  listReservations(query: ListReservationsQuery = {}, options: CallOptions = {}): List<Reservation> {
    return this.list<Reservation>(`/reservations`, { query, options });
  }

  /** Get a reservation. */
  getReservation(id: string, options: CallOptions = {}): Promise<Reservation> {
    return this.request<Reservation>("GET", `/reservations/${encodeURIComponent(id)}`, { options });
  }

  /** Release a reservation. */
  releaseReservation(id: string, options: WriteOptions = {}): Promise<Reservation> {
    return this.request<Reservation>("POST", `/reservations/${encodeURIComponent(id)}/release`, { options, isKeyed: true });
  }

  /** Create a checkout session. */
  createCheckoutSession(body: CreateCheckoutSession, options: WriteOptions = {}): Promise<CheckoutSession> {
    return this.request<CheckoutSession>("POST", `/checkout/sessions`, { body, options, isKeyed: true });
  }

  /** List checkout sessions, newest first. */
  listCheckoutSessions(query: ListCheckoutSessionsQuery = {}, options: SubaccountOptions = {}): List<CheckoutSession> {
    return this.list<CheckoutSession>(`/checkout/sessions`, { query, options });
  }

  /** Get a checkout session. */
  getCheckoutSession(id: string, options: CallOptions = {}): Promise<CheckoutSession> {
    return this.request<CheckoutSession>("GET", `/checkout/sessions/${encodeURIComponent(id)}`, { options });
  }

  /** Expire an open checkout session. */
  expireCheckoutSession(id: string, options: WriteOptions = {}): Promise<CheckoutSession> {
    return this.request<CheckoutSession>("POST", `/checkout/sessions/${encodeURIComponent(id)}/expire`, { options, isKeyed: true });
  }

  /** Refund a checkout session's payment. */
  createRefund(id: string, body: CreateRefund, options: WriteOptions = {}): Promise<Refund> {
    return this.request<Refund>("POST", `/checkout/sessions/${encodeURIComponent(id)}/refunds`, { body, options, isKeyed: true });
  }

  /** List refunds of a checkout session's payment, newest first. */
  listRefunds(id: string, options: CallOptions = {}): List<Refund> {
    return this.list<Refund>(`/checkout/sessions/${encodeURIComponent(id)}/refunds`, { options });
  }

  /**
   * Create a checkout session (older clients).
   * @deprecated
   */
  createOrderCheckoutSession(body: CreateCheckoutSessionForEmail, options: WriteOptions = {}): Promise<CheckoutSessionStatus> {
    return this.request<CheckoutSessionStatus>("POST", `/orders/checkout-session`, { body, options, isKeyed: true });
  }

  /**
   * Get a checkout session (older clients).
   * @deprecated
   */
  getOrderCheckoutSession(id: string, options: CallOptions = {}): Promise<CheckoutSessionStatus> {
    return this.request<CheckoutSessionStatus>("GET", `/orders/checkout-session/${encodeURIComponent(id)}`, { options });
  }

  /** Create a payment link. */
  createPaymentLink(body: CreatePaymentLink, options: WriteOptions = {}): Promise<PaymentLink> {
    return this.request<PaymentLink>("POST", `/payment-links`, { body, options, isKeyed: true });
  }

  /** List payment links, newest first. */
  listPaymentLinks(query: ListPaymentLinksQuery = {}, options: CallOptions = {}): List<PaymentLink> {
    return this.list<PaymentLink>(`/payment-links`, { query, options });
  }

  /** Get a payment link. */
  getPaymentLink(id: string, options: CallOptions = {}): Promise<PaymentLink> {
    return this.request<PaymentLink>("GET", `/payment-links/${encodeURIComponent(id)}`, { options });
  }

  /** Update, pause or resume a payment link. */
  updatePaymentLink(id: string, body: UpdatePaymentLink, options: CallOptions = {}): Promise<PaymentLink> {
    return this.request<PaymentLink>("PUT", `/payment-links/${encodeURIComponent(id)}`, { body, options });
  }

  /** Create a subaccount. */
  createSubaccount(body: CreateSubaccount, options: WriteOptions = {}): Promise<Subaccount> {
    return this.request<Subaccount>("POST", `/subaccounts`, { body, options, isKeyed: true });
  }

  /** List subaccounts, newest first. */
  listSubaccounts(query: ListSubaccountsQuery = {}, options: CallOptions = {}): List<Subaccount> {
    return this.list<Subaccount>(`/subaccounts`, { query, options });
  }

  /** Get a subaccount. */
  getSubaccount(id: string, options: CallOptions = {}): Promise<Subaccount> {
    return this.request<Subaccount>("GET", `/subaccounts/${encodeURIComponent(id)}`, { options });
  }

  /** Update a subaccount. */
  updateSubaccount(id: string, body: UpdateSubaccount, options: CallOptions = {}): Promise<Subaccount> {
    return this.request<Subaccount>("PUT", `/subaccounts/${encodeURIComponent(id)}`, { body, options });
  }

  /** Delete a subaccount. */
  deleteSubaccount(id: string, options: CallOptions = {}): Promise<void> {
    return this.request<void>("DELETE", `/subaccounts/${encodeURIComponent(id)}`, { options });
  }

  /** Upload a subaccount's logo. */
  uploadSubaccountLogo(id: string, body: Blob, options: CallOptions = {}): Promise<Subaccount> {
    return this.request<Subaccount>("PUT", `/subaccounts/${encodeURIComponent(id)}/logo`, { body, options });
  }

  /** Set a subaccount's logo from a URL. */
  downloadSubaccountLogo(id: string, body: DownloadLogo, options: WriteOptions = {}): Promise<Subaccount> {
    return this.request<Subaccount>("POST", `/subaccounts/${encodeURIComponent(id)}/logo`, { body, options, isKeyed: true });
  }

  /** Remove a subaccount's logo. */
  removeSubaccountLogo(id: string, options: CallOptions = {}): Promise<Subaccount> {
    return this.request<Subaccount>("DELETE", `/subaccounts/${encodeURIComponent(id)}/logo`, { options });
  }

  /** List portfolios. */
  listPortfolios(options: CallOptions = {}): List<Portfolio> {
    return this.list<Portfolio>(`/portfolios`, { options });
  }

  /** Get a portfolio. */
  getPortfolio(id: string, options: CallOptions = {}): Promise<PortfolioDetail> {
    return this.request<PortfolioDetail>("GET", `/portfolios/${encodeURIComponent(id)}`, { options });
  }

  /** List project categories. */
  listProjectCategories(options: CallOptions = {}): List<ProjectCategory> {
    return this.list<ProjectCategory>(`/project-categories`, { options });
  }

  /** Get a project category. */
  getProjectCategory(id: string, options: CallOptions = {}): Promise<ProjectCategory> {
    return this.request<ProjectCategory>("GET", `/project-categories/${encodeURIComponent(id)}`, { options });
  }

  /** List projects. */
  listProjects(options: CallOptions = {}): List<Project> {
    return this.list<Project>(`/projects`, { options });
  }

  /** Get a project with its credit issuances. */
  getProject(id: string, options: CallOptions = {}): Promise<ProjectDetail> {
    return this.request<ProjectDetail>("GET", `/projects/${encodeURIComponent(id)}`, { options });
  }

  /** List retirements, newest first. */
  listRetirements(query: ListRetirementsQuery = {}, options: CallOptions = {}): List<RetirementListItem> {
    return this.list<RetirementListItem>(`/retirements`, { query, options });
  }

  /** Get your balance and what it still covers. */
  getBalance(options: CallOptions = {}): Promise<Balance> {
    return this.request<Balance>("GET", `/balance`, { options });
  }

  /** List invoices and credit notes, newest first. */
  listInvoices(query: ListInvoicesQuery = {}, options: CallOptions = {}): List<InvoiceListItem> {
    return this.list<InvoiceListItem>(`/invoices`, { query, options });
  }

  /** Get an invoice or credit note. */
  getInvoice(id: string, options: CallOptions = {}): Promise<Invoice> {
    return this.request<Invoice>("GET", `/invoices/${encodeURIComponent(id)}`, { options });
  }

  /** Get a month's statement. */
  getStatement(month: string, query: GetStatementQuery = {}, options: CallOptions = {}): Promise<Statement> {
    return this.request<Statement>("GET", `/statements/${encodeURIComponent(month)}`, { query, options });
  }

  /** List the lines of a month's statement, oldest first. */
  listStatementLines(month: string, query: ListStatementLinesQuery = {}, options: CallOptions = {}): List<StatementLine> {
    return this.list<StatementLine>(`/statements/${encodeURIComponent(month)}/lines`, { query, options });
  }

  /** Get climate impact data. */
  getImpactData(query: GetImpactDataQuery = {}, options: SubaccountOptions = {}): Promise<ImpactData> {
    return this.request<ImpactData>("GET", `/impact/data`, { query, options });
  }

  /** Get hosted impact page configuration. */
  getImpactHostedPageConfig(options: SubaccountOptions = {}): Promise<HostedPageConfig> {
    return this.request<HostedPageConfig>("GET", `/impact/hosted-page-config`, { options });
  }

  /** Configure the hosted impact page. */
  setImpactHostedPageConfig(body: SetHostedPageConfig, options: SubaccountOptions = {}): Promise<HostedPageConfig> {
    return this.request<HostedPageConfig>("PUT", `/impact/hosted-page-config`, { body, options });
  }

  /** Verify a certificate or a serial number. */
  verify(query: VerifyQuery = {}, options: CallOptions = {}): Promise<Verification> {
    return this.request<Verification>("GET", `/verify`, { query, options });
  }

  /** List events, newest first. */
  listEvents(query: ListEventsQuery = {}, options: CallOptions = {}): List<EventListItem> {
    return this.list<EventListItem>(`/events`, { query, options });
  }

  /** Get an event with its delivery attempts. */
  getEvent(id: string, options: CallOptions = {}): Promise<Event> {
    return this.request<Event>("GET", `/events/${encodeURIComponent(id)}`, { options });
  }

  /** Send an event again. */
  redeliverEvent(id: string, options: WriteOptions = {}): Promise<Event> {
    return this.request<Event>("POST", `/events/${encodeURIComponent(id)}/redeliver`, { options, isKeyed: true });
  }

  /** Send the events of a time range again. */
  redeliverEvents(body: RedeliverEvents, options: WriteOptions = {}): Promise<Redelivered> {
    return this.request<Redelivered>("POST", `/events/redeliver`, { body, options, isKeyed: true });
  }

  /** Send a test callback. */
  sendTestCallback(body: SendTestCallback, options: WriteOptions = {}): Promise<TestCallback> {
    return this.request<TestCallback>("POST", `/webhook-test`, { body, options, isKeyed: true });
  }

  /** List valid webhook secrets. */
  listWebhookSecrets(options: CallOptions = {}): List<WebhookSecret> {
    return this.list<WebhookSecret>(`/webhook-secrets`, { options });
  }

  /** Create a new webhook secret. */
  rotateWebhookSecret(body: RotateWebhookSecret, options: WriteOptions = {}): Promise<Page<WebhookSecret>> {
    return this.request<Page<WebhookSecret>>("POST", `/webhook-secrets`, { body, options, isKeyed: true });
  }

  /** Create a webhook endpoint. */
  createWebhookEndpoint(body: WriteWebhookEndpoint, options: WriteOptions = {}): Promise<CreatedWebhookEndpoint> {
    return this.request<CreatedWebhookEndpoint>("POST", `/webhook-endpoints`, { body, options, isKeyed: true });
  }

  /** List webhook endpoints, newest first. */
  listWebhookEndpoints(query: ListWebhookEndpointsQuery = {}, options: CallOptions = {}): List<WebhookEndpoint> {
    return this.list<WebhookEndpoint>(`/webhook-endpoints`, { query, options });
  }

  /** Get a webhook endpoint. */
  getWebhookEndpoint(id: string, options: CallOptions = {}): Promise<WebhookEndpoint> {
    return this.request<WebhookEndpoint>("GET", `/webhook-endpoints/${encodeURIComponent(id)}`, { options });
  }

  /** Update a webhook endpoint. */
  updateWebhookEndpoint(id: string, body: WriteWebhookEndpoint, options: CallOptions = {}): Promise<WebhookEndpoint> {
    return this.request<WebhookEndpoint>("PUT", `/webhook-endpoints/${encodeURIComponent(id)}`, { body, options });
  }

  /** Delete a webhook endpoint. */
  deleteWebhookEndpoint(id: string, options: CallOptions = {}): Promise<void> {
    return this.request<void>("DELETE", `/webhook-endpoints/${encodeURIComponent(id)}`, { options });
  }

  /** Rotate a webhook endpoint's secret. */
  rotateEndpointSecret(id: string, body: RotateWebhookSecret, options: WriteOptions = {}): Promise<RotatedEndpointSecret> {
    return this.request<RotatedEndpointSecret>("POST", `/webhook-endpoints/${encodeURIComponent(id)}/secret`, { body, options, isKeyed: true });
  }

  /** Send a test event to a webhook endpoint. */
  sendEndpointTest(id: string, body: TestWebhookEndpoint, options: WriteOptions = {}): Promise<TestCallback> {
    return this.request<TestCallback>("POST", `/webhook-endpoints/${encodeURIComponent(id)}/test`, { body, options, isKeyed: true });
  }

  /** List a webhook endpoint's deliveries, newest event first. */
  listEndpointDeliveries(id: string, query: ListEndpointDeliveriesQuery = {}, options: CallOptions = {}): List<WebhookDelivery> {
    return this.list<WebhookDelivery>(`/webhook-endpoints/${encodeURIComponent(id)}/deliveries`, { query, options });
  }

  /** Send an event to a webhook endpoint. */
  redeliverToEndpoint(id: string, body: RedeliverToEndpoint, options: WriteOptions = {}): Promise<WebhookDelivery> {
    return this.request<WebhookDelivery>("POST", `/webhook-endpoints/${encodeURIComponent(id)}/redeliver`, { body, options, isKeyed: true });
  }

  /** Create a listener. */
  createListener(body: CreateListener, options: WriteOptions = {}): Promise<CreatedWebhookEndpoint> {
    return this.request<CreatedWebhookEndpoint>("POST", `/listeners`, { body, options, isKeyed: true });
  }

  /** Poll a listener's deliveries. */
  pollListener(id: string, body: PollListener, options: CallOptions = {}): Promise<Polled> {
    return this.request<Polled>("POST", `/listeners/${encodeURIComponent(id)}/poll`, { body, options });
  }

  /** Delete the test account's data. */
  resetTestAccount(options: CallOptions = {}): Promise<void> {
    return this.request<void>("POST", `/test/reset`, { options });
  }

  /** Get this document. */
  getOpenapiDocument(options: CallOptions = {}): Promise<Record<string, unknown>> {
    return this.request<Record<string, unknown>>("GET", `/openapi.json`, { options });
  }
}
