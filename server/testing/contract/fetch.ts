// `fetch` for tests of a served API: checks every response against that server's own document.
import { type Contract, contractOf, requireContract } from "#testing/contract/contract";
import { readDocument } from "#testing/contract/document";

const contracts = new Map<string, Promise<Contract>>();

async function readContract(origin: string): Promise<Contract> {
  const response = await fetch(`${origin}/v1/openapi.json`);
  return contractOf(readDocument((await response.json()) as object));
}

/** Reads the server's published contract, once. */
export function contractAt(origin: string): Promise<Contract> {
  const known = contracts.get(origin);
  if (known) return known;
  const reading = readContract(origin);
  contracts.set(origin, reading);
  // A server that is down may be back at the next request.
  reading.catch(() => contracts.delete(origin));
  return reading;
}

/** Fetches and checks the response. @throws ContractBroken */
export async function checkedFetch(url: string, init: RequestInit = {}): Promise<Response> {
  const { origin, pathname } = new URL(url);
  const contract = await contractAt(origin);
  const response = await fetch(url, init);
  const { status, headers } = response;
  const body = new Uint8Array(await response.arrayBuffer());
  requireContract(contract, { method: init.method ?? "GET", pathname, status, headers, body });
  return new Response(body.length > 0 ? body : null, { status, headers });
}
