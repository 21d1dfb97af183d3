import { serveAddress } from "#modules";
import { endpoints } from "./registry";
import { replyTo } from "./serve";

/** Handles a request to the address of a module. */
export const serveModule = (request: Request): Promise<Response> =>
  serveAddress(request, { endpoints, replyTo });
