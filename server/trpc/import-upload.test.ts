import { expect, it } from "vitest";
import { newContext } from "#core/context";
import { findLoginSession } from "#domain/people";
import { runJobs } from "#jobs/run-jobs";
import { systemContext } from "#testing/factories";
import { makePerson, openTestSession } from "#testing/people";
import { MODE_HEADER } from "./context";
import { createCallerFactory } from "./procedures";
import { appRouter } from "./router";

async function asOperator() {
  const ctx = newContext({ type: "public" });
  const session = await openTestSession((await makePerson({ isOperator: true })).email);
  const loggedIn = await findLoginSession(ctx, session);
  const headers = new Headers({ [MODE_HEADER]: "test" });
  return createCallerFactory(appRouter)({ ...ctx, headers, loggedIn }).operatorImports;
}

const columns = {
  serial_number_range: "Serials",
  quantity_tonnes: "Tonnes",
  vintage_year: "Year",
  project_id: "Project",
  project_name: "Title",
};
const holdings = {
  name: "holdings.csv",
  text: "Serials,Tonnes,Year,Project,Title\nACR-US-7-2025-1-1 to 10,10,2025,ACR7,Hills\nACR-US-7-2025-1-11 to 20,9,2025,ACR7,Hills\n",
};

it("an account's holdings are previewed by the mapping that was sent with them", async () => {
  const imports = await asOperator();
  const mapping = { name: "mapping.json", text: JSON.stringify({ columns }) };
  const { id } = await imports.create({ kind: "acr", files: [holdings], mapping });
  await runJobs(systemContext());
  const { state, addedLots, report } = await imports.get({ id });
  expect({ state, addedLots }).toEqual({ state: "checked", addedLots: 1 });
  expect(report?.import).toMatchObject({
    refused: [{ place: "holdings.csv, line 3" }],
    notes: [
      expect.stringContaining("holdings.csv was read as holdings"),
      "1 row could not be read.",
    ],
  });
});

it("a mapping with mistakes is refused, and each is named", async () => {
  const imports = await asOperator();
  const mapping = { name: "m.json", text: JSON.stringify({ columns: { ...columns, price: "C" } }) };
  const sent = imports.create({ kind: "acr", files: [holdings], mapping });
  await expect(sent).rejects.toMatchObject({
    cause: { errors: { "m.json, columns.price": ["is no field of a mapping"] } },
  });
});
