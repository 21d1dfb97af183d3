// The `test` of every spec: checks all API responses against the OpenAPI document.
import { type APIRequestContext, type APIResponse, test as base } from "playwright/test";
import { ContractBroken, requireContract } from "#testing/contract/contract";
import { contractAt } from "#testing/contract/fetch";
import { awaitsHydration } from "./hydration";

const METHODS = /^(get|head|post|put|patch|delete|fetch)$/;

/** The part of Playwright's two response types that is checked. */
interface ResponseLike {
  url(): string;
  status(): number;
  headersArray(): { name: string; value: string }[] | Promise<{ name: string; value: string }[]>;
  body(): Promise<Buffer>;
}

async function checkResponse(method: string, response: ResponseLike): Promise<void> {
  const { origin, pathname } = new URL(response.url());
  // Pages that explain problems are HTML and not part of the API.
  const isPage = pathname.startsWith("/v1/errors/");
  if (!/^\/v1(\/|$)/.test(pathname) || isPage) return;
  const pairs = await response.headersArray();
  const headers = new Headers(pairs.map(({ name, value }): [string, string] => [name, value]));
  const body = new Uint8Array(await response.body());
  const contract = await contractAt(origin);
  requireContract(contract, { method, pathname, status: response.status(), headers, body });
}

function methodOf(name: string, options: unknown): string {
  if (name !== "fetch") return name.toUpperCase();
  return (options as { method?: string } | undefined)?.method?.toUpperCase() ?? "GET";
}

/** Wraps a request context so that each API response is checked. */
function checked(request: APIRequestContext): APIRequestContext {
  return new Proxy(request, {
    get(target, name) {
      const own: unknown = Reflect.get(target, name);
      if (typeof own !== "function") return own;
      if (typeof name !== "string" || !METHODS.test(name)) return own.bind(target);
      return async (...args: unknown[]): Promise<APIResponse> => {
        const response: APIResponse = await own.apply(target, args);
        await checkResponse(methodOf(name, args[1]), response);
        return response;
      };
    },
  });
}

export const test = base.extend({
  request: ({ request }, use) => use(checked(request)),
  page: ({ page }, use) => use(awaitsHydration(page)),
  context: async ({ context }, use) => {
    const checks: Promise<Error | null>[] = [];
    context.on("response", (response) => {
      const check = checkResponse(response.request().method(), response);
      // The body of a response is gone once the page has navigated away: nothing to check then.
      const brokenContract = (error: unknown) => (error instanceof ContractBroken ? error : null);
      checks.push(check.then(() => null, brokenContract));
    });
    await use(context);
    for (const broken of await Promise.all(checks)) if (broken) throw broken;
  },
});
