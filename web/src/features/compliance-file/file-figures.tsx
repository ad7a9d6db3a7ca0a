import type { ComplianceFile, DueState } from '@regie/contract/compliance-file.ts'
import { formatPlainDay } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import type { Tone } from '../../theme/colours.ts'
import { Stat, StatRow } from '../../ui/stat.tsx'
import { asksAttention } from './asks-attention.ts'

const tones: Record<DueState, Tone> = { missing: 'error', overdue: 'error', soon: 'warning', fine: 'success' }

/** The file at a glance. */
export function FileFigures({ file }: { file: ComplianceFile }) {
  const t = useText()
  const collectors = file.staff.filter(({ collects }) => collects).length
  const year = Number(file.today.slice(0, 4))
  const now = file.years.find((one) => one.year === year)?.counts
  const ended = now === undefined ? 0 : now.handledInTime + now.handledLate
  const waiting = (state: 'vogState' | 'trainingState') => file.staff.filter((one) => asksAttention(one[state])).length
  const ofCollectors = t('complianceFile.figures.of', { count: collectors })
  return (
    <StatRow label={t('complianceFile.figures.label')}>
      <Stat
        label={t('complianceFile.figures.registration')}
        value={t(`complianceFile.states.${file.registrationState}`)}
        tone={tones[file.registrationState]}
        hint={
          file.renewBefore === null
            ? t('complianceFile.figures.noDay')
            : t('complianceFile.figures.before', { day: formatPlainDay(file.renewBefore) })
        }
      />
      <Stat label={t('complianceFile.figures.vog')} value={waiting('vogState')} tone="warning" hint={ofCollectors} />
      <Stat label={t('complianceFile.figures.training')} value={waiting('trainingState')} tone="warning" hint={ofCollectors} />
      <Stat
        label={t('complianceFile.figures.complaints', { year })}
        value={ended === 0 ? null : t('complianceFile.figures.share', { percent: Math.floor((100 * (now?.handledInTime ?? 0)) / ended) })}
        hint={t('complianceFile.figures.ofComplaints', { count: ended })}
      />
    </StatRow>
  )
}
