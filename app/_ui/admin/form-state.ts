// Values of a form as people type them, and the errors at its fields. A field is the input itself,
// as for the browser, so that what is typed before hydration is kept.
import type { ChangeEvent } from "react";

export type Values = Readonly<Record<string, unknown>>;
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Messages by field; "beneficiary.name" is a field of a field. */
export type FormErrors = Readonly<Record<string, string>>;

export interface FormStatus {
  isDirty: boolean;
  isSubmitting: boolean;
  errors: FormErrors;
}

export type Check = (values: Values) => Promise<FormErrors>;

const isRecord = (value: unknown): value is Values => typeof value === "object" && value !== null;

function valueIn(values: unknown, name: string): unknown {
  const parts = name.split(".");
  return parts.reduce((value, part) => (isRecord(value) ? value[part] : undefined), values);
}

function withValue(values: Values, name: string, value: unknown): Values {
  const [first = "", ...rest] = name.split(".");
  const inner = values[first];
  const changed =
    rest.length === 0 ? value : withValue(isRecord(inner) ? inner : {}, rest.join("."), value);
  return Object.assign(Array.isArray(values) ? [...values] : { ...values }, { [first]: changed });
}

/** An empty field is the same as none. */
const textOf = (values: Values) =>
  JSON.stringify(values, (_key, value) =>
    value === null || value === "" || value === false ? undefined : value,
  );

const isAt = (field: string, name: string) => field === name || field.startsWith(`${name}.`);

const isBox = (control: Element): control is HTMLInputElement =>
  control instanceof HTMLInputElement && ["checkbox", "radio"].includes(control.type);

/** Returns true if the box with this text of its own is checked for the value of its field. */
export function isChecked(value: unknown, own: string): boolean {
  return Array.isArray(value) ? value.includes(own) : value === true || value === own;
}

/** The text of a value in a field. */
export const fieldText = (value: unknown) =>
  value === null || value === undefined ? "" : String(value);

/** Returns what the control contains. */
function read(control: Control, current: unknown): unknown {
  if (!isBox(control)) return control.value === "" ? null : control.value;
  if (control.type === "radio") return control.checked ? control.value : current;
  if (!Array.isArray(current)) return control.checked;
  // All boxes of the field, because those after this one may not be hydrated yet.
  const boxes = [...(control.form?.elements ?? [])].filter(isBox);
  return boxes.filter((box) => box.name === control.name && box.checked).map(({ value }) => value);
}

/** True if someone changed the server's HTML before hydration. */
export function isChanged(control: Control): boolean {
  if (isBox(control)) return control.checked !== control.defaultChecked;
  if (!(control instanceof HTMLSelectElement)) return control.value !== control.defaultValue;
  const first = [...control.options].find(({ defaultSelected }) => defaultSelected);
  return first !== undefined && !first.selected;
}

interface Field {
  name: string;
  ref(control: Control | null): (() => void) | undefined;
  onChange(event: ChangeEvent<Control>): void;
}

export class FormState {
  #initial: Values;
  #values: Values;
  #status: FormStatus = { isDirty: false, isSubmitting: false, errors: {} };
  #isChecked = false;
  #check: Check = async () => ({});
  readonly #unchecked = new Set<string>();
  readonly #controls = new Map<string, Set<Control>>();
  readonly #fields = new Map<string, Field>();
  readonly #listeners = new Set<() => void>();

  constructor(initial: Values) {
    this.#initial = initial;
    this.#values = initial;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly values = (): Values => this.#values;
  readonly status = (): FormStatus => this.#status;

  /** The first value of the field, which is in the server's HTML. */
  initialOf(name: string): unknown {
    return valueIn(this.#initial, name);
  }

  /** The error of the field, or else of a field in it. */
  errorOf(name: string): string | undefined {
    const { errors } = this.#status;
    return errors[name] ?? Object.entries(errors).find(([field]) => isAt(field, name))?.[1];
  }

  /** Attributes that tie an input to the form: the same object each time, for its `ref`. */
  field(name: string): Field {
    const field = this.#fields.get(name) ?? {
      name,
      ref: (control) => (control ? this.#attach(name, control) : undefined),
      onChange: ({ target }) => this.set(name, read(target, valueIn(this.#values, name))),
    };
    this.#fields.set(name, field);
    return field;
  }

  set(name: string, value: unknown): void {
    this.#values = withValue(this.#values, name, value);
    this.#change({ isDirty: textOf(this.#values) !== textOf(this.#initial) });
    if (this.#isChecked) void this.#checkAgain(name);
  }

  /** Takes back a confirmation, and its error. */
  refuse(name: string): void {
    this.set(name, false);
    this.#show(name);
    this.#change({ errors: this.#errorsBut(name) });
  }

  /** Begins again, with the first values unless there are others. */
  reset(values = this.#initial): void {
    this.#initial = values;
    this.#values = values;
    this.#isChecked = false;
    for (const name of this.#controls.keys()) this.#show(name);
    this.#change({ isDirty: false, errors: {} });
  }

  checkWith(check: Check): void {
    this.#check = check;
  }

  submitting(isSubmitting: boolean): void {
    this.#change({ isSubmitting });
  }

  /** Shows the errors from now on as fields change, and focuses the first field that has one. */
  fail(errors: FormErrors): void {
    this.#isChecked = true;
    this.#change({ errors });
    const names = [...this.#controls.keys()];
    const first = names.find((name) => Object.keys(errors).some((field) => isAt(field, name)));
    if (first !== undefined) this.#controls.get(first)?.values().next().value?.focus();
  }

  #change(status: Partial<FormStatus>): void {
    const { isDirty, isSubmitting, errors } = this.#status;
    const next = { ...this.#status, ...status };
    const isSame =
      next.isDirty === isDirty && next.isSubmitting === isSubmitting && next.errors === errors;
    // The same object renders nothing again.
    if (!isSame) this.#status = next;
    for (const listener of this.#listeners) listener();
  }

  #errorsBut(name: string): FormErrors {
    const others = Object.entries(this.#status.errors).filter(([field]) => !isAt(field, name));
    return Object.fromEntries(others);
  }

  async #checkAgain(name: string): Promise<void> {
    this.#unchecked.add(name);
    const values = this.#values;
    const errors = await this.#check(values).catch(() => ({}));
    // The check of the later change includes this one.
    if (values !== this.#values || !this.#isChecked) return;
    const isOwn = ([field]: [string, string]) =>
      [...this.#unchecked].some((changed) => isAt(field, changed));
    const others = Object.entries(this.#status.errors).filter((error) => !isOwn(error));
    const current = Object.entries(errors).filter(isOwn);
    this.#unchecked.clear();
    this.#change({ errors: Object.fromEntries([...others, ...current]) });
  }

  #attach(name: string, control: Control): () => void {
    const controls = this.#controls.get(name) ?? new Set();
    this.#controls.set(name, controls.add(control));
    const value = valueIn(this.#values, name);
    if (value === this.initialOf(name) && isChanged(control)) {
      this.set(name, read(control, value));
    } else if (value === undefined || value === "") {
      this.#values = withValue(this.#values, name, isBox(control) ? false : null);
    }
    this.#show(name);
    return () => {
      controls.delete(control);
      if (controls.size === 0) this.#controls.delete(name);
    };
  }

  #show(name: string): void {
    const value = valueIn(this.#values, name);
    for (const control of this.#controls.get(name) ?? []) {
      if (isBox(control)) control.checked = isChecked(value, control.value);
      else control.value = fieldText(value);
    }
  }
}
