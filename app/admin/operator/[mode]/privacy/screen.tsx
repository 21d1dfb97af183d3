"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import type { RouterOutput } from "#trpc/router";
import { Empty, Loaded, Note, Screen } from "#ui/admin/page";
import {
  CUSTOMER_ERASURE,
  customerFacts,
  DataPanel,
  PersonalDataSearch,
  type ResultsProps,
} from "#ui/admin/personal-data";
import { useRefresh, useTRPC } from "#ui/admin/trpc";

type Matches = RouterOutput["operatorPrivacy"]["find"];

function PersonPanel({
  person,
  email,
  onErased,
}: ResultsProps & { person: NonNullable<Matches["person"]> }) {
  const { operatorPrivacy } = useTRPC();
  const load = useMutation(operatorPrivacy.exportPerson.mutationOptions());
  const erase = useMutation(operatorPrivacy.erasePerson.mutationOptions());
  const { id } = person;
  return (
    <DataPanel
      title={`Login of ${person.name}`}
      email={email}
      fileName={id}
      facts={[
        ["Memberships", person.memberships],
        ["Logins", person.logins],
        ["Passkeys", person.passkeys],
        ["Single sign-on identities", person.identities],
        ["Security events", person.events],
      ]}
      description="Logins and memberships end, and the name and address are removed. The audit log keeps an ID that leads to no name."
      load={() => load.mutateAsync({ id })}
      erase={(confirmation) => erase.mutateAsync({ id, email, confirmation })}
      onErased={onErased}
    >
      {person.isOperator && <Note className="mb-4">This person is an operator.</Note>}
    </DataPanel>
  );
}

function CustomerPanel({
  customer: { id, name, counts },
  email,
  onErased,
}: ResultsProps & { customer: Matches["customers"][number] }) {
  const { operatorPrivacy } = useTRPC();
  const load = useMutation(operatorPrivacy.exportCustomer.mutationOptions());
  const erase = useMutation(operatorPrivacy.eraseCustomer.mutationOptions());
  return (
    <DataPanel
      title={`Customer of ${name}`}
      email={email}
      fileName={`customer-${id}`}
      facts={customerFacts(counts)}
      description={CUSTOMER_ERASURE}
      load={() => load.mutateAsync({ id, email })}
      erase={(confirmation) => erase.mutateAsync({ id, email, confirmation })}
      onErased={onErased}
    />
  );
}

function Results({ email, onErased }: ResultsProps) {
  const query = useQuery(useTRPC().operatorPrivacy.find.queryOptions({ email }));
  return (
    <Loaded query={query}>
      {({ person, customers }) => (
        <>
          {person && <PersonPanel person={person} email={email} onErased={onErased} />}
          {customers.map((customer) => (
            <CustomerPanel
              key={customer.id}
              customer={customer}
              email={email}
              onErased={onErased}
            />
          ))}
          {!person && customers.length === 0 && (
            <Empty title="No results">
              No person, customer or subaccount has this email address.
            </Empty>
          )}
        </>
      )}
    </Loaded>
  );
}

export default function PrivacyPage() {
  const refresh = useRefresh((trpc) => trpc.operatorPrivacy.pathFilter());
  return (
    <Screen
      title="Privacy"
      intro="Export and erase what is stored about a person with a login, or about an account’s customer. Exports and erasures are recorded in the audit log."
    >
      <PersonalDataSearch results={Results} refresh={refresh} />
    </Screen>
  );
}
