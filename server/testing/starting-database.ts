// A PostgreSQL server that is still starting up: it refuses each connection with 57P03.
import { once } from "node:events";
import net from "node:net";
import { closeDatabase } from "#core/db";

const FIELDS = "SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0";

function refusal(): Buffer {
  const fields = Buffer.from(FIELDS);
  const head = Buffer.alloc(5);
  head.write("E");
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

/** Points this process's database at such a server; `close` restores the former one. */
export async function startingDatabase(): Promise<{ close(): Promise<void> }> {
  const server = net.createServer((socket) => {
    socket.on("error", () => {}).once("data", () => socket.end(refusal()));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const former = process.env["DATABASE_URL"];
  const { port } = server.address() as net.AddressInfo;
  await closeDatabase();
  process.env["DATABASE_URL"] = `postgresql://nobody@127.0.0.1:${port}/nothing`;
  return {
    async close() {
      process.env["DATABASE_URL"] = former;
      await closeDatabase();
      server.close();
    },
  };
}
