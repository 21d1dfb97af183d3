import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from "@opentelemetry/sdk-trace";
import type { TraceSettings } from "#core/telemetry-settings";

/** The samplers of OpenTelemetry's specification. */
export function samplerOf({
  OTEL_TRACES_SAMPLER: name,
  OTEL_TRACES_SAMPLER_ARG: ratio,
}: TraceSettings): Sampler {
  const roots = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(ratio),
  };
  const ofParent = (root: Sampler) => new ParentBasedSampler({ root });
  const samplers = {
    ...roots,
    parentbased_always_on: () => ofParent(roots.always_on()),
    parentbased_always_off: () => ofParent(roots.always_off()),
    parentbased_traceidratio: () => ofParent(roots.traceidratio()),
  };
  return samplers[name]();
}
