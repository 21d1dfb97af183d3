// The work of the workers.
import type { Metadata } from "next";
import { Queues } from "./queues";

export const metadata: Metadata = { title: "Queues" };

export default function QueuesPage() {
  return <Queues />;
}
