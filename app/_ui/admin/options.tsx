import { folded } from "#core/folded";

export interface Option {
  value: string;
  text: string;
}

export function Options({ options }: { options: readonly Option[] }) {
  return options.map(({ value, text }) => (
    <option key={value} value={value}>
      {text}
    </option>
  ));
}

/** Finds options by a part of their text, or one by its value. */
export type Find = (text: string) => Promise<readonly Option[]>;

/** Of a select; more are searched by typing. */
export const MAX_SELECT_OPTIONS = 30;

/** Searches all options; undefined if they are few enough for a select. */
export function findIn(options: readonly Option[]): Find | undefined {
  if (options.length <= MAX_SELECT_OPTIONS) return undefined;
  return async (text) =>
    options.filter((option) => option.value === text || folded(option.text).includes(folded(text)));
}
