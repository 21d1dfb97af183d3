// The `test` of every spec: what a spec or its pages ask of the API is held against the document.
import { type APIRequestContext, type APIResponse, test as base } from "@playwright/test";
import { ContractBroken, requireContract } from "#testing/contract/contract";
import { contractAt } from "#testing/contract/fetch";

const METHODS = /^(get|head|post|put|patch|delete|fetch)$/;

/** What Playwright tells of an answer, to a page or to a spec. */
interface ResponseLike {
  url(): string;
  status(): number;
  headersArray(): { name: string; value: string }[] | Promise<{ name: string; value: string }[]>;
  body(): Promise<Buffer>;
}

async function hold(method: string, response: ResponseLike): Promise<void> {
  const { origin, pathname } = new URL(response.url());
  // The pages that explain problems are for people, and are no part of the API.
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

/** The same, with every answer of the API checked. */
function checked(request: APIRequestContext): APIRequestContext {
  return new Proxy(request, {
    get(target, name) {
      const own: unknown = Reflect.get(target, name);
      if (typeof own !== "function") return own;
      if (typeof name !== "string" || !METHODS.test(name)) return own.bind(target);
      return async (...args: unknown[]): Promise<APIResponse> => {
        const response: APIResponse = await own.apply(target, args);
        await hold(methodOf(name, args[1]), response);
        return response;
      };
    },
  });
}

export const test = base.extend({
  request: ({ request }, use) => use(checked(request)),
  context: async ({ context }, use) => {
    const checks: Promise<Error | null>[] = [];
    context.on("response", (response) => {
      const check = hold(response.request().method(), response);
      // A page that is left does not keep what it was answered: then there is nothing to check.
      const brokenContract = (error: unknown) => (error instanceof ContractBroken ? error : null);
      checks.push(check.then(() => null, brokenContract));
    });
    await use(context);
    for (const broken of await Promise.all(checks)) if (broken) throw broken;
  },
});
