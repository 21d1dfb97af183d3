import type { Endpoint } from "#rest/endpoint";
import type { ApiDocument, Operation } from "#testing/contract/document";
import { smallPicture } from "#testing/endpoints/valid-request";
import { httpServer, type LocalServer } from "#testing/local-server";

export interface Case {
  name: string;
  endpoint: Endpoint;
  operation: Operation;
}

/** Returns one case per endpoint. @throws if the document lacks one */
export function casesOf(endpoints: Endpoint[], document: ApiDocument): Case[] {
  return endpoints.map((endpoint) => {
    const name = `${endpoint.method} ${endpoint.path}`;
    const operation = document.operations.find((it) => it.name === name);
    if (!operation) throw new Error(`${name} is not in the document`);
    return { name, endpoint, operation };
  });
}

/** Starts a loopback server that returns one small picture for every path. */
export async function servePicture(): Promise<LocalServer> {
  const picture = await smallPicture();
  return httpServer((_req, res) => {
    res.setHeader("content-type", "image/png").end(picture);
  });
}
