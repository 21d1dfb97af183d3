// What happened to orders, to be told to whoever asked: the only way into the room.
export { emitEvents } from "./emit-events";
export { requireCallbackUrl } from "./require-callback-url";
export { NotificationConfig } from "./schema";
