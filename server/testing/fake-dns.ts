// A DNS server on loopback that resolves names by a test's script, and becomes this process's only
// one.
import { createSocket } from "node:dgram";
import dns from "node:dns";
import { once } from "node:events";
import ipaddr from "ipaddr.js";

const HEADER_BYTES = 12;
const A = 1;
const AAAA = 28;

/** First question of a message: name, type, and raw bytes. */
function questionOf(message: Buffer) {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  const name = labels.join(".").toLowerCase();
  return {
    name,
    type: message.readUInt16BE(at + 1),
    bytes: message.subarray(HEADER_BYTES, at + 5),
  };
}

function recordOf(address: string): { type: number; bytes: Buffer } {
  const parsed = ipaddr.parse(address);
  const data = Buffer.from(parsed.toByteArray());
  const type = data.length === 4 ? A : AAAA;
  // Pointer to the question's name, type, class IN, TTL 0, data.
  const head = [0xc0, HEADER_BYTES, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length];
  return { type, bytes: Buffer.concat([Buffer.from(head), data]) };
}

/** Starts the server. `script` returns a name's addresses of both families for each query. */
export async function startFakeDns(script: (name: string) => readonly string[]) {
  const before = dns.getServers();
  const socket = createSocket("udp4").bind(0, "127.0.0.1");
  await once(socket, "listening");
  socket.on("message", (message, { port, address }) => {
    const question = questionOf(message);
    const records = script(question.name)
      .map(recordOf)
      .filter(({ type }) => type === question.type);
    // Query id; response without error; one question, and the number of records.
    const head = [...message.subarray(0, 2), 0x81, 0x80, 0, 1, 0, records.length, 0, 0, 0, 0];
    const response = [Buffer.from(head), question.bytes, ...records.map(({ bytes }) => bytes)];
    socket.send(Buffer.concat(response), port, address);
  });
  dns.setServers([`127.0.0.1:${socket.address().port}`]);
  return {
    close() {
      dns.setServers(before);
      socket.close();
    },
  };
}

/** Name → its addresses, one list per query; the last list is repeated. */
export type FakeNames = Readonly<Record<string, readonly (readonly string[])[]>>;

/** Returns a lookup of these names; an unknown name has no addresses. */
export function fakeNames(names: FakeNames): (name: string) => Promise<string[]> {
  const queries = new Map<string, number>();
  return async (name) => {
    const responses = names[name] ?? [];
    const times = queries.get(name) ?? 0;
    queries.set(name, times + 1);
    return [...(responses[Math.min(times, responses.length - 1)] ?? [])];
  };
}
