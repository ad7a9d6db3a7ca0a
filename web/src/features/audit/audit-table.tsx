import { auditApi, type AuditRow } from '@regie/contract/audit.ts'
import { useMemo } from 'react'
import { paths } from '../../paths.ts'
import { useRows } from '../../api/use-rows.ts'
import { formatDay, formatMomentFull, formatNumber, formatTime } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { type AuditEntry, entriesOf, isLook, isSameThing } from './audit-entries.ts'
import { AuditLine, What, whatOf } from './audit-line.tsx'
import { type AuditFilters, listQuery } from './audit-query.ts'
import { actionName, fieldName } from './audit-words.ts'
import styles from './audit.module.css'
import { personName } from '../../session/people.ts'

type AuditTableProps = {
  customerID: number | null
  filters: AuditFilters
  /** The line that stands open, as the address says. */
  line: string
  /** The equal acts that stand open. */
  open: string
  onLine: (line: string) => void
}

type Entry = Exclude<AuditEntry, { kind: 'day' }>

/** Who did what, the newest first, under their days; equal acts in a row are one line that opens, an act opens to what was before and after. */
export function AuditTable({ customerID, filters, line, open, onLine }: AuditTableProps) {
  const t = useText()
  const list = useRows(auditApi.list, { query: listQuery(customerID, filters) })
  const columns = useAuditColumns()
  const rows = useMemo(() => entriesOf(list.rows, open), [list.rows, open])
  const opened = list.rows.find(({ auditID }) => String(auditID) === line)
  return (
    <>
      <DataTable<AuditEntry>
        label={t('audit.title')}
        columns={columns}
        list={{ ...list, rows }}
        rowKey={keyOf}
        headingOf={(entry) => (entry.kind === 'day' ? formatDay(entry.at) : null)}
        linkTo={(entry) => {
          if (entry.kind === 'line') return paths.audit({ ...filters, open, line: entry.line.auditID })
          return paths.audit({ ...filters, open: entry.kind === 'day' || entry.isOpen ? '' : entry.lines[0].auditID })
        }}
        empty={<EmptyState icon="history" title={t('audit.empty.title')} text={t('audit.empty.text')} />}
      />
      {opened !== undefined && <AuditLine line={opened} onClose={() => onLine('')} />}
    </>
  )
}

function keyOf(entry: AuditEntry): string {
  if (entry.kind === 'day') return entry.at
  return entry.kind === 'line' ? String(entry.line.auditID) : `fold ${entry.lines[0].auditID}`
}

export function useAuditColumns() {
  const t = useText()
  return useMemo(() => auditColumns(t), [t])
}

function auditColumns(t: ReturnType<typeof useText>): readonly Column<AuditEntry>[] {
  const of = (text: (entry: Entry) => string) => (entry: AuditEntry) => (entry.kind === 'day' ? '' : text(entry))
  const fromWhere = of((entry) =>
    [firstOf(entry).address, t(`audit.vias.${firstOf(entry).via}`)].filter((part) => part !== null).join(' · '),
  )
  const fields = of((entry) => (entry.kind === 'line' ? changedFields(entry.line) : ''))
  const about = of((entry) => (isOfOne(entry) ? whatOf(firstOf(entry)) : t('audit.fold', foldWords(entry))))
  return [
    {
      key: 'action',
      label: t('audit.columns.sentence'),
      width: 340,
      cell: (entry) => (entry.kind === 'day' ? null : <Sentence entry={entry} />),
      text: of((entry) => `${whoOf(t, firstOf(entry))} ${didWhat(t, entry)}`),
    },
    {
      key: 'entity',
      label: t('audit.columns.entity'),
      width: 210,
      cell: (entry) => (entry.kind !== 'day' && isOfOne(entry) ? <What line={firstOf(entry)} /> : about(entry)),
      text: about,
    },
    { key: 'changes', label: t('audit.columns.changes'), width: 200, takesRest: true, cell: fields, text: fields },
    { key: 'address', label: t('audit.columns.address'), width: 210, cell: fromWhere, text: fromWhere },
    { key: 'at', label: t('audit.columns.at'), width: 110, align: 'right', cell: (entry) => <When entry={entry} /> },
  ]
}

function Sentence({ entry }: { entry: Entry }) {
  const t = useText()
  const first = firstOf(entry)
  return (
    <span className={styles.sentence} data-inside={(entry.kind === 'line' && entry.isInside) || undefined}>
      {entry.kind === 'fold' && <Icon name={entry.isOpen ? 'chevronDown' : 'chevronRight'} size={14} />}
      <span className={styles.words}>
        <b>{whoOf(t, first)}</b> {didWhat(t, entry)}
      </span>
      {entry.kind === 'fold' && <span className={styles.times}>{t('audit.times', { total: formatNumber(entry.lines.length) })}</span>}
    </span>
  )
}

function When({ entry }: { entry: AuditEntry }) {
  if (entry.kind === 'day') return null
  const last = entry.kind === 'fold' ? (entry.lines.at(-1) ?? entry.lines[0]) : entry.line
  const from = formatTime(last.at)
  const until = formatTime(firstOf(entry).at)
  return (
    <time dateTime={firstOf(entry).at} title={formatMomentFull(firstOf(entry).at)} className="numbers">
      {from === until ? until : `${from}–${until}`}
    </time>
  )
}

const firstOf = (entry: Entry) => (entry.kind === 'line' ? entry.line : entry.lines[0])
const isOfOne = (entry: Entry) => entry.kind === 'line' || entry.lines.every((line) => isSameThing(line, entry.lines[0]))
const didWhat = (t: ReturnType<typeof useText>, entry: Entry) =>
  entry.kind === 'fold' && isLook(entry.lines[0]) ? t('audit.looks.looked') : actionName(firstOf(entry).action)
const whoOf = (t: ReturnType<typeof useText>, { username }: AuditRow) => (username === null ? t('audit.nobody') : personName(username))

// On how many things the equal acts were done.
function foldWords(entry: Entry) {
  const lines = entry.kind === 'line' ? [entry.line] : entry.lines
  const count = new Set(lines.map(({ entity, entityID }) => `${entity} ${entityID}`)).size
  return { count, total: formatNumber(count) }
}

const changedFields = ({ before, after }: AuditRow) =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].map(fieldName).join(', ') || '–'
