import { fixedDays } from '@regie/contract/retention.ts'
import { useText } from '../../locales/i18n.tsx'
import { KeyValueList } from '../../ui/key-value-list.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Stack } from '../../ui/stack.tsx'

const names = Object.keys(fixedDays) as (keyof typeof fixedDays)[]

/** What goes by itself at every customer, so that nobody has to ask when. */
export function FixedPeriods({ auditMonths }: { auditMonths: number }) {
  const t = useText()
  return (
    <Panel title={t('retention.fixed.title')}>
      <Stack>
        <p>{t('retention.fixed.text')}</p>
        <KeyValueList
          items={[
            ...names.map((name) => ({
              key: name,
              label: t(`retention.fixed.${name}`),
              value: t('retention.fixed.days', { days: fixedDays[name] }),
            })),
            { key: 'audit', label: t('retention.fixed.audit'), value: t('retention.fixed.months', { months: auditMonths }) },
            { key: 'blacklist', label: t('retention.fixed.blacklist'), value: t('retention.fixed.asChosen') },
          ]}
        />
      </Stack>
    </Panel>
  )
}
