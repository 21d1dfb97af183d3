// What little a page without Next's runtime does by script: loaded once, whoever on it asks.
import { headers } from "next/headers";

export async function PageScript() {
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  return <script async src="/page.js" nonce={nonce} data-kept="" />;
}
