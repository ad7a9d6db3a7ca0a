import { type ConversationChannel, conversationChannels } from '@regie/contract/channels.ts'
import { type ConversationRow, type InboxCounts, inboxViews, type InboxView, manyMax } from '@regie/contract/inbox.ts'
import { useEffect, useRef } from 'react'
import { formatDate } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SelectInput } from '../../ui/inputs.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CheckInput } from '../../ui/toggles.tsx'
import { useNow } from '../../ui/use-now.ts'
import type { useInbox } from './inbox-data.ts'
import styles from './inbox.module.css'
import { PeopleDownload } from './people-download.tsx'
import { channelIcon, senderName, waitingWords, windowWords } from './inbox-words.ts'

const chips: readonly InboxView[] = inboxViews.filter(
  (view) => view === 'open' || view === 'mine' || view === 'nobody' || view === 'unknown' || view === 'all',
)
const others: readonly InboxView[] = inboxViews.filter((view) => !chips.includes(view))

type FilterProps = {
  customerID: number
  view: InboxView
  onView: (view: InboxView) => void
  channel: string
  onChannel: (channel: string) => void
  counts: InboxCounts | undefined
  words: string
  onSearch: (words: string) => void
  /** What the search found; undefined while nothing is looked for, or not yet known. */
  found: { count: number; hasMore: boolean } | undefined
}

/** Whose conversations one looks at, with how many of each wait for an answer. */
export function InboxFilters({ customerID, view, onView, channel, onChannel, counts, words, onSearch, found }: FilterProps) {
  const t = useText()
  return (
    <div className={styles.filters}>
      <SearchInput
        label={t('inbox.search.label')}
        placeholder={t('inbox.search.placeholder')}
        maxLength={100}
        value={words}
        onSearch={onSearch}
      />
      <p role="status" className={found === undefined ? 'visually-hidden' : styles.found}>
        {found !== undefined && t('inbox.search.found', { count: found.count, more: found.hasMore ? 'yes' : 'no' })}
      </p>
      {words === '' && <FilterChoices view={view} onView={onView} channel={channel} onChannel={onChannel} counts={counts} />}
      {words === '' && (view === 'unknown' || channel === 'whatsapp') && <PeopleDownload customerID={customerID} />}
    </div>
  )
}

function FilterChoices({
  view,
  onView,
  channel,
  onChannel,
  counts,
}: Pick<FilterProps, 'view' | 'onView' | 'channel' | 'onChannel' | 'counts'>) {
  const t = useText()
  return (
    <>
      <fieldset className={styles.chips}>
        <legend className="visually-hidden">{t('inbox.views.label')}</legend>
        {chips.map((known) => (
          <button key={known} type="button" className={styles.chip} aria-pressed={known === view} onClick={() => onView(known)}>
            {t(`inbox.views.${known}`)}
            {counts !== undefined && known in counts && <span className="numbers">{counts[known as keyof InboxCounts]}</span>}
          </button>
        ))}
      </fieldset>
      <div className={styles.selects}>
        <SelectInput
          label={t('inbox.views.more')}
          isLabelHidden
          value={others.includes(view) ? view : ''}
          onChange={(chosen) => onView(chosen === '' ? 'open' : (chosen as InboxView))}
          options={[
            { value: '', label: t('inbox.views.more') },
            ...others.map((known) => ({ value: known, label: t(`inbox.views.${known}`) })),
          ]}
        />
        <SelectInput
          label={t('inbox.channel')}
          isLabelHidden
          value={channel}
          onChange={onChannel}
          options={[
            { value: '', label: t('inbox.everyChannel') },
            ...conversationChannels.map((known) => ({ value: known, label: t(`cases.channels.${known}`) })),
          ]}
        />
      </div>
    </>
  )
}

type ListProps = {
  list: Omit<ReturnType<typeof useInbox>, 'data' | 'fetchNextPage' | 'refetch'> & { fetchNextPage: () => unknown; refetch: () => unknown }
  /** They were looked for by these words. */
  words: string
  view: InboxView
  channel: ConversationChannel | undefined
  current: number | null
  onOpen: (row: ConversationRow) => void
  /** Those that are ticked, by their number as a text; left out: none can be. */
  ticked?: { chosen: ReadonlySet<string>; onChange: (chosen: ReadonlySet<string>) => void } | undefined
}

/** The conversations, who waits longest on top; the chosen one is in sight. */
export function InboxList({ list, words, view, channel, current, onOpen, ticked }: ListProps) {
  const t = useText()
  const now = useNow(20_000)
  const { rows } = list
  // The list of closed cases says so once, by its name; a search finds all kinds.
  const isOfClosed = view === 'caseClosed' && words === ''
  if (rows === undefined)
    return list.error === null ? <Skeleton lines={8} /> : <ErrorState failure={list.error} onRetry={() => void list.refetch()} />
  if (rows.length === 0 && words !== '')
    return <EmptyState icon="search" title={t('inbox.search.none')} text={t('inbox.search.noneText')} />
  if (rows.length === 0) {
    const text = channel === undefined ? t('inbox.noneText') : t('inbox.noneOfChannel', { channel: t(`cases.channels.${channel}`) })
    return <EmptyState icon="inbox" title={t(`inbox.none.${view}`)} text={text} />
  }
  return (
    <>
      {ticked !== undefined && <TickAll rows={rows} ticked={ticked} />}
      <ul className={styles.rows} aria-label={t('inbox.list')}>
        {rows.map((row) => (
          <Row
            key={row.conversationID}
            row={row}
            isCurrent={row.conversationID === current}
            isOfClosed={isOfClosed}
            now={now}
            onOpen={onOpen}
            ticked={ticked}
          />
        ))}
      </ul>
      {list.hasNextPage && (
        <div className={styles.more}>
          <Button isBusy={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
            {t('inbox.more')}
          </Button>
        </div>
      )}
    </>
  )
}

type RowProps = Pick<ListProps, 'onOpen' | 'ticked'> & { row: ConversationRow; isCurrent: boolean; isOfClosed: boolean; now: number }

function Row({ row, isCurrent, isOfClosed, now, onOpen, ticked }: RowProps) {
  const t = useText()
  const element = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isCurrent) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  const window = windowWords(t, row, now)
  const saysClosed = row.caseClosedAt !== null && !isOfClosed
  return (
    <li className={styles.tickLine} data-ticks={ticked !== undefined || undefined}>
      {ticked !== undefined && (
        <label className={styles.tick}>
          <input
            type="checkbox"
            aria-label={t('inbox.many.choose', { name: senderName(t, row) })}
            checked={ticked.chosen.has(String(row.conversationID))}
            onChange={() => ticked.onChange(toggled(ticked.chosen, row))}
          />
        </label>
      )}
      <button
        ref={element}
        type="button"
        className={styles.row}
        aria-current={isCurrent || undefined}
        data-unread={row.unread > 0 || undefined}
        onClick={() => onOpen(row)}
      >
        <span className={styles.rowHead}>
          <strong>{senderName(t, row)}</strong>
          <span className={styles.waits}>{waitingWords(t, row, now)}</span>
        </span>
        <span className={styles.rowText}>
          <span className={styles.rowChannel}>
            <Icon name={channelIcon(row.channel)} size={14} />
            <span className="visually-hidden">{t(`cases.channels.${row.channel}`)}</span>
          </span>
          <span className={styles.excerpt}>
            {row.lastIsOurs && `${t('inbox.us')}: `}
            {row.excerpt}
          </span>
          {row.unread > 0 && (
            <span className={styles.unread}>
              <span className="visually-hidden">{t('inbox.unread', { count: row.unread })}</span>
              <span aria-hidden="true">{row.unread}</span>
            </span>
          )}
        </span>
        {(row.caseID === null || saysClosed || row.assigned !== null || window !== null || row.state !== 'open') && (
          <span className={styles.rowMeta}>
            {row.caseID === null && (
              <Badge tone="warning" icon="question">
                {t('inbox.unknown')}
              </Badge>
            )}
            {saysClosed && <CaseClosed row={row} />}
            {(row.state === 'closed' || row.state === 'spam') && (
              <Badge tone="neutral" icon={row.state === 'spam' ? 'ban' : 'tick'}>
                {t(`inbox.states.${row.state}`)}
              </Badge>
            )}
            {row.assigned !== null && (
              <span className={styles.holder}>
                <Icon name="user" size={14} /> <span className="visually-hidden">{t('inbox.holder')}</span> {row.assigned.name}
              </span>
            )}
            {window !== null && <span className={styles.window}>{window}</span>}
          </span>
        )}
      </button>
    </li>
  )
}

/** The ticked rows with this one more, or without it. */
export function toggled(chosen: ReadonlySet<string>, { conversationID }: Pick<ConversationRow, 'conversationID'>): ReadonlySet<string> {
  const key = String(conversationID)
  return chosen.has(key) ? new Set([...chosen].filter((other) => other !== key)) : new Set([...chosen, key])
}

/** Ticks all that the list shows, as far as one request takes them. */
function TickAll({ rows, ticked: { chosen, onChange } }: { rows: readonly ConversationRow[]; ticked: NonNullable<ListProps['ticked']> }) {
  const t = useText()
  const first = rows.slice(0, manyMax).map(({ conversationID }) => String(conversationID))
  const isAll = first.every((key) => chosen.has(key))
  return (
    <div className={styles.tickAll}>
      <CheckInput label={t('inbox.many.chooseAll')} value={isAll} onChange={(wanted) => onChange(new Set(wanted ? first : []))} />
      {rows.length > manyMax && <span className={styles.hint}>{t('inbox.many.first', { max: manyMax })}</span>}
    </div>
  )
}

/** That nothing is open any more in the case that it is about, and since when. */
export function CaseClosed({ row: { caseClosedAt } }: { row: Pick<ConversationRow, 'caseClosedAt'> }) {
  const t = useText()
  if (caseClosedAt === null) return null
  return (
    <Badge tone="neutral" icon="lock">
      {t('inbox.caseClosed', { at: formatDate(caseClosedAt) })}
    </Badge>
  )
}
