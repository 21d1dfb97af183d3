"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useAccount } from "#ui/admin/account";
import { Empty, Loaded, Note, Panel, Screen } from "#ui/admin/page";
import {
  CUSTOMER_ERASURE,
  customerFacts,
  DataPanel,
  PersonalDataSearch,
  type ResultsProps,
} from "#ui/admin/personal-data";
import { useRefresh, useTRPC } from "#ui/admin/trpc";

function Results({ email, onErased }: ResultsProps) {
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

export default function CustomerDataPage() {
  const { can } = useAccount();
  const refresh = useRefresh((trpc) => trpc.privacy.pathFilter());
  return (
    <Screen
      title="Customer data"
      intro="Export and erase what your account stores about one of its customers, live and test. Exports and erasures are recorded in the audit log."
    >
      {can("privacy") ? (
        <PersonalDataSearch results={Results} refresh={refresh} />
      ) : (
        <Panel title="For owners">
          <Note>Only owners of an active account can export and erase customers’ data.</Note>
        </Panel>
      )}
    </Screen>
  );
}
