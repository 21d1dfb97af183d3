// Listens on loopback for requests caused by hostile pictures, and stores a picture on disk that
// must not be read.
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import net, { type Server } from "node:net";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import sharp from "sharp";
import type { Canary } from "./sample";

/** Color of the picture on disk, used nowhere else. */
const MARKER_COLOR = { r: 254, g: 1, b: 127 };

export interface RunningCanary extends Canary {
  /** Path of each request. */
  hits: string[];
  markerColor: typeof MARKER_COLOR;
  close(): Promise<void>;
}

async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

export async function startCanary(): Promise<RunningCanary> {
  const hits: string[] = [];
  const web = http.createServer((req, res) => {
    hits.push(`http ${req.url}`);
    res.end();
  });
  web.on("connection", () => hits.push("http connection"));
  const bare = net.createServer((socket) => {
    hits.push("tcp connection");
    socket.destroy();
  });
  const [webPort, barePort] = [await listen(web), await listen(bare)];
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "canary-"));
  const markerFile = path.join(folder, "marker.png");
  const create = { width: 64, height: 64, channels: 3, background: MARKER_COLOR } as const;
  await sharp({ create }).png().toFile(markerFile);
  return {
    httpUrl: `http://127.0.0.1:${webPort}`,
    tcpUrl: `https://127.0.0.1:${barePort}`,
    markerFile,
    markerUrl: pathToFileURL(markerFile).href,
    markerColor: MARKER_COLOR,
    hits,
    async close() {
      web.close();
      bare.close();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
