import type { FieldDefinition } from '@regie/contract/fields.ts'
import type { Import } from '@regie/contract/files.ts'
import { formatMoney, formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useFieldNames } from './field-options.ts'
import styles from './files.module.css'
import { useChangeMapping } from './import-data.ts'
import { draftOf, mappingOf } from './mapping.ts'

type ImportWarningsProps = { found: Import; fields: readonly FieldDefinition[] }

/** What one should know before it starts: columns that nobody uses, cases that nobody will contact, amounts that differ. */
export function ImportWarnings({ found, fields }: ImportWarningsProps) {
  const t = useText()
  const names = useFieldNames(fields)
  const unused = found.columns.filter((column) => column.fields.length === 0)
  const { counts } = found
  const flagged = counts?.byFlag.reduce((sum, { count }) => sum + count, 0) ?? 0
  return (
    <>
      {unused.length > 0 && (
        <Notice tone="warning" icon="alert" title={t('files.unused.title', { count: unused.length })}>
          <ul className={styles.chips}>
            {unused.map(({ index, name, samples }) => (
              <li key={index} title={samples.join(' · ')}>
                {name}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {counts !== null && flagged > 0 && (
        <Notice tone="warning" icon="lock" title={t('files.flagged.title', { count: flagged, total: formatNumber(flagged) })}>
          <ul className={styles.reasons}>
            {counts.byFlag.map(({ flag, count }) => (
              <li key={flag}>
                <strong className="numbers">{formatNumber(count)}</strong> {names.get(flag) ?? flag}: {t(`files.flagged.effects.${flag}`)}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {counts !== null && counts.unlinked > 0 && (
        <Notice tone="warning" icon="alert" title={t('files.unlinked', { count: counts.unlinked, total: formatNumber(counts.unlinked) })} />
      )}
      <ChangedAmounts found={found} />
    </>
  )
}

/** Cases that exist with another amount: old beside new, and one button that takes them over or leaves them. */
function ChangedAmounts({ found }: { found: Import }) {
  const t = useText()
  const change = useChangeMapping()
  const { changes, counts, duplicates } = found
  const isTaken = duplicates.action === 'update'
  const count = isTaken ? (counts?.updated ?? 0) : (counts?.changed ?? 0)
  if (count === 0) return null
  const choose = () => {
    const body = { ...mappingOf(draftOf(found)), duplicates: { ...duplicates, action: isTaken ? ('skip' as const) : ('update' as const) } }
    change.mutate({ params: { importID: found.importID }, body })
  }
  return (
    <Notice
      tone="info"
      icon="info"
      title={t(isTaken ? 'files.changed.taken' : 'files.changed.title', { count, total: formatNumber(count) })}
      action={
        <Button isBusy={change.isPending} onPress={choose}>
          {isTaken ? t('files.changed.leave') : t('files.changed.take')}
        </Button>
      }
    >
      <ul className={styles.changes}>
        {changes.slice(0, 10).map(({ row, caseNumber, oldCents, newCents }) => (
          <li key={row} className="numbers">
            {caseNumber}: {formatMoney(oldCents)} → <strong>{formatMoney(newCents)}</strong>
          </li>
        ))}
        {count > 10 && <li>{t('files.changed.more', { total: formatNumber(count - Math.min(10, changes.length)) })}</li>}
      </ul>
      {change.error !== null && <FailureText failure={change.error} />}
    </Notice>
  )
}
