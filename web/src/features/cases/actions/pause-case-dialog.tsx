import { arrangementApi, type PaymentPromise } from '@regie/contract/arrangements.ts'
import type { CaseDetail } from '@regie/contract/cases.ts'
import { useState } from 'react'
import { useApi } from '../../../api/use-api.ts'
import { formatDate, formatMoney } from '../../../locales/format.ts'
import { useText } from '../../../locales/i18n.tsx'
import { DateTimeInput } from '../../../ui/dates/date-time-input.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ChoiceInput } from '../../../ui/toggles.tsx'
import { sendCase } from '../case-work-data.ts'
import { ActionDialog } from './action-dialog.tsx'
import { Stack } from '../../../ui/stack.tsx'

type CaseDialogProps = { found: CaseDetail; onClose: () => void }

const tomorrow = () => new Date(Math.ceil((Date.now() + 24 * 3_600_000) / 3_600_000) * 3_600_000).toISOString()

export function PauseCaseDialog({ found, onClose }: CaseDialogProps) {
  const t = useText()
  const [kind, setKind] = useState<'until' | 'forever'>('until')
  const [openedAt] = useState(() => new Date().toISOString())
  const [until, setUntil] = useState<string | null>(found.pausedUntil ?? tomorrow)
  const isPast = until !== null && until <= openedAt
  return (
    <ActionDialog
      found={found}
      title={t('cases.pause.title', { caseNumber: found.caseNumber })}
      verb={t('cases.pause.verb')}
      action="pause"
      isDisabled={kind === 'until' && (until === null || isPast)}
      onSend={(version) => sendCase.pause(found.caseID, { version, until: kind === 'until' ? until : null, resume: false })}
      onClose={onClose}
    >
      <Stack>
        <p>{t('cases.pause.text')}</p>
        <ChoiceInput
          label={t('cases.pause.howLong')}
          value={kind}
          onChange={setKind}
          options={[
            { value: 'until', label: t('cases.pause.until') },
            { value: 'forever', label: t('cases.pause.forever') },
          ]}
        />
        {kind === 'until' && (
          <DateTimeInput
            label={t('cases.pause.moment')}
            isRequired
            min={openedAt}
            value={until}
            onChange={setUntil}
            error={isPast ? t('refusals.case.pauseInPast') : undefined}
          />
        )}
      </Stack>
    </ActionDialog>
  )
}

/** Goes on with a case; where a promise or plan runs it waits for that, unless staff choose otherwise. */
export function ResumeCaseDialog({ found, onClose }: CaseDialogProps) {
  const t = useText()
  const arranged = useApi(arrangementApi.list, { params: { caseID: found.caseID } })
  const running = arranged.data?.promises.find(({ state }) => state === 'open')
  const [chosen, setChosen] = useState<'wait' | 'goOn'>('wait')
  const isWaiting = running !== undefined && chosen === 'wait'
  return (
    <ActionDialog
      found={found}
      title={t('cases.resume.title', { caseNumber: found.caseNumber })}
      verb={t(isWaiting ? 'cases.resume.waitVerb' : 'cases.resume.verb')}
      action="resume"
      // Not before it is known what it would go on beside; one that waits for the promise already has nothing to change.
      isDisabled={arranged.isLoading || (isWaiting && found.pausedFor === 'promise')}
      onSend={(version) => sendCase.pause(found.caseID, { version, until: null, resume: true, pastPromise: chosen === 'goOn' })}
      onClose={onClose}
    >
      <Stack>
        {running !== undefined && <RunningPromise running={running} currency={found.currency} />}
        {running !== undefined && (
          <ChoiceInput
            label={t('cases.resume.beside')}
            value={chosen}
            onChange={setChosen}
            options={[
              { value: 'wait', label: t('cases.resume.wait') },
              { value: 'goOn', label: t('cases.resume.goOn') },
            ]}
          />
        )}
        <p>{t(isWaiting ? 'cases.resume.waitText' : 'cases.resume.text')}</p>
      </Stack>
    </ActionDialog>
  )
}

function RunningPromise({ running: { kind, parts }, currency }: { running: PaymentPromise; currency: string }) {
  const t = useText()
  const next = parts.filter(({ state }) => state === 'open').sort((one, other) => lastDay(one).localeCompare(lastDay(other)))[0]
  const words = next && { amount: formatMoney(next.amountCents, currency), day: formatDate(`${lastDay(next)}T12:00:00Z`) }
  return (
    <Notice tone="warning" icon="hourglass" title={t(`cases.resume.runs.${kind}`)}>
      {words && t('cases.resume.next', words)}
    </Notice>
  )
}

const lastDay = ({ due, lateAfter }: PaymentPromise['parts'][number]) => lateAfter ?? due
