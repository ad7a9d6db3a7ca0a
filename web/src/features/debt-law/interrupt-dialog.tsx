import { limitationOf } from '@regie/contract/claim/limitation.ts'
import type { CaseDetail } from '@regie/contract/cases.ts'
import { type InterruptionManner, interruptionManners } from '@regie/contract/debt-law.ts'
import { useState } from 'react'
import { formatPlainDay } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DateInput } from '../../ui/dates/date-input.tsx'
import { todayInAmsterdam } from '../../ui/dates/date-panel.tsx'
import { SelectInput, TextAreaInput } from '../../ui/inputs.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Stack } from '../../ui/stack.tsx'
import { useInterrupt } from './debt-law-data.ts'

export type FirstInterruption = { on: string; how: InterruptionManner }
type InterruptDialogProps = { found: CaseDetail; first: FirstInterruption; counting: readonly string[]; onClose: () => void }

/** Writes an interruption down; it says beforehand when the claim is time-barred with it. */
export function InterruptDialog({ found, first, counting, onClose }: InterruptDialogProps) {
  const t = useText()
  const interrupt = useInterrupt()
  const [on, setOn] = useState(first.on)
  const [how, setHow] = useState(first.how)
  const [note, setNote] = useState('')
  const title = t('debtLaw.interrupt.title')
  async function save() {
    await interrupt.mutateAsync({ params: { caseID: found.caseID }, body: { on, how, note: note.trim() } })
    notify(t('debtLaw.interrupt.done'))
  }
  return (
    <ConfirmDialog isOpen title={title} verb={title} fields={['on']} isDisabled={on === ''} onConfirm={save} onClose={onClose}>
      {(faultAt) => (
        <Stack>
          <DateInput
            label={t('debtLaw.interrupt.on')}
            isRequired
            min="1990-01-01"
            max={todayInAmsterdam()}
            value={on}
            error={faultAt('on')}
            onChange={setOn}
          />
          <SelectInput
            label={t('debtLaw.interrupt.how')}
            value={how}
            options={interruptionManners.map((value) => ({ value, label: t(`debtLaw.manners.${value}`) }))}
            onChange={(chosen) => setHow(chosen as InterruptionManner)}
          />
          <p>{t(`debtLaw.interrupt.about.${how}`)}</p>
          <TextAreaInput
            label={t('debtLaw.interrupt.note')}
            help={t('debtLaw.interrupt.noteHelp')}
            maxLength={1000}
            value={note}
            onChange={setNote}
          />
          {on !== '' && <Outcome found={found} counting={counting} on={on} />}
        </Stack>
      )}
    </ConfirmDialog>
  )
}

function Outcome({ found, counting, on }: { found: CaseDetail; counting: readonly string[]; on: string }) {
  const t = useText()
  const after = limitationOf(found.fields, [...counting, on])
  if (!after.isKnown) return <p>{t('debtLaw.interrupt.unknown')}</p>
  const its = after.interruptions.find((effect) => effect.on === on)
  if (its?.isLate)
    return (
      <Notice tone="warning" icon="alert">
        {t('debtLaw.interrupt.late', { day: formatPlainDay(its.barredOn) })}
      </Notice>
    )
  return <p>{t('debtLaw.interrupt.then', { day: formatPlainDay(after.barredOn) })}</p>
}
