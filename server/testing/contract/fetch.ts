// `fetch` for tests that ask a served API: every answer is held against that server's own document.
import { type Contract, contractOf, requireContract } from "#testing/contract/contract";
import { readDocument } from "#testing/contract/document";

const contracts = new Map<string, Promise<Contract>>();

async function readContract(origin: string): Promise<Contract> {
  const answer = await fetch(`${origin}/v1/openapi.json`);
  return contractOf(readDocument((await answer.json()) as object));
}

/** The contract that the server publishes, read once. */
export function contractAt(origin: string): Promise<Contract> {
  const known = contracts.get(origin);
  if (known) return known;
  const reading = readContract(origin);
  contracts.set(origin, reading);
  // A server that is away may be back at the next request.
  reading.catch(() => contracts.delete(origin));
  return reading;
}

/** Asks as `fetch` does. @throws ContractBroken; as fetch does where the connection breaks */
export async function checkedFetch(url: string, init: RequestInit = {}): Promise<Response> {
  const { origin, pathname } = new URL(url);
  const contract = await contractAt(origin);
  const response = await fetch(url, init);
  const { status, headers } = response;
  const body = new Uint8Array(await response.arrayBuffer());
  requireContract(contract, { method: init.method ?? "GET", pathname, status, headers, body });
  return new Response(body.length > 0 ? body : null, { status, headers });
}
