// Memory for many large uploads at once, of the server's process and its children.
import fs from "node:fs";
import sharp from "sharp";
import { formatNumber, type Section } from "#testing/bench/report";
import { type Environment, type Server, startProduct } from "#testing/bench/servers";
import { makeAccount } from "#testing/factories";

const UPLOADS = 50;
const BYTES = 5 * 1024 * 1024;
const MAX_BYTES = 1024 ** 3;
const SAMPLE_MS = 10;

/** A PNG just below the limit: noise, which doesn't compress. */
async function largePicture(): Promise<Buffer<ArrayBuffer>> {
  const side = Math.floor(Math.sqrt((BYTES - 64 * 1024) / 3));
  const noise = { type: "gaussian" as const, mean: 128, sigma: 60 };
  const create = { width: side, height: side, channels: 3 as const, noise, background: "white" };
  const picture = await sharp({ create }).png({ compressionLevel: 0 }).toBuffer();
  if (picture.length > BYTES || picture.length < BYTES * 0.9) {
    throw new Error(`the picture has ${picture.length} bytes`);
  }
  return Buffer.from(picture);
}

function statusOf(pid: number): { parent: number; bytes: number } | null {
  try {
    const status = fs.readFileSync(`/proc/${pid}/status`, "utf8");
    const number = (name: string) =>
      Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1]);
    return { parent: number("PPid"), bytes: (number("VmRSS") || 0) * 1024 };
  } catch {
    return null;
  }
}

/** Resident bytes of the process and its descendants. */
function residentBytes(pid: number): number {
  const all = new Map<number, { parent: number; bytes: number }>();
  for (const name of fs.readdirSync("/proc")) {
    const status = /^\d+$/.test(name) ? statusOf(Number(name)) : null;
    if (status) all.set(Number(name), status);
  }
  const isWithin = (each: number): boolean => {
    const parent = all.get(each)?.parent;
    return each === pid || (parent !== undefined && parent > 1 && isWithin(parent));
  };
  return [...all].reduce((sum, [each, { bytes }]) => (isWithin(each) ? sum + bytes : sum), 0);
}

async function upload(server: Server, token: string, picture: Buffer<ArrayBuffer>, id: string) {
  const response = await fetch(`${server.url}/v1/subaccounts/${id}/logo`, {
    method: "PUT",
    headers: { authorization: `Bearer ${token}`, "content-type": "image/png" },
    body: picture,
  });
  if (response.status !== 200) throw new Error(`an upload got ${response.status}`);
  await response.json();
}

async function makeSubaccount(server: Server, token: string): Promise<string> {
  const response = await fetch(`${server.url}/v1/subaccounts`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "Logos" }),
  });
  return ((await response.json()) as { id: string }).id;
}

/** Uploads 50 pictures of 5 MiB at once, to as many subaccounts. */
export async function benchLogos(environment: Environment): Promise<Section[]> {
  const { token } = await makeAccount();
  const server = await startProduct(environment, { worker: false });
  const picture = await largePicture();
  const ids = await Promise.all(
    Array.from({ length: UPLOADS }, () => makeSubaccount(server, token)),
  );
  const before = residentBytes(server.pid);
  let peak = before;
  const sampling = setInterval(() => {
    peak = Math.max(peak, residentBytes(server.pid));
  }, SAMPLE_MS);
  const started = performance.now();
  await Promise.all(ids.map((id) => upload(server, token, picture, id)));
  const seconds = (performance.now() - started) / 1000;
  clearInterval(sampling);
  await server.stop();
  const mib = (bytes: number) => `${formatNumber(bytes / 1024 ** 2)} MiB`;
  return [
    {
      title: `PUT /v1/subaccounts/{id}/logo: ${UPLOADS} at once, ${mib(picture.length)} each`,
      lines: [
        { label: "resident before", figure: mib(before), note: "the server with its pages" },
        {
          label: "resident at most",
          figure: mib(peak),
          note: "with its child processes",
          goal: { text: "< 1 GiB", isMet: peak < MAX_BYTES },
        },
        { label: "all of them", figure: `${formatNumber(seconds)} s` },
      ],
    },
  ];
}
