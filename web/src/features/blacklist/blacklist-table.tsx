import { type BlacklistRow, blacklistApi } from '@regie/contract/blacklist.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useMemo, useState } from 'react'
import { useRows } from '../../api/use-rows.ts'
import { formatDate } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { paths } from '../../paths.ts'
import { useRight } from '../../session/use-right.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Moment } from '../../ui/moment.tsx'
import { listingReason } from '../../locales/listing-words.ts'
import { AddButton } from './add-entry-dialog.tsx'
import styles from './blacklist.module.css'
import { type BlacklistFilters, blacklistQuery } from './blacklist-query.ts'
import { TakeOffDialog } from './take-off-dialog.tsx'
import { personName } from '../../session/people.ts'

type Text = ReturnType<typeof useText>

/** Who is not contacted and why, the newest first. */
export function BlacklistTable({ customerID, filters }: { customerID: number; filters: BlacklistFilters }) {
  const t = useText()
  const list = useRows(blacklistApi.list, { query: blacklistQuery(customerID, filters) })
  const columns = useMemo(() => columnsOf(t, filters.show === 'ended'), [t, filters.show])
  const [asked, setAsked] = useState<BlacklistRow | null>(null)
  const refusalOf = useRefusal()
  return (
    <>
      <DataTable<BlacklistRow>
        label={t('blacklist.title')}
        columns={columns}
        list={list}
        rowKey={({ blacklistID }) => String(blacklistID)}
        rowActions={(row) => [
          {
            key: 'remove',
            label: t('blacklist.remove.verb'),
            icon: 'trash',
            reason: filters.show === 'ended' ? t('blacklist.remove.ended') : refusalOf(row),
            onPress: () => setAsked(row),
          },
        ]}
        empty={<Empty customerID={customerID} filters={filters} />}
      />
      {asked !== null && <TakeOffDialog entry={asked} onClose={() => setAsked(null)} />}
    </>
  )
}

/** Why this user may not take a row off; undefined when they may. */
function useRefusal() {
  const t = useText()
  const mayRemove = useRight(Right.removeFromBlacklist)
  const keepsSystem = useRight(Right.systemStatus)
  return ({ scope }: BlacklistRow) => {
    if (!mayRemove) return t('ui.noRight')
    return scope === 'system' && !keepsSystem ? t('blacklist.remove.systemRight') : undefined
  }
}

function Empty({ customerID, filters }: { customerID: number; filters: BlacklistFilters }) {
  const t = useText()
  const seesAll = useRight(Right.viewPersonalData)
  if (Object.values(filters).every((value) => value === ''))
    return (
      <EmptyState
        icon="ban"
        title={t('blacklist.empty.title')}
        text={t('blacklist.empty.text')}
        action={<AddButton customerID={customerID} />}
      />
    )
  const text = filters.q !== '' && !seesAll ? t('blacklist.none.whole') : t('blacklist.none.text')
  return <EmptyState icon="search" title={t('blacklist.none.title')} text={text} />
}

function columnsOf(t: Text, isEnded: boolean): readonly Column<BlacklistRow>[] {
  const untilOf = ({ expiresAt }: BlacklistRow) => (expiresAt === null ? t('blacklist.forever') : formatDate(expiresAt))
  const byOf = ({ addedBy }: BlacklistRow) => (addedBy === '' ? t('blacklist.byItself') : personName(addedBy))
  const scopeOf = ({ scope, script }: BlacklistRow) =>
    scope === 'customer' ? t('blacklist.customer') : t(`cases.blacklist.scopes.${scope}`, { name: script?.name ?? '' })
  const endOf = (row: BlacklistRow) => endWords(t, row)
  return [
    { key: 'value', label: t('blacklist.columns.value'), width: 250, cell: (row) => <Value row={row} />, text: (row) => row.value },
    {
      key: 'reason',
      label: t('blacklist.reason.label'),
      width: 190,
      cell: (row) => listingReason(t, row.reason),
      text: (row) => listingReason(t, row.reason),
    },
    ...(isEnded
      ? [{ key: 'end', label: t('blacklist.columns.removed'), width: 210, cell: endOf, text: endOf }]
      : [{ key: 'until', label: t('blacklist.columns.expires'), width: 110, cell: untilOf }]),
    {
      key: 'scope',
      label: t('blacklist.columns.scope'),
      width: 130,
      cell: (row) => <Scope row={row} words={scopeOf(row)} />,
      text: scopeOf,
    },
    { key: 'case', label: t('blacklist.columns.case'), width: 104, cell: ({ fromCase }) => <FromCase fromCase={fromCase} /> },
    { key: 'addedBy', label: t('blacklist.columns.addedBy'), width: 140, cell: byOf, text: byOf },
    { key: 'addedAt', label: t('blacklist.columns.addedAt'), width: 110, cell: (row) => <Moment at={row.addedAt} /> },
    { key: 'note', label: t('blacklist.columns.note'), width: 130, takesRest: true, cell: (row) => row.note, text: (row) => row.note },
  ]
}

function Value({ row: { kind, value, whatsapp } }: { row: BlacklistRow }) {
  const t = useText()
  const numbers = whatsapp?.providers.filter((name) => name !== '').join(', ') ?? ''
  return (
    <span className={styles.value}>
      <Icon name={whatsapp !== null ? 'whatsapp' : kind === 'phone' ? 'phone' : 'mail'} size={16} />
      <span className="numbers">{value}</span>
      {whatsapp !== null && <small>{numbers === '' ? t('blacklist.byId') : t('blacklist.byIdAt', { name: numbers })}</small>}
    </span>
  )
}

function Scope({ row: { scope }, words }: { row: BlacklistRow; words: string }) {
  if (scope !== 'system') return <>{words}</>
  return (
    <Badge tone="warning" icon="building">
      {words}
    </Badge>
  )
}

function FromCase({ fromCase }: Pick<BlacklistRow, 'fromCase'>) {
  return fromCase === null ? <>–</> : <AppLink to={paths.case(fromCase.caseID)}>{fromCase.caseNumber}</AppLink>
}

const known = ['undone', 'reopened', 'start'] as const

function endWords(t: Text, { removed, expiresAt }: BlacklistRow): string {
  if (removed === null) return `${t('blacklist.ended')} ${expiresAt === null ? '' : formatDate(expiresAt)}`
  const byCode = known.find((one) => one === removed.reason)
  const reason = byCode === undefined ? removed.reason : t(`blacklist.${byCode}`)
  return t('blacklist.removedBy', { at: formatDate(removed.at), name: personName(removed.by), reason })
}
