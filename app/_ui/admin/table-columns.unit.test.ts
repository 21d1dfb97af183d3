import { expect, test } from "vitest";
import { type Column, cardPlaces } from "./table-columns";

const column = (
  head: string,
  rest: Partial<Pick<Column<never>, "align" | "card" | "isExtra" | "sort">> = {},
): Column<never> => ({
  head,
  cell: () => null,
  ...rest,
});
const placesOf = (columns: Column<never>[]) => cardPlaces(columns).join(" ");

test("a card of an order has its number, amount and state, and what the list sorts by", () => {
  const columns = [
    column("Order"),
    column("State"),
    column("Amount", { align: "right", sort: "amount" }),
    column("Price", { align: "right", isExtra: true, sort: "price" }),
    column("Details", { isExtra: true }),
  ];
  expect(placesOf(columns)).toBe("title state amount line hidden");
});

test("figures of a card have labels unless there is only one", () => {
  const price = column("API, per tonne", { align: "right" });
  expect(placesOf([column("Category"), price])).toBe("title amount");
  const other = column("Checkout, per tonne", { align: "right" });
  expect(placesOf([column("Category"), price, other])).toBe("title line line");
});

test("buttons never take the place of the amount", () => {
  expect(placesOf([column("Name"), column("Actions", { align: "right" })])).toBe("title line");
});

test("a card has one title, one amount and one state at most", () => {
  const columns = [
    column("Name"),
    column("State"),
    column("Status", { card: "state" }),
    column("Amount", { align: "right" }),
    column("Total", { align: "right", card: "amount" }),
    column("Person", { card: "title" }),
  ];
  expect(placesOf(columns)).toBe("line line state line amount title");
});
