import { Link, Text, View } from "@react-pdf/renderer";
import type { ReactNode } from "react";
import { expect, it } from "vitest";
import { readStructure } from "#testing/pdf-structure";
import { renderPdf } from "./render-pdf";
import { cell, columnHeader, row, table, tagged } from "./tags";

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
