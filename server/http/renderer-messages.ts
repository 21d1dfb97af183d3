// What the front's process and the renderer's say to each other over their channel.
export type ToRenderer =
  | { type: "serve"; socketPath: string; secret: string; host: string; port: number }
  // The embedded PostgreSQL may come back at another address.
  | { type: "ping"; databaseUrl: string | undefined }
  | { type: "stop" };

export type FromRenderer = { type: "ready" } | { type: "pong" };
