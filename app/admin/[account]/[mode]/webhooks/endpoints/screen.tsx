"use client";
import { useAccount } from "#ui/admin/account";
import { Screen } from "#ui/admin/page";
import { EndpointsPanel } from "./panel";
import { CallbackSecrets } from "./secrets";

export default function EndpointsPage() {
  const { can } = useAccount();
  return (
    <Screen
      title="Webhook endpoints"
      intro="Addresses of your programs that receive events, and the secrets to verify them with."
    >
      <EndpointsPanel />
      {can("webhooks") && <CallbackSecrets />}
    </Screen>
  );
}
