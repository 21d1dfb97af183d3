import { publicPages } from "#public-pages";
import { servePage } from "#site/serve-page";

export const GET = (request: Request): Promise<Response> => servePage(publicPages, request);
