// Imports registries' exports as the command does.
import type { Context } from "#core/context";
import { database } from "#core/db";
import {
  importInSlices,
  type ReadExports,
  type RegistryImport,
  readExports,
} from "#domain/registries";
import { systemContext } from "#testing/factories";

type Input = Omit<Parameters<typeof importInSlices>[1], "transaction" | "exports"> & ReadExports;

/** Imports the files, each slice in a transaction of its own. */
export async function importExports(
  input: Input,
  ctx: Context = systemContext(),
): Promise<RegistryImport> {
  return importInSlices(ctx, {
    ...input,
    exports: readExports(input),
    transaction: (slice) => database().transaction((db) => slice({ ...ctx, db })),
  });
}
