"use client";
import { useListState } from "#ui/admin/table";
import { Security } from "./security";
import { Status } from "./status";

export default function SystemPage() {
  return useListState().get("show") === "security" ? <Security /> : <Status />;
}
