"use client";
// Changes that a screen and the palette offer, with the question before each.
import type { Confirmation } from "./dialog";
import { useCall, useChange, useRefresh } from "./trpc";

export function useCancelOrder(): (id: string) => Confirmation {
  const refresh = useRefresh((trpc) => trpc.orders.pathFilter());
  const cancel = useCall((trpc) => trpc.orders.cancel);
  return (id) => ({
    title: "Cancel this order?",
    description: "It gets no credits, and a customer’s payment is refunded. This can’t be undone.",
    action: "Cancel order",
    done: "Order cancelled",
    // A refusal means that the order has changed too.
    run: () => cancel({ id }).finally(refresh),
  });
}

export function useExpireSession(): (id: string) => Confirmation {
  const refresh = useRefresh((trpc) => trpc.checkout.pathFilter());
  const expire = useCall((trpc) => trpc.checkout.expire);
  return (id) => ({
    title: "Expire this session?",
    description:
      "Its page no longer takes a payment. This can’t be undone, but you can create another session.",
    action: "Expire session",
    done: "Session expired",
    // A refusal means that the session has changed too.
    run: () => expire({ id }).finally(refresh),
  });
}

export function useRevokeKey(): (key: { id: string; name: string }) => Confirmation {
  const revoke = useChange((trpc) => trpc.keys.revoke);
  return ({ id, name }) => ({
    title: `Revoke ${name}?`,
    description: "Programs that use this key stop working immediately. This can’t be undone.",
    action: "Revoke key",
    done: "Key revoked",
    async run() {
      await revoke({ id });
    },
  });
}
