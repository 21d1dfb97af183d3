// The shapes that many endpoints share: path ids and lists.
import { z } from "zod";

/** The one path parameter `id`; what it must look like is nobody's business but the look-up's. */
export function idParams(description: string, example: string) {
  return z.object({ id: z.string().meta({ description, examples: [example] }) });
}

/** `{data, has_more}` of a resource. */
export function listOf<Resource extends z.ZodType>(resource: Resource) {
  return z.strictObject({
    data: z.array(resource).meta({ description: "This page of them." }),
    has_more: z
      .boolean()
      .meta({ description: "Whether there are more beyond this page.", examples: [false] }),
  });
}

/** A list that is always whole. */
export function wholeList<Resource>(data: Resource[]) {
  return { data, has_more: false };
}
