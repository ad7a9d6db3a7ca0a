import type { NumberChecks } from '@regie/contract/sms.ts'
import { formatMoney, formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Stat, StatRow } from '../../ui/stat.tsx'

/** What looking up numbers saved. */
export function NumberChecksPanel({ checks: { asked, skipped, savedCents, today, perDay } }: { checks: NumberChecks }) {
  const t = useText()
  return (
    <Panel title={t('sms.checks.title')}>
      <StatRow label={t('sms.checks.title')}>
        <Stat
          label={t('sms.checks.asked')}
          value={formatNumber(asked)}
          hint={t('sms.checks.today', { today: formatNumber(today), perDay: formatNumber(perDay) })}
        />
        <Stat label={t('sms.checks.skipped')} value={formatNumber(skipped)} />
        <Stat label={t('sms.checks.saved')} value={savedCents === null ? t('sms.checks.noPrice') : formatMoney(savedCents)} />
      </StatRow>
    </Panel>
  )
}
