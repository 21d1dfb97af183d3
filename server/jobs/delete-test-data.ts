import { database } from "#core/db";
import { DeleteTestData, deleteTestDataOf } from "#domain/sandbox";
import { billing } from "#modules";
import type { JobRunner } from "./job-runner";

export const testDataRunner: JobRunner<{ accountId: string }> = {
  payload: DeleteTestData,
  async run({ ctx, payload: { accountId } }) {
    const { credit } = billing;
    const forMs = await deleteTestDataOf(ctx, { accountId, database: database(), credit });
    return forMs === null ? { state: "done" } : { state: "wait", forMs };
  },
};
