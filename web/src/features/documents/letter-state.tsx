import type { Letter, LetterState as State } from '@regie/contract/letters.ts'
import { letterApi } from '@regie/contract/letters.ts'
import { useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'
import { useMayCall } from '../../session/use-right.ts'
import { Badge } from '../../ui/badge.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useCancelLetter } from './documents-data.ts'

const tones = {
  drawing: 'info',
  queued: 'info',
  failed: 'error',
  handedOver: 'success',
  cancelled: 'neutral',
  refused: 'neutral',
} as const satisfies Record<State, string>

/** What became of a letter: it waits, the print shop has it, or why it has not. */
export function LetterState({ letter: { state, reason, fault, simulated } }: { letter: Letter }) {
  const t = useText()
  return (
    <>
      <Badge tone={tones[state]} icon="mail">
        {t(`documents.letters.states.${state}`)}
      </Badge>
      {fault !== null && <> {t(`documents.letters.faults.${fault}`)}</>}
      {reason !== null && <> {t(`cases.refusals.${reason}`)}</>}
      {simulated && <> · {t('cases.messages.simulation')}</>}
    </>
  )
}

/** Takes a letter back that the print shop does not have yet. */
export function CancelLetterButton({ caseID, letter: { letterID } }: { caseID: number; letter: Letter }) {
  const t = useText()
  const cancel = useCancelLetter()
  const mayCancel = useMayCall(letterApi.cancel)
  const press = () =>
    cancel.mutateAsync({ params: { caseID, letterID } }).then(
      () => notify(t('documents.letters.cancelled')),
      () => undefined,
    )
  return (
    <>
      {cancel.error !== null && <FailureText failure={cancel.error} />}
      <IconButton
        icon="close"
        label={t('documents.letters.cancel')}
        reason={mayCancel ? undefined : t('ui.noRight')}
        onPress={() => void press()}
      />
    </>
  )
}
