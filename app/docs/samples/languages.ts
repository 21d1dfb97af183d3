import { curlOf } from "./curl";
import { nodeOf } from "./node";
import { pythonOf } from "./python";
import type { SampleRequest } from "./request";

export interface SampleLanguage {
  id: "curl" | "node" | "python";
  name: string;
  write(request: SampleRequest): string;
}

/** The languages of all samples; the first is shown until a reader chooses. */
export const sampleLanguages: readonly SampleLanguage[] = [
  { id: "curl", name: "curl", write: curlOf },
  { id: "node", name: "Node.js", write: nodeOf },
  { id: "python", name: "Python", write: pythonOf },
];
