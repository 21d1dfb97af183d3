"use client";
// Changes that a screen and the palette offer, with the question before each.
import { useMutation } from "@tanstack/react-query";
import type { Confirmation } from "./dialog";
import { useRefresh, useTRPC } from "./trpc";

export function useCancelOrder(): (id: string) => Confirmation {
  const refresh = useRefresh((trpc) => trpc.orders.pathFilter());
  const cancel = useMutation(useTRPC().orders.cancel.mutationOptions());
  return (id) => ({
    title: "Cancel this order?",
    description: "It gets no credits, and a customer’s payment is refunded. This can’t be undone.",
    action: "Cancel order",
    done: "Order cancelled",
    // A refusal means that the order has changed too.
    run: () => cancel.mutateAsync({ id }).finally(refresh),
  });
}

export function useExpireSession(): (id: string) => Confirmation {
  const refresh = useRefresh((trpc) => trpc.checkout.pathFilter());
  const expire = useMutation(useTRPC().checkout.expire.mutationOptions());
  return (id) => ({
    title: "Expire this session?",
    description:
      "Its page no longer takes a payment. This can’t be undone, but you can create another session.",
    action: "Expire session",
    done: "Session expired",
    // A refusal means that the session has changed too.
    run: () => expire.mutateAsync({ id }).finally(refresh),
  });
}

export function useRevokeKey(): (key: { id: string; name: string }) => Confirmation {
  const refresh = useRefresh((trpc) => trpc.keys.pathFilter());
  const revoke = useMutation(useTRPC().keys.revoke.mutationOptions());
  return ({ id, name }) => ({
    title: `Revoke ${name}?`,
    description: "Programs that use this key stop working immediately. This can’t be undone.",
    action: "Revoke key",
    done: "Key revoked",
    async run() {
      await revoke.mutateAsync({ id });
      await refresh();
    },
  });
}
