import { Right } from '@regie/contract/right-codes.ts'
import type { HolidayYear } from '@regie/contract/time-windows.ts'
import { useState } from 'react'
import { dayOf, formatMomentFull } from '../../../locales/format.ts'
import { useText } from '../../../locales/i18n.tsx'
import { Can } from '../../../session/can.tsx'
import { notify } from '../../../session/notification.tsx'
import { useRight } from '../../../session/use-right.ts'
import { Button } from '../../../ui/button.tsx'
import { FailureText } from '../../../ui/failure-text.tsx'
import { FormActions } from '../../../ui/form.tsx'
import { SelectInput } from '../../../ui/inputs.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { NotLoaded } from '../../../ui/loaded.tsx'
import { HolidayReminder } from './holiday-reminder.tsx'
import { HolidayRows } from './holiday-rows.tsx'
import { OwnDayForm } from '../own-day-form.tsx'
import { useHolidays, useSaveHolidays } from '../times-data.ts'
import styles from '../times.module.css'
import { Stack } from '../../../ui/stack.tsx'
import { personName } from '../../../session/people.ts'

type Days = HolidayYear['days']
type HolidaysPanelProps = {
  customerID: number
  /** One script of the customer, that may do otherwise; null for all of them. */
  scriptID: number | null
  draft: HolidayDraft
}

/** The year that is shown and what was changed in any, kept by the screen: going to another tab and back loses nothing. */
export type HolidayDraft = {
  year: number
  changed: Readonly<Record<number, Days>>
  change: (next: Partial<Pick<HolidayDraft, 'year' | 'changed'>>) => void
}

export function useHolidayDraft(): HolidayDraft {
  const [draft, setDraft] = useState<Pick<HolidayDraft, 'year' | 'changed'>>({ year: thisYear(), changed: {} })
  return { ...draft, change: (next) => setDraft((old) => ({ ...old, ...next })) }
}

const thisYear = () => Number(dayOf(new Date()).slice(0, 4))

/** The holidays of a year: those of the law, days put on a par, and own days; for a customer, or as they hold for one of its scripts. */
export function HolidaysPanel({ customerID, scriptID, draft }: HolidaysPanelProps) {
  const t = useText()
  const { year } = draft
  const query = useHolidays(customerID, scriptID, year)
  const { data } = query
  const years = Array.from({ length: 4 }, (_, at) => String(thisYear() + at))
  return (
    <Stack isWide>
      <p className={styles.soft}>{t(scriptID === null ? 'times.holidays.about' : 'times.holidays.aboutScript')}</p>
      {year !== thisYear() + 1 && (
        <HolidayReminder customerID={customerID} year={thisYear() + 1} onLook={() => draft.change({ year: thisYear() + 1 })} />
      )}
      <div className={styles.year}>
        <SelectInput
          label={t('times.holidays.year')}
          value={String(year)}
          options={years.map((value) => ({ value, label: value }))}
          onChange={(value) => draft.change({ year: Number(value) })}
        />
      </div>
      {data === undefined ? (
        <NotLoaded query={query} lines={8} />
      ) : (
        <Holidays key={`${scriptID} ${data.year}`} customerID={customerID} scriptID={scriptID} kept={data} draft={draft} />
      )}
    </Stack>
  )
}

function Holidays({ customerID, scriptID, kept, draft }: HolidaysPanelProps & { kept: HolidayYear }) {
  const t = useText()
  const save = useSaveHolidays()
  const mayChange = useRight(Right.changeTimes)
  const days = draft.changed[kept.year] ?? null
  const setDays = (next: Days | null) => {
    const { [kept.year]: _before, ...others } = draft.changed
    draft.change({ changed: next === null ? others : { ...others, [kept.year]: next } })
  }
  const shown = days ?? kept.days
  const send = async (confirm: boolean) => {
    const given = shown.map(({ date, enabled, name, hours, source }) => ({ date, enabled, hours, name: source === 'eigen' ? name : null }))
    const body = { customerID, year: kept.year, days: given, confirm }
    await save.mutateAsync({ params: { x: String(scriptID ?? kept.year) }, body })
    setDays(null)
    notify(t(confirm ? 'times.holidays.confirmed' : 'times.saved'))
  }
  const isOfCustomer = scriptID === null
  return (
    <>
      {kept.askToConfirm && isOfCustomer && (
        <Notice
          tone="warning"
          icon="calendar"
          title={t('times.holidays.ask', { year: String(kept.year) })}
          action={
            <Can right={Right.changeTimes}>
              {(reason) => (
                <Button reason={reason} isBusy={save.isPending} onPress={() => void send(true).catch(() => undefined)}>
                  {t('times.holidays.confirm')}
                </Button>
              )}
            </Can>
          }
        >
          {t('times.holidays.askText')}
        </Notice>
      )}
      {kept.confirmed !== null && isOfCustomer && (
        <p className={styles.soft}>
          {t('times.holidays.looked', { by: personName(kept.confirmed.by), moment: formatMomentFull(kept.confirmed.at) })}
        </p>
      )}
      <Panel title={t('times.holidays.title', { year: String(kept.year) })} isFlush>
        <HolidayRows days={shown} isFrozen={!mayChange} canRemove={isOfCustomer} onDays={setDays} />
        {isOfCustomer && mayChange && <OwnDayForm year={kept.year} days={shown} onAdd={(day) => setDays([...shown, day].sort(byDate))} />}
      </Panel>
      {save.error !== null && <FailureText failure={save.error} />}
      <FormActions>
        <Can right={Right.changeTimes} refusal={days === null ? t('scripts.nothingChanged') : undefined}>
          {(reason) => (
            <Button kind="main" reason={reason} isBusy={save.isPending} onPress={() => void send(false).catch(() => undefined)}>
              {t('ui.save')}
            </Button>
          )}
        </Can>
        {days !== null && <Button onPress={() => setDays(null)}>{t('times.undo')}</Button>}
      </FormActions>
    </>
  )
}

const byDate = (a: Days[number], b: Days[number]) => a.date.localeCompare(b.date)
