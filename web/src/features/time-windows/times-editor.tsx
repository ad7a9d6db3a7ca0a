import type { ResponseOf } from '@regie/contract/endpoint.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { ScriptTimes, type timeApi } from '@regie/contract/time-windows.ts'
import { useState } from 'react'
import { dayOf } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { Can } from '../../session/can.tsx'
import { notify } from '../../session/notification.tsx'
import { useRight } from '../../session/use-right.ts'
import { Button } from '../../ui/button.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { FormActions } from '../../ui/form.tsx'
import { LeaveQuestion } from '../../ui/leave-question.tsx'
import { useVersionedForm } from '../../ui/use-versioned-form.ts'
import { hoursText } from './time-words.ts'
import { weekdaysText } from '../../locales/weekdays.ts'
import { ConflictNotice } from '../../ui/conflict-notice.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { DaysTab } from './days-tab.tsx'
import { HolidaysPanel, useHolidayDraft } from './holidays/holidays-panel.tsx'
import { SaveTimesDialog } from './save-times-dialog.tsx'
import { useImpact, useSaveTimes, useShareWindow } from './times-data.ts'
import { bodyOf, draftOf, faultsOf, isChanged } from './times-draft.ts'
import { WeekTab } from './week/week-tab.tsx'
import { Stack } from '../../ui/stack.tsx'

type TimesEditorProps = { times: ScriptTimes; windowID: number | null; tab: string; onTab: (tab: string) => void }

/** All hours of a script, changed here and saved at once. Did a colleague save meanwhile, what was drawn stays and theirs may be taken over. */
export function TimesEditor({ times, windowID, tab, onTab }: TimesEditorProps) {
  const t = useText()
  const mayChange = useRight(Right.changeTimes)
  const ask = useImpact()
  const change = useSaveTimes()
  const share = useShareWindow()
  const [impact, setImpact] = useState<ResponseOf<typeof timeApi.impact> | null>(null)
  const [draft, setDraft] = useState(() => draftOf(times))
  const holidays = useHolidayDraft()
  const [chosen, setChosen] = useState<string | null>(windowID === null ? null : `w${windowID}`)
  const {
    base: kept,
    theirs,
    lastSave,
    takeTheirs,
    save,
    take,
  } = useVersionedForm({
    row: times,
    schema: ScriptTimes,
    isChanged: (row) => isChanged(draft, row),
    show: (row) => setDraft(draftOf(row)),
  })
  const unsaved = isChanged(draft, kept)
  const faults = faultsOf(kept, draft)
  const request = (version: number) => ({ params: { scriptID: kept.scriptID }, body: bodyOf(draft, version) })

  async function send() {
    const saved = await save((version) => change.mutateAsync(request(version)))
    if (saved !== null) notify(t('times.saved'))
  }
  async function shareNow(id: number) {
    try {
      take(await share.mutateAsync({ params: { scriptID: kept.scriptID, windowID: id } }))
      setChosen(`w${id}`)
    } catch {
      // Shown by share.error.
    }
  }
  const words = ({ windows, extra }: ScriptTimes) => [
    {
      key: 'week',
      label: t('times.tabs.week'),
      value: windows.map((window) => `${weekdaysText(window.weekdays)} ${hoursText(window)}`).join('; '),
    },
    { key: 'days', label: t('times.tabs.days'), value: extra.map(({ date }) => date).join(', ') },
  ]
  const shown = { times: kept, draft, faults, isFrozen: !mayChange, onDraft: setDraft }
  const tabs = [
    {
      key: 'week',
      label: t('times.tabs.week'),
      count: draft.windows.length,
      content: () => (
        <WeekTab
          {...shown}
          chosen={chosen}
          shareRefusal={unsaved ? t('times.saveFirst') : undefined}
          onChoose={setChosen}
          onShare={(id) => void shareNow(id)}
        />
      ),
    },
    {
      key: 'days',
      label: t('times.tabs.days'),
      count: draft.extra.length,
      content: () => <DaysTab {...shown} today={dayOf(new Date())} />,
    },
    {
      key: 'holidays',
      label: t('times.tabs.holidays'),
      content: () => <HolidaysPanel customerID={kept.customerID} scriptID={kept.scriptID} draft={holidays} />,
    },
  ] as const
  const open = tabs.find(({ key }) => key === tab)?.key ?? 'week'
  return (
    <Stack isWide>
      {theirs && <ConflictNotice items={words(theirs)} lastSave={lastSave} onTake={takeTheirs} />}
      <Tabs label={t('times.tabs.label')} value={open} onChange={onTab} tabs={tabs} />
      {(ask.error ?? share.error) !== null && <FailureText failure={(ask.error ?? share.error) as Error} />}
      {open !== 'holidays' && (
        <FormActions>
          <Can right={Right.changeTimes} refusal={faults.size > 0 ? t('times.invalid') : unsaved ? undefined : t('scripts.nothingChanged')}>
            {(reason) => (
              <Button
                kind="main"
                reason={reason}
                isBusy={ask.isPending}
                onPress={() => void ask.mutateAsync(request((theirs ?? kept).version)).then(setImpact, () => undefined)}
              >
                {t('ui.save')}
              </Button>
            )}
          </Can>
          {unsaved && <Button onPress={() => setDraft(draftOf(kept))}>{t('times.undo')}</Button>}
        </FormActions>
      )}
      {impact && <SaveTimesDialog impact={impact} onSave={send} onClose={() => setImpact(null)} />}
      <LeaveQuestion isUnsaved={(unsaved && !change.isPending) || Object.keys(holidays.changed).length > 0} keepsWithin />
    </Stack>
  )
}
