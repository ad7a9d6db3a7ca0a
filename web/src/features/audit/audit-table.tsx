import { auditApi } from '@regie/contract/audit.ts'
import { changeText } from '@regie/contract/audit-values/changes.ts'
import { Fragment, useMemo } from 'react'
import { paths } from '../../paths.ts'
import { useRows } from '../../api/use-rows.ts'
import { formatDay, formatMomentFull, formatNumber, formatTime } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { actsOf, type AuditAct, type AuditEntry, entriesOf, isLook, isSameThing, wholeOf } from './audit-entries.ts'
import { AuditLine, nameOfWho, What, whatOf } from './audit-line.tsx'
import { type AuditFilters, listQuery } from './audit-query.ts'
import { reasonsOf } from './audit-reasons.ts'
import { changesOf } from './audit-values.ts'
import { actionName, asSentence, doneName, entityName } from './audit-words.ts'
import styles from './audit.module.css'

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
  const opened = useMemo(
    () => actsOf(list.rows).find(({ lines }) => lines.some(({ auditID }) => String(auditID) === line)),
    [list.rows, line],
  )
  return (
    <>
      <DataTable<AuditEntry>
        label={t('audit.title')}
        columns={columns}
        list={{ ...list, rows, total: shownTotal(rows, list) }}
        rowKey={keyOf}
        headingOf={(entry) => (entry.kind === 'day' ? formatDay(entry.at) : null)}
        linkTo={(entry) => {
          if (entry.kind === 'act') return paths.audit({ ...filters, open, line: entry.act.line.auditID })
          return paths.audit({ ...filters, open: entry.kind === 'day' || entry.isOpen ? '' : entry.acts[0].line.auditID })
        }}
        empty={<EmptyState icon="history" title={t('audit.empty.title')} text={t('audit.empty.text')} />}
      />
      {opened !== undefined && <AuditLine act={opened} onClose={() => onLine('')} />}
    </>
  )
}

/** How many rows stand there: acts, of which one may have left many lines of the log. More may come when one scrolls. */
function shownTotal(rows: readonly AuditEntry[], { total, hasMore }: { total: unknown; hasMore: boolean }) {
  return total === null ? null : { value: rows.filter(({ kind }) => kind !== 'day').length, exact: !hasMore }
}

function keyOf(entry: AuditEntry): string {
  if (entry.kind === 'day') return entry.at
  return entry.kind === 'act' ? String(entry.act.line.auditID) : `fold ${entry.acts[0].line.auditID}`
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
  const changes = of((entry) => (entry.kind === 'act' ? actWords(t, entry.act) : ''))
  const about = of((entry) => (isOfOne(entry) ? whatOf(firstOf(entry)) : t('audit.fold', foldWords(entry))))
  return [
    {
      key: 'action',
      label: t('audit.columns.sentence'),
      width: 330,
      cell: (entry) => (entry.kind === 'day' ? null : <Sentence entry={entry} />),
      text: of((entry) => `${nameOfWho(t, firstOf(entry))} ${asSentence(didWhat(t, entry))}`),
    },
    {
      key: 'entity',
      label: t('audit.columns.entity'),
      width: 210,
      cell: (entry) => (entry.kind !== 'day' && isOfOne(entry) ? <What line={firstOf(entry)} /> : about(entry)),
      text: about,
    },
    {
      key: 'changes',
      label: t('audit.columns.changes'),
      width: 260,
      takesRest: true,
      cell: (entry) => (entry.kind === 'act' ? <Changes act={entry.act} /> : null),
      text: changes,
    },
    { key: 'address', label: t('audit.columns.address'), width: 240, cell: fromWhere, text: fromWhere },
    { key: 'at', label: t('audit.columns.at'), width: 100, align: 'right', cell: (entry) => <When entry={entry} /> },
  ]
}

function Sentence({ entry }: { entry: Entry }) {
  const t = useText()
  const first = firstOf(entry)
  return (
    <span className={styles.sentence} data-inside={(entry.kind === 'act' && entry.isInside) || undefined}>
      {entry.kind === 'fold' && <Icon name={entry.isOpen ? 'chevronDown' : 'chevronRight'} size={14} />}
      <span className={styles.words}>
        <b>{nameOfWho(t, first)}</b> {asSentence(didWhat(t, entry))}
      </span>
      {entry.kind === 'fold' && <span className={styles.times}>{t('audit.times', { total: formatNumber(entry.acts.length) })}</span>}
    </span>
  )
}

/** What changed, with its values; why, where somebody had to say so of another thing; what the same act did to other things stands behind it. */
function Changes({ act: { line, lines } }: { act: AuditAct }) {
  const t = useText()
  const others = othersOf({ line, lines })
  const reasons = reasonsElsewhere({ line, lines })
  return (
    <>
      {reasons.map((reason) => (
        <Fragment key={reason}>
          <span className={styles.field}>{t('audit.why')}</span> {reason} ·{' '}
        </Fragment>
      ))}
      {changesOf(wholeOf({ line, lines })).map(({ field, label, was, is }, index) => (
        <Fragment key={field}>
          {index > 0 && ' · '}
          <span className={styles.field}>{label}</span> {was !== null && <>{was} → </>}
          {is ?? '–'}
        </Fragment>
      ))}
      {others !== '' && <span className={styles.field}> + {others}</span>}
    </>
  )
}

/** The same as a text: what a cut cell says in full. */
const actWords = (t: ReturnType<typeof useText>, act: AuditAct) => {
  const reasons = reasonsElsewhere(act).map((reason) => `${t('audit.why')}: ${reason}`)
  return [[...reasons, ...changesOf(wholeOf(act)).map(changeText)].join(' · '), othersOf(act)].filter((part) => part !== '').join(' + ')
}

/** Why it was done, where the change that the row says does not have it: a template is activated with the reason of its revision. */
const reasonsElsewhere = ({ line, lines }: AuditAct) => reasonsOf(lines.filter((other) => other !== line && !isSameThing(other, line)))

const othersOf = ({ line, lines }: AuditAct) => {
  const others = lines.filter((other) => other !== line && !isSameThing(other, line))
  return [...new Set(others.flatMap(({ entity }) => (entity === null ? [] : [entityName(entity).toLocaleLowerCase()])))].join(', ')
}

function When({ entry }: { entry: AuditEntry }) {
  if (entry.kind === 'day') return null
  const last = entry.kind === 'fold' ? (entry.acts.at(-1) ?? entry.acts[0]).line : entry.act.line
  const from = formatTime(last.at)
  const until = formatTime(firstOf(entry).at)
  return (
    <time dateTime={firstOf(entry).at} title={formatMomentFull(firstOf(entry).at)} className="numbers">
      {from === until ? until : `${from}–${until}`}
    </time>
  )
}

const actsIn = (entry: Entry) => (entry.kind === 'act' ? [entry.act] : entry.acts)
const firstOf = (entry: Entry) => (entry.kind === 'act' ? entry.act : entry.acts[0]).line
const isOfOne = (entry: Entry) => actsIn(entry).every(({ line }) => isSameThing(line, firstOf(entry)))
const didWhat = (t: ReturnType<typeof useText>, entry: Entry) =>
  entry.kind === 'act' ? doneName(firstOf(entry)) : isLook(firstOf(entry)) ? t('audit.looks.looked') : actionName(firstOf(entry).action)

// On how many things of which kind the equal acts were done.
function foldWords(entry: Entry) {
  const count = new Set(actsIn(entry).map(({ line: { entity, entityID } }) => `${entity} ${entityID}`)).size
  return { entity: entityName(firstOf(entry).entity ?? ''), total: formatNumber(count) }
}
