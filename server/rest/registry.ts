// All endpoints of the API, in the order in which the documents show them.
import {
  createCheckoutSessionEndpoint,
  createOrderCheckoutSessionEndpoint,
  expireCheckoutSessionEndpoint,
  getCheckoutSessionEndpoint,
  getOrderCheckoutSessionEndpoint,
  listCheckoutSessionsEndpoint,
} from "./checkout-sessions";
import { listEmissionFactorsEndpoint } from "./emission-factors";
import type { Endpoint } from "./endpoint";
import {
  getEventEndpoint,
  listEventsEndpoint,
  redeliverEventEndpoint,
  redeliverEventsEndpoint,
} from "./events";
import { getImpactEndpoint, getImpactPageEndpoint, setImpactPageEndpoint } from "./impact";
import {
  cancelOrderEndpoint,
  getOrderEndpoint,
  listOrdersEndpoint,
  placeOrderEndpoint,
} from "./orders";
import { getPortfolioEndpoint, listPortfoliosEndpoint } from "./portfolios";
import { getProjectCategoryEndpoint, listProjectCategoriesEndpoint } from "./project-categories";
import { getProjectEndpoint, listProjectsEndpoint } from "./projects";
import {
  quoteAirFreightEndpoint,
  quoteFlightEndpoint,
  quoteGroundFreightEndpoint,
  quoteGroundTransportEndpoint,
  quoteMassEndpoint,
  quoteOfficeSpaceEndpoint,
  quoteRideEndpoint,
  quoteTrainEndpoint,
} from "./quotes";
import { placeRideOrderEndpoint } from "./ride-orders";
import {
  createSubaccountEndpoint,
  deleteSubaccountEndpoint,
  downloadLogoEndpoint,
  getSubaccountEndpoint,
  listSubaccountsEndpoint,
  removeLogoEndpoint,
  updateSubaccountEndpoint,
  uploadLogoEndpoint,
} from "./subaccounts";
import { verifyEndpoint } from "./verification";
import {
  createWebhookEndpointEndpoint,
  deleteWebhookEndpointEndpoint,
  getWebhookEndpointEndpoint,
  listEndpointDeliveriesEndpoint,
  listWebhookEndpointsEndpoint,
  redeliverToEndpointEndpoint,
  rotateEndpointSecretEndpoint,
  sendEndpointTestEndpoint,
  updateWebhookEndpointEndpoint,
} from "./webhook-endpoints";
import {
  listWebhookSecretsEndpoint,
  rotateWebhookSecretEndpoint,
  sendTestCallbackEndpoint,
} from "./webhooks";

export const endpoints: Endpoint[] = [
  placeOrderEndpoint,
  listOrdersEndpoint,
  getOrderEndpoint,
  cancelOrderEndpoint,
  placeRideOrderEndpoint,
  quoteMassEndpoint,
  quoteTrainEndpoint,
  quoteFlightEndpoint,
  quoteAirFreightEndpoint,
  quoteGroundFreightEndpoint,
  quoteGroundTransportEndpoint,
  quoteOfficeSpaceEndpoint,
  quoteRideEndpoint,
  listEmissionFactorsEndpoint,
  createCheckoutSessionEndpoint,
  listCheckoutSessionsEndpoint,
  getCheckoutSessionEndpoint,
  expireCheckoutSessionEndpoint,
  createOrderCheckoutSessionEndpoint,
  getOrderCheckoutSessionEndpoint,
  createSubaccountEndpoint,
  listSubaccountsEndpoint,
  getSubaccountEndpoint,
  updateSubaccountEndpoint,
  deleteSubaccountEndpoint,
  uploadLogoEndpoint,
  downloadLogoEndpoint,
  removeLogoEndpoint,
  listPortfoliosEndpoint,
  getPortfolioEndpoint,
  listProjectCategoriesEndpoint,
  getProjectCategoryEndpoint,
  listProjectsEndpoint,
  getProjectEndpoint,
  getImpactEndpoint,
  getImpactPageEndpoint,
  setImpactPageEndpoint,
  verifyEndpoint,
  listEventsEndpoint,
  getEventEndpoint,
  redeliverEventEndpoint,
  redeliverEventsEndpoint,
  sendTestCallbackEndpoint,
  listWebhookSecretsEndpoint,
  rotateWebhookSecretEndpoint,
  createWebhookEndpointEndpoint,
  listWebhookEndpointsEndpoint,
  getWebhookEndpointEndpoint,
  updateWebhookEndpointEndpoint,
  deleteWebhookEndpointEndpoint,
  rotateEndpointSecretEndpoint,
  sendEndpointTestEndpoint,
  listEndpointDeliveriesEndpoint,
  redeliverToEndpointEndpoint,
];
