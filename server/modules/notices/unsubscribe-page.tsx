// The confirmation behind a mail's link "Unsubscribe". Mail scanners follow links, so only its
// button changes something.
import { publicContext } from "#core/context";
import { publicPage } from "#site/public-page";
import { ButtonLink, buttonClass, MessagePage, missingPage } from "#ui/page-parts";
import { findSubscription } from "./unsubscribe";

interface Data {
  token: string;
  subscription: NonNullable<Awaited<ReturnType<typeof findSubscription>>>;
}

function Choices() {
  return (
    <ButtonLink href="/admin/me#notifications" variant="secondary">
      Choose notifications
    </ButtonLink>
  );
}

function Confirm({ token, subscription: { label, placeName } }: Data) {
  return (
    <MessagePage title={`Stop emails about “${label}”?`}>
      <p>
        You will get no more of these emails{placeName && ` for ${placeName}`}. Other notifications
        stay as they are.
      </p>
      <form method="post" action={`/unsubscribe/${token}`} className="flex flex-wrap gap-3">
        <input type="hidden" name="from" value="page" />
        <button type="submit" className={`cursor-pointer ${buttonClass("primary")}`}>
          Unsubscribe
        </button>
        <Choices />
      </form>
    </MessagePage>
  );
}

function Done({ subscription: { label, placeName } }: Data) {
  return (
    <MessagePage title="You are unsubscribed">
      <p>
        You get no emails about “{label}”{placeName && ` for ${placeName}`}. You can turn them on
        again in your settings.
      </p>
      <p>
        <Choices />
      </p>
    </MessagePage>
  );
}

const unknown = missingPage("This link to unsubscribe is not valid. Use the one in a newer email.");

export const unsubscribePage = publicPage({
  path: "/unsubscribe/{token}",
  async load({ params }): Promise<Data | null> {
    const token = params["token"] ?? "";
    const subscription = await findSubscription(publicContext(), { token });
    return subscription && { token, subscription };
  },
  render(data) {
    const headers = { "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" };
    if (data === null) return { ...unknown, headers };
    return {
      head: { title: "Unsubscribe", isIndexed: false },
      headers,
      body: data.subscription.isOn ? <Confirm {...data} /> : <Done {...data} />,
    };
  },
});
