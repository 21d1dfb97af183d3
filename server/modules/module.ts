// Additions of a module to the core, as data. Each part is optional.
import type { Context } from "#core/context";
import type { Endpoint } from "#rest/endpoint";
import type { Reply } from "#rest/route";

type Handler = (request: Request) => Promise<Response>;

/** The whole API, with the endpoints of all modules. */
export interface Api {
  endpoints: readonly Endpoint[];
  replyTo: (request: Request) => Promise<Reply>;
}

export interface Module {
  /** As in CT_MODULES. */
  name: string;
  /** Endpoints of the API, documented after those of the core. */
  endpoints?: readonly Endpoint[];
  /**
   * An address outside of the API, which takes an API key and is admitted like the API. It is
   * opened at its first request.
   */
  address?: { path: string; open: (api: Api) => Promise<Handler> };
  /** Deletes data that has served its purpose, every hour. Returns the number of rows. */
  cleanUp?: (ctx: Context) => Promise<number>;
}
