// Additions of a module to the core, as data. Each part is optional.
import type { Context } from "#core/context";
import type { Endpoint } from "#rest/endpoint";

type Handler = (request: Request) => Promise<Response>;

export interface Module {
  /** As in CT_MODULES. */
  name: string;
  /** Endpoints of the API, documented after those of the core. */
  endpoints?: readonly Endpoint[];
  /**
   * An address outside of the API, which takes an API key and is admitted like the API. Its handler
   * is loaded at the first request, so that it can use the whole API.
   */
  address?: { path: string; load: () => Promise<Handler> };
  /** Deletes data that has served its purpose, every hour. Returns the number of rows. */
  cleanUp?: (ctx: Context) => Promise<number>;
}
