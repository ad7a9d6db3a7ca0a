import type { TimesFault } from '@regie/contract/time-windows-check.ts'
import type { HolidayYear, ScriptTimes } from '@regie/contract/time-windows.ts'
import { errorText } from '../../locales/error-text.ts'
import { useLocale, useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ChoiceInput } from '../../ui/toggles.tsx'
import { ChannelChecks, HoursFields } from './hours-fields.tsx'
import { weekdayOf } from './month-days.ts'
import { dateName } from './time-words.ts'
import { allChannels, type DraftDate, newKey } from './times-draft.ts'
import styles from './times.module.css'
import { limitWords } from './window-panel.tsx'
import { Stack } from '../../ui/stack.tsx'

type DayPanelProps = {
  times: ScriptTimes
  date: string
  windows: readonly DraftDate[]
  faults: ReadonlyMap<string, TimesFault[]>
  holiday: HolidayYear['days'][number] | null
  isFrozen: boolean
  onReplace: (windows: DraftDate[]) => void
}

/** One date: as its weekday, closed, or with hours of its own. */
export function DayPanel({ times, date, windows, faults, holiday, isFrozen, onReplace }: DayPanelProps) {
  const t = useText()
  const locale = useLocale()
  const isShut = !times.lawWeekdays.includes(weekdayOf(date)) || holiday?.byLaw === true
  const kind = windows.length === 0 ? 'usual' : windows.some(({ closed }) => closed) ? 'closed' : 'hours'
  const fresh = (closed: boolean): DraftDate => ({
    ...{ key: newKey(), id: windows[0]?.id ?? null, date, closed, channels: [...allChannels] },
    ...{ start: '09:00', end: '16:59' },
  })
  const choose = (chosen: typeof kind) => chosen !== kind && onReplace(chosen === 'usual' ? [] : [fresh(chosen === 'closed')])
  const change = (key: string, changed: Partial<DraftDate>) =>
    onReplace(windows.map((window) => (window.key === key ? { ...window, ...changed } : window)))
  if (isShut && windows.length === 0)
    return (
      <Panel title={dateName(date)}>
        <Notice icon="shield">
          {holiday?.byLaw ? t('times.day.holidayByLaw', { name: holiday.name[locale] }) : t('refusals.times.lawWeekday')}
        </Notice>
      </Panel>
    )
  return (
    <Panel title={dateName(date)}>
      <Stack isWide>
        {holiday && <Notice icon="calendar">{t('times.day.holiday', { name: holiday.name[locale] })}</Notice>}
        {isFrozen ? (
          <p>{t(`times.day.${kind}`)}</p>
        ) : (
          <ChoiceInput
            label={t('times.day.label')}
            value={kind}
            onChange={choose}
            options={(['usual', 'closed', 'hours'] as const).map((value) => ({ value, label: t(`times.day.${value}`) }))}
          />
        )}
        {kind === 'hours' &&
          windows.map((window) => {
            const found = faults.get(window.key) ?? []
            const errorAt = (...fields: TimesFault['field'][]) => {
              const fault = found.find(({ field }) => fields.includes(field))
              return fault && errorText(fault.code, limitWords(times))
            }
            return (
              <div key={window.key} className={styles.dateHours}>
                <HoursFields
                  hours={window}
                  limits={times}
                  errors={{ start: errorAt('start', 'date'), end: errorAt('end') }}
                  isDisabled={isFrozen}
                  onChange={(hours) => change(window.key, hours)}
                />
                <ChannelChecks
                  channels={window.channels}
                  error={errorAt('channels')}
                  isDisabled={isFrozen}
                  onChange={(chosen) => change(window.key, { channels: chosen })}
                />
                {windows.length > 1 && !isFrozen && (
                  <Button icon={<Icon name="trash" size={16} />} onPress={() => onReplace(windows.filter(({ key }) => key !== window.key))}>
                    {t('times.day.removeHours')}
                  </Button>
                )}
              </div>
            )
          })}
        {kind === 'hours' && !isFrozen && (
          <Button icon={<Icon name="plus" size={16} />} onPress={() => onReplace([...windows, { ...fresh(false), id: null }])}>
            {t('times.day.addHours')}
          </Button>
        )}
      </Stack>
    </Panel>
  )
}
