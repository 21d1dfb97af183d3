// One webhook endpoint with its deliveries.
import type { Metadata } from "next";
import { WebhookEndpoint } from "./endpoint";

export const metadata: Metadata = { title: "Webhook endpoint" };

interface Props {
  params: Promise<{ id: string }>;
}

export default async function WebhookEndpointPage({ params }: Props) {
  return <WebhookEndpoint id={(await params).id} />;
}
