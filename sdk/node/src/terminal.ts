import { type ParseArgsOptionsConfig, parseArgs } from "node:util";

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function fail(text: string): never {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

/** Options and further arguments; ends the program if one is unknown. */
export function optionsOf<Options extends ParseArgsOptionsConfig>(
  args: string[],
  options: Options,
) {
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}
