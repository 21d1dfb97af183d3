"use client";
import Link from "next/link";
import { usePathname, useSearchParams } from "next/navigation";
import { type ReactNode, useEffect, useRef } from "react";
import { Brand } from "#ui/page-parts";
import type { Person } from "./account";
import { AccountButton } from "./account-button";
import type { PersonMenuProps } from "./account-name";
import { buttonClass } from "./button";
import { useHoverPrefetch } from "./hover-prefetch";
import { Menu } from "./icons";
import { PLACE_COOKIE, placeText } from "./last-place";
import { LeaveGuardContext } from "./leave-guard";
import { below, currentOf, linksOf, type MenuEntry } from "./menu";
import { type Command, Palette } from "./palette";
import { Tabs } from "./tabs";
import { TrpcProvider } from "./trpc-provider";

/** An address below the shell's own. */
type Inside<Thing> = Omit<Thing, "href"> & { path: string };

interface Props extends PersonMenuProps {
  person: Person;
  menu: readonly MenuEntry[];
  /** Commands of the palette in addition to the menu's screens. */
  actions?: readonly Inside<Command>[];
  lists: readonly Inside<Command>[];
  children: ReactNode;
}

interface ModeSwitchProps extends Pick<Props, "account" | "mode"> {
  /** Address of the list below the mode's. An object of one mode doesn't exist in the other. */
  place: string;
}

function ModeSwitch({ account, mode, place }: ModeSwitchProps) {
  return (
    <nav aria-label="Live or test" className="flex rounded-lg bg-soft p-0.5">
      {(["live", "test"] as const).map((option) => (
        <Link
          key={option}
          href={`/admin/${account.slug}/${option}${place}`}
          prefetch={false}
          aria-current={option === mode ? "true" : undefined}
          className="rounded-md px-3 py-1.5 text-sm font-medium text-quiet capitalize aria-[current]:bg-paper aria-[current]:text-ink aria-[current]:shadow-sheet"
        >
          {option}
        </Link>
      ))}
    </nav>
  );
}

const drawerClass =
  "text-ink max-lg:m-0 max-lg:h-dvh max-lg:max-h-none max-lg:w-72 max-lg:max-w-[85vw] max-lg:border-r max-lg:border-line max-lg:bg-paper max-lg:p-4 max-lg:shadow-sheet max-lg:backdrop:bg-ink/30 dark:max-lg:backdrop:bg-canvas/70 lg:static lg:block lg:h-auto lg:w-auto lg:min-w-0 lg:overflow-visible lg:bg-transparent lg:pt-8";

interface PlacesProps {
  entries: readonly { name: string; icon: ReactNode; tabs: readonly { href: string }[] }[];
  current: string | undefined;
  path: string;
}

/** Beside the content, or on narrow screens a drawer that its button opens without script. */
function Places({ entries, current, path }: PlacesProps) {
  const drawer = useRef<HTMLElement>(null);
  const previous = useRef(path);
  useEffect(() => {
    // Not on the first screen, where someone may have opened it before the script ran.
    if (previous.current !== path) drawer.current?.hidePopover?.();
    previous.current = path;
  }, [path]);
  return (
    <nav ref={drawer} id="places" popover="auto" aria-label="Dashboard" className={drawerClass}>
      <button
        type="button"
        popoverTarget="places"
        popoverTargetAction="hide"
        className={`${buttonClass("plain")} mb-2 lg:hidden`}
      >
        Close
      </button>
      <ul className="flex flex-col gap-1">
        {entries.map(({ name, icon, tabs }) => (
          <li key={name}>
            <Link
              href={tabs[0]?.href ?? ""}
              prefetch={false}
              aria-current={name === current ? "page" : undefined}
              className="flex min-h-10 items-center gap-2.5 rounded-lg px-3 text-[0.9375rem] whitespace-nowrap text-quiet hover:bg-soft hover:text-ink aria-[current]:bg-soft aria-[current]:font-medium aria-[current]:text-ink [&>svg]:size-4 [&>svg]:shrink-0"
            >
              {icon}
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const YEAR_SECONDS = 365 * 24 * 3600;

function useLastPlace({ account: { slug }, mode }: Pick<Props, "account" | "mode">): void {
  useEffect(() => {
    const value = `${PLACE_COOKIE}=${placeText({ slug, mode })}`;
    // biome-ignore lint/suspicious/noDocumentCookie: browsers lack the cookie store on plain HTTP.
    document.cookie = `${value}; path=/admin; max-age=${YEAR_SECONDS}; samesite=lax`;
  }, [slug, mode]);
}

function usePlaces(menu: Props["menu"], base: string) {
  const path = usePathname();
  const show = useSearchParams().get("show");
  const { entries, screens } = linksOf(menu, base);
  const screen = currentOf(screens, { path: path.slice(base.length), show });
  const tabs = screens.filter(
    (tab) => tab.group === screen?.group && (!tab.isRare || tab === screen),
  );
  return { path, entries, screens, screen, tabs };
}

export function Shell({ menu, actions = [], lists, children, ...props }: Props) {
  const { account, mode } = props;
  useLastPlace(props);
  useHoverPrefetch();
  const base = `/admin/${account.slug}/${mode}`;
  const { path, entries, screens, screen, tabs } = usePlaces(menu, base);
  return (
    // A new provider for each account and mode, so that no data of one is shown in another.
    <TrpcProvider
      key={base}
      mode={mode}
      email={props.person.email}
      {...(account.slug !== "operator" && { account: account.slug })}
    >
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-10 focus:rounded-lg focus:bg-paper focus:p-3"
      >
        Skip to content
      </a>
      <header className="border-b border-line bg-paper">
        {mode === "test" && (
          <p className="bg-warning-soft px-4 py-1.5 text-center text-sm font-medium text-warning">
            Test mode: no real credits, no real money
          </p>
        )}
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 sm:px-6">
          <div className="flex items-center gap-2">
            <button
              type="button"
              popoverTarget="places"
              className={`${buttonClass("plain")} -ml-2 lg:hidden`}
            >
              <Menu className="size-5" aria-hidden="true" />
              <span className="sr-only">Menu</span>
            </button>
            <Brand />
          </div>
          <div className="flex flex-wrap items-center gap-2 sm:gap-3">
            <Palette places={screens} actions={below(base, actions)} lists={below(base, lists)} />
            <ModeSwitch {...{ account, mode }} place={screen?.href.slice(base.length) ?? ""} />
            <AccountButton {...props} />
          </div>
        </div>
      </header>
      <div className="mx-auto grid w-full max-w-7xl grid-cols-[minmax(0,1fr)] lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-6 lg:px-6">
        <Places entries={entries} current={screen?.group} path={path} />
        <main id="main" tabIndex={-1} className="min-w-0 px-4 py-6 sm:px-6 lg:px-0 lg:py-8">
          {screen && tabs.length > 1 && (
            <Tabs label={screen.group} tabs={tabs} current={screen.href} />
          )}
          <LeaveGuardContext value={true}>{children}</LeaveGuardContext>
        </main>
      </div>
    </TrpcProvider>
  );
}

export function SignedOutPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-md flex-col px-5 py-8 sm:py-12">
      <header>
        <Brand />
      </header>
      <main className="my-auto py-12">
        <h1 className="mb-6 text-3xl font-semibold tracking-tight">{title}</h1>
        <TrpcProvider>{children}</TrpcProvider>
      </main>
    </div>
  );
}
