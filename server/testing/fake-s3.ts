// A fake S3 over HTTP: one bucket in memory, with a real one's responses and faults.
import { createHash } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import type { S3Settings } from "#core/env";

interface StoredObject {
  contentType: string;
  body: Buffer;
}

type S3Response = { status: number; headers?: Record<string, string>; body?: Buffer | string };

/** Faults of the next requests, one each. */
type Fault =
  | { status: number; code: string }
  | { delayMs: number }
  | "hang up"
  | "lose the response";

const settings = {
  bucket: "till-files",
  region: "eu-test-1",
  accessKeyId: "AKIAFAKE",
  secretAccessKey: "fake+secret/key",
};

function failure(status: number, code: string): S3Response {
  const body = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;
  return { status, headers: { "content-type": "application/xml" }, body };
}

/**
 * Returns true if the request is signed with the key, for this region, over all headers that
 * matter.
 */
function isSigned({ headers }: http.IncomingMessage, body: Buffer): boolean {
  const form = /^AWS4-HMAC-SHA256 Credential=(.+), ?SignedHeaders=(.+), ?Signature=[0-9a-f]{64}$/;
  const [, credential = "", signed = ""] = form.exec(headers.authorization ?? "") ?? [];
  const [keyId, , region, service] = credential.split("/");
  const conditions = headers["if-none-match"] ? ["host", "if-none-match"] : ["host"];
  const digest = headers["x-amz-content-sha256"];
  return (
    [keyId, region, service].join() === [settings.accessKeyId, settings.region, "s3"].join() &&
    conditions.every((name) => signed.split(";").includes(name)) &&
    (digest === "UNSIGNED-PAYLOAD" || digest === createHash("sha256").update(body).digest("hex"))
  );
}

/** Two keys a page, so that readers must ask for the next one. */
function listing({ url }: http.IncomingMessage, keys: string[]): S3Response {
  const after = new URL(url ?? "", "http://s3").searchParams.get("start-after") ?? "";
  const page = keys
    .toSorted()
    .filter((key) => key > after)
    .slice(0, 2);
  const contents = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join("");
  const body = `<?xml version="1.0"?><ListBucketResult>${contents}</ListBucketResult>`;
  return { status: 200, headers: { "content-type": "application/xml" }, body };
}

export interface FakeS3 {
  settings: S3Settings;
  objects: Map<string, StoredObject>;
  /** Method and path of each request. */
  requests: string[];
  faults: Fault[];
  /** Handling of If-None-Match on a PUT: S3 honors it, s3rver ignores it, Swift returns 501. */
  conditions: "honored" | "ignored" | "refused";
  close(): Promise<void>;
}

export async function startFakeS3(): Promise<FakeS3> {
  const objects = new Map<string, StoredObject>();
  const requests: string[] = [];
  const faults: Fault[] = [];
  const fake: FakeS3 = {
    settings: { ...settings },
    objects,
    requests,
    faults,
    conditions: "honored",
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };

  function respond(req: http.IncomingMessage, body: Buffer): S3Response {
    const [, bucket, ...rest] = decodeURIComponent(
      new URL(req.url ?? "", "http://s3").pathname,
    ).split("/");
    const key = rest.join("/");
    if (!isSigned(req, body)) return failure(403, "SignatureDoesNotMatch");
    if (bucket !== settings.bucket) return failure(404, "NoSuchBucket");
    if (key === "" && req.method === "GET") return listing(req, [...objects.keys()]);
    const held = objects.get(key);
    if (req.method === "PUT") {
      const isConditional = req.headers["if-none-match"] === "*";
      if (isConditional && fake.conditions === "refused") return failure(501, "NotImplemented");
      const isTaken = isConditional && fake.conditions === "honored" && held;
      if (isTaken) return failure(412, "PreconditionFailed");
      objects.set(key, { contentType: req.headers["content-type"] ?? "", body });
      return { status: 200, headers: { etag: '"fake"' } };
    }
    if (req.method !== "GET") return failure(405, "MethodNotAllowed");
    if (!held) return failure(404, "NoSuchKey");
    return { status: 200, headers: { "content-type": held.contentType }, body: held.body };
  }

  const server = http.createServer(async (req, res) => {
    requests.push(`${req.method} ${req.url}`);
    const body = await buffer(req);
    const fault = faults.shift();
    if (fault === "hang up") {
      req.socket.destroy();
      return;
    }
    if (typeof fault === "object" && "delayMs" in fault) await sleep(fault.delayMs);
    const isFailure = typeof fault === "object" && "status" in fault;
    const response = isFailure ? failure(fault.status, fault.code) : respond(req, body);
    if (fault === "lose the response") req.socket.destroy();
    else res.writeHead(response.status, response.headers).end(response.body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  Object.assign(fake.settings, { endpoint: `http://127.0.0.1:${port}` });
  return fake;
}
