import type { Home } from '@regie/contract/home.ts'
import { dateFormat } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { useSession } from '../../session/use-session.ts'
import { useNow } from '../../ui/use-now.ts'
import { useHome } from './home-data.ts'

const quarterMinuteMs = 15_000

/** "Goedemorgen Tess". */
export function useGreeting(): string {
  const t = useText()
  const { firstName } = useSession().contactInfo
  const hour = Math.floor(minuteOfDay(useNow(quarterMinuteMs)) / 60)
  const part = hour < 6 ? 'night' : hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'
  return t(`home.greeting.${part}`, { name: firstName }).trim()
}

/** The day, the time, and until when the law lets one call. */
export function TodayLine({ customerID, scriptID }: { customerID: number | null; scriptID: number | null }) {
  const now = useNow(quarterMinuteMs)
  const at = dateFormat('today', { weekday: 'long', day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' }).format(now)
  return (
    <>
      {at}
      {customerID !== null && <CallingHours customerID={customerID} scriptID={scriptID} now={now} />}
    </>
  )
}

function CallingHours({ customerID, scriptID, now }: { customerID: number; scriptID: number | null; now: number }) {
  const t = useText()
  const { data } = useHome(customerID, scriptID)
  return data === undefined ? null : <> · {callingWords(t, data.calling, minuteOfDay(now))}</>
}

function callingWords(t: ReturnType<typeof useText>, calling: Home['calling'], minute: number): string {
  if (calling === null) return t('home.calling.notToday')
  if (minute < calling.from) return t('home.calling.from', { at: clockOf(calling.from) })
  if (minute >= calling.until) return t('home.calling.over', { at: clockOf(calling.until) })
  return calling.until >= dayMinutes ? t('home.calling.always') : t('home.calling.until', { at: clockOf(calling.until) })
}

const dayMinutes = 24 * 60
const clockOf = (minutes: number) => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** Minutes since midnight in Amsterdam. */
function minuteOfDay(now: number): number {
  const parts = dateFormat('minute of day', { hour: 'numeric', minute: 'numeric', hourCycle: 'h23' }).formatToParts(now)
  const valueOf = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  return valueOf('hour') * 60 + valueOf('minute')
}
