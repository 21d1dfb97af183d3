// What callers send to be told of an order's changes.
import { z } from "zod";
import { text } from "#core/text";

export const NotificationConfig = z
  .strictObject({
    url: text(2048, 1).meta({
      description: "Callback URL, https, invoked when the order's status changes.",
      examples: ["https://example.com/callbacks/carbon"],
    }),
  })
  .meta({ id: "NotificationConfig", description: "Where to send an order's status changes." });
export type NotificationConfig = z.infer<typeof NotificationConfig>;
