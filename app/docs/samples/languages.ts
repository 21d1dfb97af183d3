import { curlOf } from "./curl";
import { goOf } from "./go";
import { nodeOf } from "./node";
import { phpOf } from "./php";
import { pythonOf } from "./python";
import type { SampleRequest } from "./request";

export interface SampleLanguage {
  id: "curl" | "node" | "python" | "php" | "go";
  name: string;
  write(request: SampleRequest): string;
}

/** The languages of all samples; the first is shown until a reader chooses. */
export const sampleLanguages: readonly SampleLanguage[] = [
  { id: "curl", name: "curl", write: curlOf },
  { id: "node", name: "Node.js", write: nodeOf },
  { id: "python", name: "Python", write: pythonOf },
  { id: "php", name: "PHP", write: phpOf },
  { id: "go", name: "Go", write: goOf },
];
