"use client";
import { useMutation } from "@tanstack/react-query";
import { formatMass } from "#core/mass";
import { useAccount } from "#ui/admin/account";
import { ActionButton, CopyButton } from "#ui/admin/button";
import { LinkState } from "#ui/admin/checkout";
import { Confirm, FormDialog } from "#ui/admin/dialog";
import { count, money, Time } from "#ui/admin/format";
import { Detail, Facts, Identifier, PageHead, Panel } from "#ui/admin/page";
import { ScreenLink } from "#ui/admin/screen-link";
import { useRefresh, useScreenData, useTRPC } from "#ui/admin/trpc";
import { LinkFields, NO_LIMIT_KG, type PaymentLink, termsOf, valuesOf } from "./link-form";
import { queries } from "./queries";

interface Props {
  link: PaymentLink;
}

function Edit({ link }: Props) {
  const refresh = useRefresh((trpc) => trpc.links.pathFilter());
  const { mutateAsync } = useMutation(useTRPC().links.update.mutationOptions());
  const { id, state } = link;
  return (
    <FormDialog
      button="Edit"
      title="Edit payment link"
      description="Sessions that customers have opened keep their price."
      action="Save payment link"
      done="Payment link saved"
      schema={async () => (await import("#admin/schemas")).LinkTerms}
      initial={termsOf(link)}
      opened={link}
      send={(terms, opened) => mutateAsync({ id, state, ...valuesOf(terms), opened })}
      onDone={refresh}
    >
      <LinkFields isNew={false} />
    </FormDialog>
  );
}

function Pause({ id }: { id: string }) {
  const refresh = useRefresh((trpc) => trpc.links.pathFilter());
  const pause = useMutation(useTRPC().links.pause.mutationOptions());
  return (
    <Confirm
      button="Pause"
      title="Pause this payment link?"
      description="Its page says that nothing is on sale right now. Sessions that customers have opened can still be paid. You can resume it at any time."
      action="Pause payment link"
      done="Payment link paused"
      run={() => pause.mutateAsync({ id }).finally(refresh)}
    />
  );
}

function Resume({ id }: { id: string }) {
  const refresh = useRefresh((trpc) => trpc.links.pathFilter());
  const resume = useMutation(useTRPC().links.resume.mutationOptions());
  return (
    <ActionButton
      variant="primary"
      done="Payment link resumed"
      run={() => resume.mutateAsync({ id }).finally(refresh)}
    >
      Resume
    </ActionButton>
  );
}

function Figures({ link: { sums } }: Props) {
  const { paid } = sums;
  return (
    <Panel title="Sales">
      <Facts
        facts={{
          Sessions: count(sums.sessions),
          Paid: count(paid.sessions),
          Sold: formatMass(paid.amount_kg),
          Total: money(paid.amount, paid.currency),
          Refunded: money(paid.refunded, paid.currency),
        }}
      />
    </Panel>
  );
}

function Details({ link }: Props) {
  const { portfolio_id: portfolio, subaccount } = link;
  return (
    <Panel title="Details">
      <Facts
        facts={{
          State: <LinkState state={link.state} />,
          "Suggested amounts": link.suggested_kg.map((kg) => formatMass(kg)).join(", ") || "None",
          Limits: (
            <>
              {formatMass(link.min_kg)}{" "}
              {link.max_kg === NO_LIMIT_KG ? "or more" : `to ${formatMass(link.max_kg)}`}
            </>
          ),
          Portfolio:
            portfolio === null ? (
              "Default"
            ) : (
              <ScreenLink to={`/portfolios/${portfolio}`}>
                {link.portfolio_name ?? portfolio}
              </ScreenLink>
            ),
          Subaccount: subaccount && (
            <ScreenLink to={`/subaccounts/${subaccount.id}`}>{subaccount.name}</ScreenLink>
          ),
          Description: link.description,
          "Return address": link.success_url ?? "None: the payment page",
          Created: <Time at={link.created_on} />,
          Updated: <Time at={link.updated_on} />,
          ID: <Identifier>{link.id}</Identifier>,
        }}
      />
    </Panel>
  );
}

function Share({ link: { url, slug, qr_svg: svg } }: Props) {
  const picture = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  return (
    <Panel title="Share">
      <div className="flex flex-wrap items-center gap-6">
        {/* biome-ignore lint/performance/noImgElement: a data URL needs no optimization. */}
        <img
          src={picture}
          alt="QR code of the payment link"
          width="160"
          height="160"
          className="rounded-lg bg-white p-2"
        />
        <div className="min-w-0 space-y-3">
          <p>
            <a href={url} className="link wrap-anywhere">
              {url}
            </a>
          </p>
          <p className="flex flex-wrap gap-3">
            <CopyButton text={url} label="Copy link" done="Payment link copied" />
            <a href={picture} download={`${slug}.svg`} className="link inline-flex items-center">
              Download QR code
            </a>
          </p>
        </div>
      </div>
    </Panel>
  );
}

export function PaymentLinkPage() {
  const { canWrite } = useAccount();
  const { link: query } = useScreenData(queries);
  return (
    <Detail title="Payment link" query={query}>
      {(link) => (
        <>
          <PageHead
            title={link.name}
            intro={link.state === "paused" ? "Paused: sells nothing" : null}
            actions={
              canWrite && (
                <>
                  <Edit link={link} />
                  {link.state === "active" ? <Pause id={link.id} /> : <Resume id={link.id} />}
                </>
              )
            }
          />
          <Figures link={link} />
          <Share link={link} />
          <Details link={link} />
        </>
      )}
    </Detail>
  );
}
