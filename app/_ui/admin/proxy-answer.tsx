// Answers that are not the server's own: a proxy in front of it refused the request.

export class ProxyAnswer extends Error {
  override name = "ProxyAnswer";
  readonly status: number;

  constructor(status: number) {
    super(`something in front of the server answered ${status}`);
    this.status = status;
  }
}

/** As fetch, for addresses that always answer with JSON. @throws ProxyAnswer */
export async function fetchJson(input: RequestInfo | URL, init?: object): Promise<Response> {
  const answer = await fetch(input, init);
  if (answer.headers.get("content-type")?.includes("json")) return answer;
  throw new ProxyAnswer(answer.status);
}

/** What went wrong, and what to do, for the person who sent the request. */
export function explainProxyAnswer({ status }: ProxyAnswer): { title: string; detail: string } {
  if (status === 413) {
    return {
      title: "The file is too large for the proxy in front of this server",
      detail:
        "Choose a smaller file, or ask the operator to raise the proxy's limit (in nginx: " +
        "client_max_body_size).",
    };
  }
  return {
    title: "The server cannot be reached",
    detail: `What stands in front of it answered ${status}. Try again in a moment.`,
  };
}
