import { expect, test } from "vitest";
import { FormState } from "./form-state";

const initial = {
  name: "Acme",
  beneficiary: { name: null, url: "" },
  projects: [
    { id: "one", weight: "1" },
    { id: "two", weight: "2" },
  ],
};

test("a field of a field and of a list changes, and its siblings stay", () => {
  const form = new FormState(initial);
  form.set("beneficiary.name", "Ada");
  form.set("projects.1.weight", "3");
  expect(form.values()).toEqual({
    name: "Acme",
    beneficiary: { name: "Ada", url: "" },
    projects: [
      { id: "one", weight: "1" },
      { id: "two", weight: "3" },
    ],
  });
  expect(initial.projects[1]?.weight).toBe("2");
});

test("a form is changed until its fields contain the first values again", () => {
  const form = new FormState(initial);
  form.set("beneficiary.url", null);
  expect(form.status().isDirty).toBe(false);
  form.set("name", "Acme Inc.");
  expect(form.status().isDirty).toBe(true);
  form.set("name", "Acme");
  expect(form.status().isDirty).toBe(false);
});

test("after saving, changes are compared with what was saved", () => {
  const form = new FormState(initial);
  form.set("name", "Acme Inc.");
  form.reset(form.values());
  expect(form.status().isDirty).toBe(false);
  form.set("name", "Acme");
  expect(form.status().isDirty).toBe(true);
});

test("after an error, a change checks its field again and leaves other errors", async () => {
  const form = new FormState(initial);
  const checked: unknown[] = [];
  form.checkWith(async (values) => {
    checked.push(values);
    return { name: "is too short", "beneficiary.name": "is required", "projects.0.weight": "bad" };
  });
  form.set("name", "A");
  expect(checked).toEqual([]);
  form.fail({ slug: "is taken", "beneficiary.name": "is required", projects: "is empty" });
  form.set("projects.0.weight", "x");
  await expect
    .poll(() => form.status().errors)
    .toEqual({
      slug: "is taken",
      "beneficiary.name": "is required",
      projects: "is empty",
      "projects.0.weight": "bad",
    });
  expect(form.errorOf("beneficiary")).toBe("is required");
});

test("of two changes at once, both fields are checked again", async () => {
  const form = new FormState(initial);
  form.checkWith(async () => ({ name: "is too short" }));
  form.fail({ name: "is required", "beneficiary.url": "is not a URL" });
  form.set("name", "A");
  form.set("beneficiary.url", "https://example.com");
  await expect.poll(() => form.status().errors).toEqual({ name: "is too short" });
});

test("listeners hear of each change, and the status stays the same object without one", () => {
  const form = new FormState(initial);
  let calls = 0;
  const stop = form.subscribe(() => {
    calls += 1;
  });
  form.set("name", "B");
  const status = form.status();
  form.set("name", "C");
  expect(form.status()).toBe(status);
  expect(calls).toBe(2);
  stop();
  form.set("name", "D");
  expect(calls).toBe(2);
});

test("a confirmation is taken back with its error, also after it was saved", () => {
  const form = new FormState({ ...initial, confirmed: false });
  form.reset({ ...initial, confirmed: true });
  form.fail({ confirmed: "changes a lot" });
  form.set("confirmed", true);
  form.refuse("confirmed");
  expect(form.values()["confirmed"]).toBe(false);
  expect(form.errorOf("confirmed")).toBeUndefined();
});
