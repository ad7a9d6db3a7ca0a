import type { ErasureCounts } from '@regie/contract/privacy.ts'
import { type ReactNode, useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { TextAreaInput } from '../../ui/inputs.tsx'
import { Stack } from '../../ui/stack.tsx'
import { useErasePerson, useExtendRequest, useFinishRequest, useRefuseRequest } from './privacy-data.ts'

type Question = { requestID: number; version: number; onClose: () => void }

/** Two months more, once; the reason is what the person was told. */
export function ExtendQuestion({ requestID, version, onClose }: Question) {
  const t = useText()
  const extend = useExtendRequest()
  return (
    <ReasonQuestion
      words={{ title: t('privacy.extend'), text: t('privacy.extendText'), label: t('privacy.extensionReason') }}
      onConfirm={async (reason) => {
        await extend.mutateAsync({ params: { requestID }, body: { reason, version } })
        notify(t('privacy.extendedNow'))
      }}
      onClose={onClose}
    />
  )
}

export function RefuseQuestion({ requestID, version, onClose }: Question) {
  const t = useText()
  const refuse = useRefuseRequest()
  return (
    <ReasonQuestion
      words={{ title: t('privacy.refuse'), text: t('privacy.refuseText'), label: t('privacy.refusalReason') }}
      onConfirm={async (reason) => {
        await refuse.mutateAsync({ params: { requestID }, body: { reason, version } })
        notify(t('privacy.refusedNow'))
      }}
      onClose={onClose}
    />
  )
}

type ReasonQuestionProps = {
  words: { title: string; text: string; label: string }
  onConfirm: (reason: string) => Promise<void>
  onClose: () => void
}

function ReasonQuestion({ words: { title, text, label }, onConfirm, onClose }: ReasonQuestionProps) {
  const t = useText()
  const [reason, setReason] = useState('')
  return (
    <ConfirmDialog
      isOpen
      title={title}
      verb={title}
      fields={['reason']}
      reason={reason.trim() === '' ? t('privacy.giveReason') : undefined}
      onConfirm={() => onConfirm(reason.trim())}
      onClose={onClose}
    >
      {(faultAt) => (
        <Stack>
          <p>{text}</p>
          <TextAreaInput
            label={label}
            help={t('privacy.noNames')}
            isRequired
            maxLength={500}
            value={reason}
            error={faultAt('reason')}
            onChange={setReason}
          />
        </Stack>
      )}
    </ConfirmDialog>
  )
}

export function FinishQuestion({ requestID, version, onClose }: Question) {
  const t = useText()
  const finish = useFinishRequest()
  return (
    <ConfirmDialog
      isOpen
      title={t('privacy.finish')}
      verb={t('privacy.finish')}
      onConfirm={async () => {
        await finish.mutateAsync({ params: { requestID }, body: { version } })
        notify(t('privacy.finishedNow'))
      }}
      onClose={onClose}
    >
      <p>{t('privacy.finishText')}</p>
    </ConfirmDialog>
  )
}

type EraseProps = Question & { erasure: ErasureCounts; heldText: (held: ErasureCounts['held']) => ReactNode }

/** What goes does not come back, so that its numbers are confirmed; the server refuses others. */
export function EraseQuestion({ requestID, version, erasure, heldText, onClose }: EraseProps) {
  const t = useText()
  const erase = useErasePerson()
  const { anonymous, emptied, held } = erasure
  return (
    <ConfirmDialog
      isOpen
      title={t('privacy.erase.question')}
      verb={t('privacy.erase.verb')}
      kind="danger"
      onConfirm={async () => {
        await erase.mutateAsync({ params: { requestID }, body: { anonymous, emptied, version } })
        notify(t('privacy.erase.begun'))
      }}
      onClose={onClose}
    >
      <Stack>
        <p>{t('privacy.erase.text')}</p>
        <p>
          <strong>{t('privacy.erase.anonymous', { count: anonymous })}</strong>
        </p>
        {emptied > 0 && <p>{t('privacy.erase.emptied', { count: emptied })}</p>}
        {heldText(held)}
      </Stack>
    </ConfirmDialog>
  )
}
