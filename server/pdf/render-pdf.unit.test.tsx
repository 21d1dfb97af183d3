import { Link, Text, View } from "@react-pdf/renderer";
import type { ReactNode } from "react";
import { expect, it } from "vitest";
import { readStructure } from "#testing/pdf-structure";
import { renderPdf } from "./render-pdf";
import { cell, columnHeader, row, table, tagged } from "./tags";
import { forgetLines } from "./text-lines";

const numbers = Array.from({ length: 90 }, (_, at) => `Row ${at}`);

const render = (content: ReactNode) =>
  renderPdf(content, {
    title: "Numbers",
    mode: "live",
    createdAt: new Date(0),
    families: ["Helvetica"],
    footer: [],
  });

const content = (
  <>
    <Text {...tagged("H1")}>Numbers</Text>
    <Text>
      Read <Link src="https://till.example/one">one</Link> and{" "}
      <Link src="https://till.example/two">two</Link>.
    </Text>
    <Link src="https://till.example/three">three</Link>
    <View {...table}>
      <View {...row} fixed>
        <Text {...columnHeader}>Number</Text>
      </View>
      {numbers.map((number) => (
        <View key={number} {...row} wrap={false} style={{ backgroundColor: "#eeeeee" }}>
          <Text {...cell}>{number}</Text>
        </View>
      ))}
    </View>
  </>
);

it("reads a table once that continues on other pages, and links within their sentence", async () => {
  const { roles, spoken, untagged } = await readStructure(await render(content));
  expect(untagged).toEqual([]);
  const text = spoken.join(" ").replace(/\s+/g, " ");
  expect(text).toContain("Numbers Read one and two . three Number Row 0 Row 1 ");
  expect(spoken.filter((piece) => piece === "Number")).toHaveLength(1);
  expect(roles.filter((role) => role === "Link")).toHaveLength(3);
  for (const number of numbers) expect(spoken).toContain(number);
});

const copy = "A text that fits one line of a wide column and takes several of a narrow one.";

const column = (width: number, more: object = {}) => (
  <View style={{ width, ...more }}>
    <Text style={{ textAlign: "right" }}>{copy}</Text>
    <Text>{copy}</Text>
    <Text>Short</Text>
  </View>
);

it("breaks a text as if it were the first one, whatever was rendered before", async () => {
  const documents = [
    column(80),
    column(500),
    column(520),
    column(100),
    column(100, { fontSize: 12 }),
    column(100, { lineHeight: 2 }),
  ];
  const bytes = async (list: typeof documents) => {
    const all: Buffer[] = [];
    for (const one of list) all.push(Buffer.from(await render(one)));
    return all;
  };
  forgetLines();
  const alone: Buffer[] = [];
  for (const one of documents) {
    alone.push(...(await bytes([one])));
    forgetLines();
  }
  expect(await bytes(documents)).toEqual(alone);
  expect((await bytes(documents.toReversed())).reverse()).toEqual(alone);
  expect(await bytes(documents)).toEqual(alone);
  const distinct = new Set(alone.map((one) => one.toString("latin1")));
  expect(distinct.size).toBe(documents.length);
});
