// One event with every attempt to deliver it.
import type { Metadata } from "next";
import { WebhookEvent } from "./webhook-event";

export const metadata: Metadata = { title: "Event" };

interface Props {
  params: Promise<{ id: string }>;
}

export default async function WebhookEventPage({ params }: Props) {
  return <WebhookEvent id={(await params).id} />;
}
