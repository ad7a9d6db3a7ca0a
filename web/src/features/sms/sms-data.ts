import { scriptSettingsApi } from '@regie/contract/script-settings.ts'
import { type SmsBucket, type SmsScript, smsApi, smsBuckets } from '@regie/contract/sms.ts'
import { useApi, useApiChange } from '../../api/use-api.ts'

const refetchMs = 10_000

export const useSmsDashboard = (customerID: number) => useApi(smsApi.dashboard, { query: { customerID } }, { refetchMs })

const refresh = [smsApi.dashboard, scriptSettingsApi.info]
export const usePauseSms = () => useApiChange(smsApi.pause, { refresh })
export const useChangeSmsAmount = () => useApiChange(smsApi.amount, { refresh })

/** The next hour of several scripts together. */
export function bucketsOf(scripts: readonly SmsScript[]): SmsBucket[] {
  return Array.from({ length: smsBuckets }, (_, index) => {
    const same = scripts.flatMap(({ buckets }) => buckets[index] ?? [])
    const sum = (key: 'planned' | 'sent') => same.reduce((all, bucket) => all + bucket[key], 0)
    return { at: same[0]?.at ?? '', planned: sum('planned'), sent: sum('sent') }
  })
}

/** When the last of all that wait has left; null: some have no moment, or nobody waits. */
export function tailOf(scripts: readonly SmsScript[]): string | null {
  const waiting = scripts.filter((script) => script.waiting > 0)
  const moments = waiting.map(({ tailAt }) => tailAt)
  return moments.reduce<string | null>((last, one) => (last === null || one === null ? null : one > last ? one : last), moments[0] ?? null)
}
