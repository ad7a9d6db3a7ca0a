import { planDaysMax } from '@regie/contract/manual-messages.ts'
import { useText } from '../../locales/i18n.tsx'
import { DateTimeInput } from '../../ui/dates/date-time-input.tsx'
import { useNow } from '../../ui/use-now.ts'

const hourMs = 3_600_000
const quarterMs = 900_000
const dayMs = 24 * hourMs

/** A moment for which a message may be planned: to come, and not too far ahead. */
export function mayPlanFor(moment: string | null, now = Date.now()): boolean {
  return moment !== null && Date.parse(moment) > now && Date.parse(moment) <= now + planDaysMax * dayMs
}

export const inAnHour = () => new Date(Math.ceil((Date.now() + hourMs) / quarterMs) * quarterMs).toISOString()

/** When a message leaves that does not leave now. */
export function PlanChoice({ value, onChange }: { value: string | null; onChange: (moment: string | null) => void }) {
  const t = useText()
  const now = useNow(15_000)
  return (
    <DateTimeInput
      label={t('outreach.compose.moment')}
      help={t('outreach.compose.momentHelp', { max: planDaysMax })}
      isRequired
      value={value}
      onChange={onChange}
      min={new Date(now).toISOString()}
      max={new Date(now + planDaysMax * dayMs).toISOString()}
    />
  )
}
