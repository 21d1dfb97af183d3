"use client";
import { useListState } from "#ui/admin/table";
import { Endpoint } from "./endpoint";
import { Event } from "./event";
import { Events } from "./events";

export default function WebhooksPage() {
  const { get } = useListState();
  const endpointId = get("endpoint");
  if (endpointId) return <Endpoint key={endpointId} />;
  return get("event") ? <Event /> : <Events />;
}
