import { auditApi, auditRetentionMonths } from '@regie/contract/audit.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { download } from '../../api/download.ts'
import { useApi, useApiChange } from '../../api/use-api.ts'
import { errorText } from '../../locales/error-text.ts'
import { formatNumber } from '../../locales/format.ts'
import { useLocale, useText } from '../../locales/i18n.tsx'
import { Can } from '../../session/can.tsx'
import { notify } from '../../session/notification.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { NumberInput } from '../../ui/inputs.tsx'
import { type AuditFilters, listQuery } from './audit-query.ts'

/** Says whether the log is as it was written. */
export function ChainBadge() {
  const t = useText()
  const { data } = useApi(auditApi.chain, {}, { staleMs: 60_000 })
  if (!data) return null
  if (!data.intact)
    return (
      <Badge tone="error" icon="alert" title={t('audit.brokenHelp', { auditID: data.firstWrongID ?? 0 })}>
        {t('audit.broken')}
      </Badge>
    )
  return (
    <Badge
      tone="success"
      icon="check"
      title={t('audit.intactHelp', { sealed: formatNumber(data.sealed), waiting: formatNumber(data.waiting) })}
    >
      {t('audit.intact')}
    </Badge>
  )
}

export function ExportButton({ customerID, filters }: { customerID: number | null; filters: AuditFilters }) {
  const t = useText()
  const locale = useLocale()
  const [isBusy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    await download(auditApi.export, { query: { ...listQuery(customerID, filters), locale } }, 'audit.csv').catch(() =>
      notify(t('audit.exportFailed')),
    )
    setBusy(false)
  }
  return (
    <Can right={Right.viewAudit}>
      {(reason) => (
        <Button reason={reason} isBusy={isBusy} onPress={() => void save()}>
          {t('audit.export')}
        </Button>
      )}
    </Can>
  )
}

/** How long lines are kept: shown to all who see the log, changed by who holds the right for it. */
export function RetentionButton() {
  const t = useText()
  const kept = useApi(auditApi.retention, {})
  const change = useApiChange(auditApi.changeRetention, { refresh: [auditApi.retention, auditApi.list] })
  const [months, setMonths] = useState<number | null | undefined>()
  if (!kept.data) return null
  const { min, max } = auditRetentionMonths
  const isWrong = months === null || (months !== undefined && (months < min || months > max))
  return (
    <Can right={Right.systemStatus}>
      {(reason) => (
        <>
          <Button reason={reason} onPress={() => setMonths(kept.data.months)}>
            {t('audit.kept', { months: kept.data.months })}
          </Button>
          <ConfirmDialog
            isOpen={months !== undefined}
            title={t('audit.retention')}
            verb={t('audit.change')}
            isDisabled={isWrong}
            onConfirm={async () => {
              await change.mutateAsync({ body: { months: months ?? min } })
              setMonths(undefined)
            }}
            onClose={() => setMonths(undefined)}
          >
            <NumberInput
              label={t('audit.months')}
              help={t('audit.retentionHelp', { min, max })}
              value={months ?? null}
              min={min}
              max={max}
              error={isWrong ? errorText('audit.retentionInvalid') : undefined}
              onChange={setMonths}
            />
          </ConfirmDialog>
        </>
      )}
    </Can>
  )
}
