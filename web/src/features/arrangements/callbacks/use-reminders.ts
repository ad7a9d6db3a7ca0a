import type { Callback } from '@regie/contract/arrangements.ts'
import { useEffect, useEffectEvent } from 'react'
import { dateFormat } from '../../../locales/format.ts'
import { useText } from '../../../locales/i18n.tsx'
import { paths } from '../../../paths.ts'
import { useGoTo } from '../../../session/address.ts'
import { notify } from '../../../session/notification.tsx'
import { nextReminderAt, reminderKey, remindersDue } from './reminders.ts'

const toldKey = 'regie-reminded'
// A tab that stays open for weeks need not remember them all.
const toldMax = 200

/** Says five minutes before a call-back that it comes, once in each window; a reload does not say it again. */
export function useReminders(callbacks: readonly Callback[]) {
  const t = useText()
  const goTo = useGoTo()
  const remind = useEffectEvent((due: readonly Callback[], first: Callback) => {
    const time = dateFormat('time', { hour: '2-digit', minute: '2-digit' }).format(new Date(first.at))
    const name = first.name === '' ? first.caseNumber : first.name
    const open = () => goTo(due.length === 1 ? paths.case(first.caseID) : paths.arrangements({ tab: 'callbacks', whose: 'reach' }))
    notify(t('arrangements.callbacks.reminder', { count: due.length, time, name }), {
      label: t('arrangements.callbacks.open', { count: due.length }),
      run: open,
    })
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      const now = Date.now()
      const reminded = readReminded()
      const due = remindersDue(callbacks, now, new Set(reminded))
      const [first] = due
      if (first !== undefined) {
        sessionStorage.setItem(toldKey, JSON.stringify([...reminded, ...due.map(reminderKey)].slice(-toldMax)))
        remind(due, first)
      }
      const next = nextReminderAt(callbacks, now)
      if (next !== null) timer = setTimeout(look, Math.min(next - now, 2 ** 31 - 1))
    }
    look()
    return () => clearTimeout(timer)
  }, [callbacks])
}

function readReminded(): string[] {
  return JSON.parse(sessionStorage.getItem(toldKey) ?? '[]') as string[]
}
