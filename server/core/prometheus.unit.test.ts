import { expect, it } from "vitest";
import { Counter, Gauge, Histogram } from "./prometheus";

const described = { name: "some_metric", help: "Some metric" };

it("writes counters and gauges with escaped labels", () => {
  const counter = new Counter({ ...described, labels: ["a", "b"] });
  counter.inc({ a: "1", b: '"\\\n' });
  counter.inc({ a: "1", b: '"\\\n' }, 2);
  counter.inc({ a: "2", b: "" });
  expect(counter.lines()).toEqual([
    "# HELP some_metric Some metric",
    "# TYPE some_metric counter",
    'some_metric{a="1",b="\\"\\\\\\n"} 3',
    'some_metric{a="2",b=""} 1',
  ]);
  const gauge = new Gauge({ ...described, labels: [] });
  gauge.set({}, 0.5);
  expect(gauge.lines().slice(2)).toEqual(["some_metric 0.5"]);
  gauge.clear();
  expect(gauge.lines()).toHaveLength(2);
});

it("writes the cumulative buckets of a histogram", () => {
  const histogram = new Histogram({ ...described, labels: ["a"] }, [0.1, 1]);
  for (const value of [0.1, 0.5, 2]) histogram.observe({ a: "x" }, value);
  expect(histogram.lines().slice(2)).toEqual([
    'some_metric_bucket{a="x",le="0.1"} 1',
    'some_metric_bucket{a="x",le="1"} 2',
    'some_metric_bucket{a="x",le="+Inf"} 3',
    'some_metric_sum{a="x"} 2.6',
    'some_metric_count{a="x"} 3',
  ]);
});
