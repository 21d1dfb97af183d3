// A load balancer: sends requests in turn to the servers that are ready, and repeats none.
import http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { httpServer } from "#testing/local-server";

const CHECK_MS = 50;

interface Target {
  port: number;
  isReady: boolean;
  agent: http.Agent;
}

function forward(target: Target, req: http.IncomingMessage, res: http.ServerResponse): void {
  const { method, url: path, headers } = req;
  const { port, agent } = target;
  const passed = http.request({ host: "127.0.0.1", port, agent, method, path, headers });
  passed.on("response", (response) => {
    const { connection: _, ...rest } = response.headers;
    res.writeHead(response.statusCode ?? 502, rest);
    response.pipe(res);
  });
  passed.on("error", (error) => {
    if (res.headersSent) res.destroy();
    else res.writeHead(502).end(`${error.message} of ${port}`);
  });
  req.pipe(passed);
}

export async function startRoundRobin(ports: readonly number[]) {
  const targets = ports.map(
    (port): Target => ({ port, isReady: false, agent: new http.Agent({ keepAlive: true }) }),
  );
  let isOver = false;
  const checking = targets.map(async (target) => {
    while (!isOver) {
      const response = await fetch(`http://127.0.0.1:${target.port}/readyz`, {
        headers: { connection: "close" },
      }).catch(() => null);
      target.isReady = response?.status === 200;
      await sleep(CHECK_MS);
    }
  });
  let turn = 0;
  const server = await httpServer((req, res) => {
    const ready = targets.filter(({ isReady }) => isReady);
    turn += 1;
    const target = ready[turn % ready.length];
    if (target) forward(target, req, res);
    else res.writeHead(502).end("no server is ready");
  });
  return {
    port: server.port,
    readyPorts: () => targets.filter(({ isReady }) => isReady).map(({ port }) => port),
    async stop() {
      isOver = true;
      await Promise.all(checking);
      for (const { agent } of targets) agent.destroy();
      await server.close();
    },
  };
}
