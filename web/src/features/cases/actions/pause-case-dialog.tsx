import type { CaseDetail } from '@regie/contract/cases.ts'
import { useState } from 'react'
import { useText } from '../../../locales/i18n.tsx'
import { DateTimeInput } from '../../../ui/dates/date-time-input.tsx'
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

export function ResumeCaseDialog({ found, onClose }: CaseDialogProps) {
  const t = useText()
  return (
    <ActionDialog
      found={found}
      title={t('cases.resume.title', { caseNumber: found.caseNumber })}
      verb={t('cases.resume.verb')}
      action="resume"
      onSend={(version) => sendCase.pause(found.caseID, { version, until: null, resume: true })}
      onClose={onClose}
    >
      <p>{t('cases.resume.text')}</p>
    </ActionDialog>
  )
}
