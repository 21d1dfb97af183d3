"use client";
import { notFound } from "next/navigation";
import { useState } from "react";
import { formatMass } from "#core/mass";
import { DEFAULT_CURRENCY } from "#core/money";
import { AccountBilling, AccountDocument } from "#screens/operator";
import { type ErasedData, PersonData, Remains } from "#screens/personal-data";
import type { RouterOutput } from "#trpc/router";
import { Confirm, FormDialog } from "#ui/admin/dialog";
import { EmailField } from "#ui/admin/fields";
import { TextField } from "#ui/admin/form";
import { count, money, plural, Time } from "#ui/admin/format";
import { useOperator } from "#ui/admin/operator";
import { orderStates } from "#ui/admin/order-table";
import {
  Badge,
  Detail,
  Facts,
  FactsPanel,
  Identifier,
  Item,
  Items,
  PageHead,
  Panel,
  StateBadge,
} from "#ui/admin/page";
import { useListState } from "#ui/admin/table";
import { EditTerms, termsNames } from "#ui/admin/terms";
import { useCall, useChange, useRefresh, useScreenData } from "#ui/admin/trpc";
import { AccountPrices } from "./prices";
import { queries } from "./queries";
import { Suspension } from "./suspension";

type Account = RouterOutput["operatorAccounts"]["get"];
type ModeAccount = Account["modes"][number];

function InviteOwner({ id }: { id: string }) {
  const invite = useChange((trpc) => trpc.operatorAccounts.inviteOwner);
  return (
    <FormDialog
      button="Invite owner"
      title="Invite an owner"
      description="This account has no owner. Its first owner invites the other members."
      action="Send invitation"
      done="Invitation sent"
      schema={async () => (await import("#admin/schemas")).InviteFirstOwner}
      initial={{ email: "" }}
      send={({ email }) => invite({ id, email })}
    >
      <EmailField />
    </FormDialog>
  );
}

type Member = Account["members"][number];

function ResetSecondFactor({ member: { id, name, email } }: { member: Member }) {
  const reset = useCall((trpc) => trpc.operatorAccounts.resetSecondFactor);
  return (
    <Confirm
      button="Reset second factor"
      buttonLabel={`Reset second factor of ${email}`}
      title={`Reset the second factor of ${name}?`}
      description="Only after you have checked, on another channel, who asks. Their authenticator app, passkeys and recovery codes are removed, and their sessions end. They log in by password, and learn of it by email."
      done="Second factor reset"
      run={() => reset({ id })}
    />
  );
}

function MemberItem({ member, onErased }: { member: Member; onErased(erased: ErasedData): void }) {
  return (
    <Item title={member.name} note={member.email}>
      <span className="flex flex-wrap items-center gap-3">
        <span className="capitalize">{member.role}</span>
        <ResetSecondFactor member={member} />
        <PersonData person={member} onErased={onErased} />
      </span>
    </Item>
  );
}

function Members({ account: { id, members, invitations } }: { account: Account }) {
  const refresh = useRefresh((trpc) => trpc.operatorAccounts.pathFilter());
  const [erased, setErased] = useState<ErasedData | null>(null);
  const onErased = (result: ErasedData) => {
    setErased(result);
    return refresh();
  };
  const isOwned = members.some(({ role }) => role === "owner");
  return (
    <>
      {erased && <Remains {...erased} />}
      <Panel title="Members" actions={!isOwned && <InviteOwner id={id} />}>
        <Items empty="No team members yet.">
          {[
            ...members.map((member) => (
              <MemberItem key={member.id} member={member} onErased={onErased} />
            )),
            ...invitations.map(({ email, role, expiresOn }) => (
              <Item key={email} title={email}>
                <span className="flex flex-wrap items-center gap-2 text-quiet">
                  <Badge tone="pending">Invited as {role}</Badge>
                  expires <Time at={expiresOn} />
                </span>
              </Item>
            )),
          ]}
        </Items>
      </Panel>
    </>
  );
}

function Keys({ keys }: Pick<ModeAccount, "keys">) {
  return (
    <Items empty="No API keys yet.">
      {keys.map(({ id, name, isValid, lastUsedOn }) => (
        <Item key={id}>
          <span>
            {name} {!isValid && <Badge tone="neutral">Inactive</Badge>}
          </span>
          <span className="text-quiet">
            {lastUsedOn ? (
              <>
                last used <Time at={lastUsedOn} />
              </>
            ) : (
              "never used"
            )}
          </span>
        </Item>
      ))}
    </Items>
  );
}

function LatestOrders({ orders }: Pick<ModeAccount, "orders">) {
  return (
    <Items empty="No orders yet.">
      {orders.map(({ id, state, amountKg, price, currency, createdOn }) => (
        <Item key={id}>
          <span className="tabular-nums">
            <StateBadge state={orderStates[state]} /> {formatMass(amountKg)} for{" "}
            {money(price, currency)}
          </span>
          <span className="text-quiet">
            <Time at={createdOn} />
          </span>
        </Item>
      ))}
    </Items>
  );
}

function ModePanel({ account }: { account: ModeAccount }) {
  const { mode, soldKg, retiredKg, waiting, latestOn, defaultPortfolioId } = account;
  return (
    <Panel title={mode === "live" ? "Live" : "Test"}>
      <Facts
        facts={{
          Sold: formatMass(soldKg),
          "Retired at registries": formatMass(retiredKg),
          "Orders waiting for credits": count(waiting),
          "Latest order": latestOn ? <Time at={latestOn} /> : "None",
          "Default portfolio": defaultPortfolioId ?? "The catalogue’s default",
        }}
      />
      <h3 className="mt-6 mb-2.5 text-sm font-medium text-quiet">API keys</h3>
      <Keys keys={account.keys} />
      <h3 className="mt-6 mb-2.5 text-sm font-medium text-quiet">Latest orders</h3>
      <LatestOrders orders={account.orders} />
    </Panel>
  );
}

function SetTerms({ account: { id, stockTerms } }: { account: Account }) {
  const set = useChange((trpc) => trpc.operatorAccounts.setStockTerms);
  const { backOrderDays, holdSharePercent } = stockTerms;
  return (
    <FormDialog
      button="Change"
      buttonLabel="Change terms for scarce stock"
      title="Scarce stock"
      description="Applies to the account’s live and test mode."
      action="Save terms"
      done="Terms saved"
      schema={async () => (await import("#admin/schemas")).StockTermsForm}
      initial={{
        back_order_days: backOrderDays === null ? null : String(backOrderDays),
        hold_share_percent: String(holdSharePercent),
      }}
      opened={{ back_order_days: backOrderDays, hold_share_percent: holdSharePercent }}
      send={(values, opened) => set({ id, ...values, opened })}
    >
      <TextField
        name="back_order_days"
        label="Back-orders: days until credits come"
        inputMode="numeric"
        hint="Leave it empty to sell nothing beyond stock."
      />
      <TextField
        name="hold_share_percent"
        label="Reservations: most of a portfolio’s stock, in percent"
        inputMode="numeric"
      />
    </FormDialog>
  );
}

function ScarceStock({ account }: { account: Account }) {
  const { backOrderDays, holdSharePercent } = account.stockTerms;
  return (
    <FactsPanel
      title="Scarce stock"
      actions={<SetTerms account={account} />}
      facts={{
        "Back-orders":
          backOrderDays === null
            ? "Sells nothing beyond stock"
            : `Sells beyond stock, with credits within ${plural(backOrderDays, "day")}`,
        Reservations: `Up to ${holdSharePercent}% of a portfolio’s stock`,
      }}
    />
  );
}

/** Without the module that charges accounts. */
function Terms({ account: { id, modes } }: { account: Account }) {
  const { mode } = useOperator();
  const { terms = null, currency = DEFAULT_CURRENCY } =
    modes.find((each) => each.mode === mode) ?? {};
  return (
    <FactsPanel
      title={`Billing terms in ${mode} mode`}
      actions={
        <EditTerms id={id} mode={mode} terms={terms} limitAmount={null} currency={currency} />
      }
      facts={{ Terms: terms === null ? "None" : termsNames[terms] }}
    />
  );
}

function AccountDetail() {
  const { modules } = useOperator();
  const { account: query } = useScreenData(queries);
  return (
    <Detail title="Account" query={query}>
      {(account) => (
        <>
          <PageHead
            title={account.name}
            intro="Operators see no customers and no secrets of an account. Only its members can open its dashboard."
          />
          <FactsPanel
            title="Details"
            facts={{
              Slug: account.slug,
              Created: <Time at={account.createdOn} />,
              ID: <Identifier>{account.id}</Identifier>,
              "Impact page": (
                <a href={`/impact/${account.slug}`} className="link">
                  /impact/{account.slug}
                </a>
              ),
            }}
          />
          <Suspension account={account} />
          <AccountPrices account={account} />
          <ScarceStock account={account} />
          {modules.includes("billing") ? <AccountBilling /> : <Terms account={account} />}
          <Members account={account} />
          {account.modes.map((modeAccount) => (
            <ModePanel key={modeAccount.id} account={modeAccount} />
          ))}
        </>
      )}
    </Detail>
  );
}

export default function AccountPage() {
  const { modules } = useOperator();
  if (!useListState().get("document")) return <AccountDetail />;
  return modules.includes("billing") ? <AccountDocument /> : notFound();
}
