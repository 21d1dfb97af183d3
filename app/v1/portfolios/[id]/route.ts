import { getPortfolioEndpoint } from "#rest/portfolios";
import { route } from "#rest/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(getPortfolioEndpoint);
