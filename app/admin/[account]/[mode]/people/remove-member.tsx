"use client";
import { useQuery } from "@tanstack/react-query";
import { FormDialog } from "#ui/admin/dialog";
import { CheckboxField } from "#ui/admin/form";
import { plural } from "#ui/admin/format";
import { Badge, Loaded, Note } from "#ui/admin/page";
import { useChange, useTRPC } from "#ui/admin/trpc";

/** The member's API keys, whose tokens they have seen, and whether to revoke them. */
function Keys({ personId, name }: { personId: string; name: string }) {
  const keys = useQuery(useTRPC().team.keysOf.queryOptions({ personId }, { staleTime: 0 }));
  return (
    <Loaded query={keys} lines={2}>
      {(list) =>
        list.length === 0 ? (
          <Note>{name} has created none of the API keys that work now.</Note>
        ) : (
          <>
            <Note>{name} has seen the secrets of these API keys, which keep working:</Note>
            <ul className="space-y-1 text-[0.9375rem]">
              {list.map((key) => (
                <li key={key.id}>
                  <span className="font-medium">{key.name}</span>{" "}
                  <Badge tone="neutral">{key.mode === "live" ? "Live" : "Test"}</Badge>{" "}
                  <span className="text-quiet">
                    {key.scope === "write" ? "Read and write" : "Read only"}
                  </span>
                </li>
              ))}
            </ul>
            <CheckboxField
              name="revokesKeys"
              label={`Revoke ${list.length === 1 ? "this API key" : `these ${plural(list.length, "API key")}`}`}
              hint="Programs that use them are refused at once. To replace a key without a gap, rotate it first."
            />
          </>
        )
      }
    </Loaded>
  );
}

export function RemoveMember({
  member: { personId, name },
}: {
  member: { personId: string; name: string };
}) {
  const remove = useChange(
    (trpc) => trpc.team.remove,
    (trpc) => trpc.keys.pathFilter(),
  );
  return (
    <FormDialog
      button="Remove"
      buttonLabel={`Remove ${name}`}
      variant="plain"
      title={`Remove ${name}?`}
      description="They lose access to this account, and invitations that they sent and that are still open are revoked. You can invite them again."
      action="Remove member"
      submitVariant="danger"
      done="Member removed"
      schema={async () => (await import("#admin/schemas")).Removal}
      initial={{ revokesKeys: false }}
      send={({ revokesKeys }) => remove({ personId, revokesKeys })}
    >
      <Keys personId={personId} name={name} />
    </FormDialog>
  );
}
