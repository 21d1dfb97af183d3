import { database } from "#core/db";
import { DeleteTestData, deleteTestDataOf } from "#domain/sandbox";
import type { JobRunner } from "./job-runner";

export const testDataRunner: JobRunner<{ accountId: string }> = {
  payload: DeleteTestData,
  async run({ ctx, payload: { accountId } }) {
    const forMs = await deleteTestDataOf(ctx, { accountId, database: database() });
    return forMs === null ? { state: "done" } : { state: "wait", forMs };
  },
};
