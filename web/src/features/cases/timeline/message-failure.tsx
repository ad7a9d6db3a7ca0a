import type { Communication } from '@regie/contract/cases.ts'
import { type FailureAction, failureCauses } from '@regie/contract/failure-causes.ts'
import { failureApi } from '@regie/contract/failures.ts'
import { caseApi } from '@regie/contract/cases.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { useApiChange } from '../../../api/use-api.ts'
import { useText } from '../../../locales/i18n.tsx'
import { type AppPath, paths } from '../../../paths.ts'
import { Can } from '../../../session/can.tsx'
import { notify } from '../../../session/notification.tsx'
import { useRight } from '../../../session/use-right.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import styles from './message-viewer.module.css'

type Failed = Communication & { failure: NonNullable<Communication['failure']> }

/** Does this message hold the code of a provider, and so an explanation? */
export const hasFailure = (message: Communication): message is Failed => message.failure !== null && message.state === 'failed'

/** Why a message did not arrive, in words, with what can be done about it; what the provider said stands beneath. */
export function MessageFailureNotice({ message }: { message: Failed }) {
  const t = useText()
  const { failure, reason } = message
  const actions: readonly FailureAction[] = failure.cause === null ? ['retryLater', 'otherChannel'] : failureCauses[failure.cause]
  return (
    <Notice tone="warning" icon="alert" title={failure.cause === null ? t('failures.unknown') : t(`cases.causes.${failure.cause}`)}>
      <ul className={styles.todo}>
        {failure.cause === null && <li>{t('failures.unknownText')}</li>}
        {actions.map((action) => (
          <li key={action}>{t(`failures.todo.${action}`)}</li>
        ))}
        {failure.note !== '' && (
          <li>
            {t('failures.ownWords')}: {failure.note}
          </li>
        )}
      </ul>
      <div className={styles.ways}>
        {actions.map((action) => (
          <Way key={action} action={action} message={message} />
        ))}
      </div>
      <details className={styles.said}>
        <summary>{t('failures.code', { code: failure.code })}</summary>
        {reason}
      </details>
    </Notice>
  )
}

function Way({ action, message }: { action: FailureAction; message: Failed }) {
  const t = useText()
  const seesAll = useRight(Right.viewPersonalData)
  const mayList = useRight(Right.addToBlacklist)
  const mayProviders = useRight(Right.changeProviders)
  const mayTemplates = useRight(Right.viewTemplates)
  const link = (to: AppPath) => <AppLink to={to}>{t(`failures.actions.${action}`)}</AppLink>
  if (action === 'retryLater') return <RetryButton message={message} />
  if (action === 'checkProvider') return mayProviders ? link(paths.providers()) : null
  if (action === 'changeText') return mayTemplates ? link(paths.editor(message.channel === 'whatsapp' ? 'sms' : message.channel)) : null
  if (action === 'listAddress') return seesAll && mayList ? link(paths.blacklist({ add: message.to })) : null
  // The other channels and the fields of the case stand beside this on its own screen.
  return null
}

const rightOf = { email: Right.sendEmail, sms: Right.sendSms, whatsapp: Right.sendWhatsApp } as const

function RetryButton({ message }: { message: Failed }) {
  const t = useText()
  const [isAsked, setAsked] = useState(false)
  const retry = useApiChange(failureApi.retry, { refresh: [caseApi.timeline, caseApi.communication] })
  const { channel, communicationID } = message
  if (channel === 'call') return null
  return (
    <>
      <Can right={rightOf[channel]}>
        {(reason) => (
          <Button reason={reason} onPress={() => setAsked(true)}>
            {t('failures.actions.retryLater')}
          </Button>
        )}
      </Can>
      {isAsked && (
        <ConfirmDialog
          isOpen
          title={t('failures.retry.title')}
          verb={t('failures.retry.verb')}
          onConfirm={async () => {
            await retry.mutateAsync({ params: { communicationID } })
            notify(t('failures.retry.done'))
          }}
          onClose={() => setAsked(false)}
        >
          {t('failures.retry.text')}
        </ConfirmDialog>
      )}
    </>
  )
}
