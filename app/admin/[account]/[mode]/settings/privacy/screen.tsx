"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAccount } from "#ui/admin/account-shell";
import { Empty, Loaded, Note, Panel, Screen } from "#ui/admin/page";
import {
  AddressForm,
  CUSTOMER_ERASURE,
  customerFacts,
  DataPanel,
  type ErasedData,
  Remains,
} from "#ui/admin/personal-data";
import { useRefresh, useTRPC } from "#ui/admin/trpc";

interface Props {
  email: string;
  onErased(erased: ErasedData): void;
}

function Results({ email, onErased }: Props) {
  const { account } = useAccount();
  const { privacy } = useTRPC();
  const query = useQuery(privacy.find.queryOptions({ email }));
  const load = useMutation(privacy.export.mutationOptions());
  const erase = useMutation(privacy.erase.mutationOptions());
  return (
    <Loaded query={query}>
      {(counts) =>
        counts ? (
          <DataPanel
            title={email}
            email={email}
            fileName={`customer-of-${account.slug}`}
            facts={customerFacts(counts)}
            description={CUSTOMER_ERASURE}
            load={() => load.mutateAsync({ email })}
            erase={(confirmation) => erase.mutateAsync({ email, confirmation })}
            onErased={onErased}
          />
        ) : (
          <Empty title="No results">
            No checkout session or subaccount has this email address.
          </Empty>
        )
      }
    </Loaded>
  );
}

function Search() {
  const [email, setEmail] = useState<string | null>(null);
  const [erased, setErased] = useState<ErasedData | null>(null);
  const refresh = useRefresh((trpc) => trpc.privacy.pathFilter());
  return (
    <>
      <AddressForm
        onFind={(address) => {
          setErased(null);
          setEmail(address);
        }}
      />
      {erased && <Remains {...erased} />}
      {email !== null && (
        <Results
          email={email}
          onErased={async (result) => {
            setErased(result);
            await refresh();
          }}
        />
      )}
    </>
  );
}

export default function CustomerDataPage() {
  const { can } = useAccount();
  return (
    <Screen
      title="Customer data"
      intro="Export and erase what your account stores about one of its customers, live and test. Exports and erasures are recorded in the audit log."
    >
      {can("privacy") ? (
        <Search />
      ) : (
        <Panel title="For owners">
          <Note>Only owners of an active account can export and erase customers’ data.</Note>
        </Panel>
      )}
    </Screen>
  );
}
