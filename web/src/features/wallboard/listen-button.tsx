import { listeningApi } from '@regie/contract/listening.ts'
import type { AgentBoard } from '@regie/contract/wallboard.ts'
import { useState } from 'react'
import { useApiChange } from '../../api/use-api.ts'
import { useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'
import { useSession } from '../../session/use-session.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { failureWords } from '../../ui/failure-text.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import styles from './wall.module.css'

/** Listens to the call of a colleague, after saying what that means, and stops; somebody else's listening is shown. */
export function ListenButton({ agent, talk: { callID, listener } }: { agent: string; talk: NonNullable<AgentBoard['talk']> }) {
  const t = useText()
  const { userID } = useSession()
  const [isAsking, setAsking] = useState(false)
  const begin = useApiChange(listeningApi.begin, {})
  const end = useApiChange(listeningApi.end, {})
  if (listener !== null && listener.userID !== userID)
    return <span className={styles.listener}>{t('wallboard.listens', { name: listener.name })}</span>
  if (listener !== null)
    return (
      <IconButton
        icon="earOff"
        label={t('wallboard.stopListening', { name: agent })}
        onPress={() => end.mutate({ params: { callID } }, { onError: (refusal: Error) => notify(failureWords(refusal)) })}
      />
    )
  return (
    <>
      <IconButton icon="ear" label={t('wallboard.listen', { name: agent })} onPress={() => setAsking(true)} />
      <ConfirmDialog
        isOpen={isAsking}
        title={t('wallboard.listen', { name: agent })}
        verb={t('wallboard.listenVerb')}
        onConfirm={() => begin.mutateAsync({ params: { callID } })}
        onClose={() => setAsking(false)}
      >
        <p>{t('wallboard.listenText')}</p>
      </ConfirmDialog>
    </>
  )
}
