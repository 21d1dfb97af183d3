"use client";
import { Tabs } from "./tabs";

const tabs = [
  { path: "/webhooks", name: "Events" },
  { path: "/webhooks/endpoints", name: "Endpoints and secrets" },
] as const;

export function WebhookTabs({ current }: { current: (typeof tabs)[number]["name"] }) {
  return <Tabs label="Webhooks" tabs={tabs} current={current} />;
}
