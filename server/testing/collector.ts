// A fake OpenTelemetry collector on loopback that stores the spans it gets (OTLP, JSON).
import { buffer } from "node:stream/consumers";
import { z } from "zod";
import { httpServer } from "#testing/local-server";

const Attributes = z
  .array(
    z.object({
      key: z.string(),
      value: z.object({
        stringValue: z.string().optional(),
        intValue: z.coerce.number().optional(),
        boolValue: z.boolean().optional(),
      }),
    }),
  )
  .transform((list) =>
    Object.fromEntries(
      list.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? value.boolValue]),
    ),
  );
const SpanOf = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  attributes: Attributes,
  status: z.object({ code: z.number().optional() }),
});
const Export = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(SpanOf) })),
    }),
  ),
});

export type CollectedSpan = z.output<typeof SpanOf>;

export interface Collector {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  url: string;
  spans: CollectedSpan[];
  /** Attributes of the processes that sent them. */
  resources: Record<string, unknown>[];
  requests: { path: string; headers: Record<string, unknown>; text: string }[];
  /** Later requests get this status. */
  respondWith(status: number): void;
  close(): void;
}

export async function openCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const resources: Record<string, unknown>[] = [];
  const requests: Collector["requests"] = [];
  let status = 200;
  const server = await httpServer(async (req, res) => {
    const text = (await buffer(req)).toString();
    requests.push({ path: req.url ?? "", headers: req.headers, text });
    if (status === 200) {
      for (const sent of Export.parse(JSON.parse(text)).resourceSpans) {
        resources.push(sent.resource.attributes);
        spans.push(...sent.scopeSpans.flatMap((scope) => scope.spans));
      }
    }
    res.writeHead(status, { "content-type": "application/json" }).end("{}");
  });
  return {
    url: server.origin,
    spans,
    resources,
    requests,
    respondWith: (next) => {
      status = next;
    },
    close: () => server.close(),
  };
}
