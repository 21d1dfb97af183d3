"use client";
import { formatMass } from "#core/mass";
import { count, plural } from "#ui/admin/format";
import { type OperatorJob, ScrollList } from "#ui/admin/job";
import { Note, Panel } from "#ui/admin/page";
import { ScreenLink } from "#ui/admin/screen-link";
import { SimpleTable } from "#ui/admin/table";

type Drift = NonNullable<NonNullable<OperatorJob["report"]>["drift"]>;
type Entry = Drift["entries"][number];

const PAGE_ROWS = 100;

const kinds: Record<
  Entry["kind"],
  { title: string; advice: string; path: string; action: string }
> = {
  unknown_here: {
    title: "Retired or canceled there, not recorded here",
    advice: "Import this export: it records what fits, and asks you about the rest.",
    path: "import",
    action: "Import the export",
  },
  differs: {
    title: "Recorded here with other facts",
    advice: "Compare both records. If the registry is right, correct the record here.",
    path: "retirements?show=recorded",
    action: "View registry retirements",
  },
  missing_there: {
    title: "Recorded here as retired, missing there",
    advice:
      "The export covers that day, but not these credits. Look them up at the registry: if it has not retired them, take the record back.",
    path: "retirements?show=recorded",
    action: "View registry retirements",
  },
  overdue: {
    title: "Sold past the limit, not retired there",
    advice: "Retire these credits at the registry now.",
    path: "retirements",
    action: "View retirements to make",
  },
  unconfirmed: {
    title: "Requested, not retired there",
    advice:
      "Look these credits up at the registry. A newer export may have them; if the request was never made, return it to the list.",
    path: "retirements?show=open",
    action: "View requests",
  },
};

function Orders({ entry: { orderIds, orderCount } }: { entry: Entry }) {
  const more = orderCount - orderIds.length;
  if (orderCount === 0) return "–";
  return (
    <>
      {orderIds.map((id) => (
        <a key={id} href={`/certificates/${id}`} className="link block wrap-anywhere">
          {id}
        </a>
      ))}
      {more > 0 && <span className="text-quiet">{count(more)} more</span>}
    </>
  );
}

function Credits({ entry: { lotId, serials, detail, place } }: { entry: Entry }) {
  return (
    <>
      <ScreenLink to={`/stock/${encodeURIComponent(lotId)}`} className="link wrap-anywhere">
        {serials}
      </ScreenLink>
      <span className="block text-sm text-quiet">{detail}</span>
      {place && <span className="block text-sm text-quiet wrap-anywhere">{place}</span>}
    </>
  );
}

interface ListProps {
  sum: Drift["sums"][number];
  entries: readonly Entry[];
}

function DifferenceList({ sum: { kind, count: total, kg }, entries }: ListProps) {
  const { title, advice, path, action } = kinds[kind];
  return (
    <Panel title={`${title}: ${formatMass(kg)}`}>
      <Note className="mb-4">
        {advice} <ScreenLink to={`/${path}`}>{action}</ScreenLink>
      </Note>
      <SimpleTable
        label={title}
        rows={entries.slice(0, PAGE_ROWS)}
        columns={[
          { head: "Credits", cell: (entry) => <Credits entry={entry} /> },
          { head: "Orders", isExtra: true, cell: (entry) => <Orders entry={entry} /> },
          { head: "Amount", kg: (entry) => entry.kg },
        ]}
        keyOf={(entry, index) => `${entry.lotId} ${entry.serials} ${index}`}
      />
      {total > PAGE_ROWS && (
        <Note className="mt-3">
          {plural(total - PAGE_ROWS, "more difference is", "more differences are")} not on this
          page; the CSV has the first 1,000 of each list.
        </Note>
      )}
    </Panel>
  );
}

export function Differences({ drift: { sums, entries, unread, unreadCount } }: { drift: Drift }) {
  const byKind = Map.groupBy(entries, ({ kind }) => kind);
  return (
    <>
      <Panel title="Differences">
        <SimpleTable
          label="Differences"
          rows={sums}
          columns={[
            { head: "Difference", cell: ({ kind }) => kinds[kind].title },
            { head: "Entries", count: ({ count: total }) => total },
            { head: "Amount", kg: ({ kg }) => kg },
          ]}
          keyOf={({ kind }) => kind}
        />
      </Panel>
      {sums.map((sum) => {
        const list = byKind.get(sum.kind);
        return list && <DifferenceList key={sum.kind} sum={sum} entries={list} />;
      })}
      {unreadCount > 0 && (
        <Panel title={`Rows that could not be read (${count(unreadCount)})`}>
          <ScrollList
            rows={unread.map(({ place, reason }) => ({ place, text: reason }))}
            total={unreadCount}
          />
        </Panel>
      )}
    </>
  );
}
