import type { FieldDefinition } from '@regie/contract/fields.ts'
import type { Import } from '@regie/contract/files.ts'
import { formatBytes, formatMoney } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Stat, StatRow } from '../../ui/stat.tsx'
import { ConfirmImport } from './confirm-import.tsx'
import styles from './files.module.css'
import { ImportPreview } from './import-preview.tsx'
import { Stack } from '../../ui/stack.tsx'
import { RepairRows } from './repair/repair-rows.tsx'
import { useRepairs } from './repair/use-repairs.ts'
import { ImportWarnings } from './import-warnings.tsx'

type ImportCheckProps = { found: Import; fields: readonly FieldDefinition[]; onMapping: () => void; onOther: () => void }

/** What would be imported, before anything exists. */
export function ImportCheck({ found, fields, onMapping, onOther }: ImportCheckProps) {
  const t = useText()
  const { counts } = found
  const repairs = useRepairs(found)
  const listed = counts === null ? 0 : counts.blacklistedPhone + counts.blacklistedEmail
  const amounts = counts?.amounts.map(({ currency, cents }) => formatMoney(cents, currency)).join(' + ') ?? ''
  const refused = counts === null ? 0 : counts.invalid + counts.duplicate
  return (
    <Stack isWide>
      <div className={styles.fileLine}>
        <Icon name="file" />
        <strong>{found.fileName}</strong>
        <span className={styles.quiet}>
          {[
            formatBytes(found.bytes),
            found.format === 'csv' ? found.encoding : found.format?.toUpperCase(),
            separatorName(found.separator, t),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <Button kind="quiet" icon={<Icon name="columns" size={16} />} onPress={onMapping}>
          {t('files.check.mapping')}
        </Button>
        <Button kind="quiet" onPress={onOther}>
          {t('files.other')}
        </Button>
      </div>
      {counts !== null && (
        <>
          <ImportWarnings found={found} fields={fields} />
          <StatRow label={t('files.check.counts')}>
            <Stat label={t('files.counts.rows')} value={counts.rows} />
            <Stat label={t('files.counts.new')} value={counts.new} tone="success" hint={t('files.counts.newHint')} />
            {amounts !== '' && <Stat label={t('files.counts.sum')} value={amounts} hint={t('files.counts.sumHint')} />}
            {counts.updated > 0 && <Stat label={t('files.counts.updated')} value={counts.updated} hint={t('files.counts.updatedHint')} />}
            <Stat label={t('files.counts.duplicate')} value={counts.duplicate} hint={t('files.counts.duplicateHint')} />
            <Stat label={t('files.counts.invalid')} value={counts.invalid} tone="error" hint={t('files.counts.invalidHint')} />
            <Stat
              label={t('files.counts.unreachable')}
              value={counts.unreachable}
              tone="warning"
              hint={t('files.counts.unreachableHint')}
            />
            {listed > 0 && (
              <Stat
                label={t('files.counts.blacklisted')}
                value={listed}
                tone="warning"
                hint={t('files.counts.blacklistedHint', { phones: counts.blacklistedPhone, emails: counts.blacklistedEmail })}
              />
            )}
          </StatRow>
          <ConfirmImport
            key={found.importID}
            found={found}
            count={counts.new}
            updated={counts.updated}
            refusal={repairs.rows.length > 0 ? t('files.repair.pending') : undefined}
          />
          {refused > 0 && <RepairRows found={found} refused={refused} byReason={counts.byReason} repairs={repairs} />}
        </>
      )}
      <Panel title={t('files.preview.title', { count: found.preview.length })} isFlush>
        <ImportPreview found={found} fields={fields} />
      </Panel>
    </Stack>
  )
}

function separatorName(separator: string | null, t: ReturnType<typeof useText>): string | null {
  if (separator === null) return null
  return t('files.check.separator', { separator: separator === '\t' ? t('files.check.tab') : separator })
}
