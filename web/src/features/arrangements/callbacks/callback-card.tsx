import type { Callback } from '@regie/contract/arrangements.ts'
import type { CaseDetail } from '@regie/contract/cases.ts'
import { useState } from 'react'
import { formatMomentFull } from '../../../locales/format.ts'
import { useText } from '../../../locales/i18n.tsx'
import { formatNextMoment } from '../../../locales/next-moment.ts'
import { notify } from '../../../session/notification.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { failureWords } from '../../../ui/failure-text.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useNow } from '../../../ui/use-now.ts'
import styles from '../arrangements.module.css'
import { useChangeCallback } from '../arrangements-data.ts'
import { CallbackDialog } from './callback-dialog.tsx'
import { whoCalls } from '../../../session/callback-words.ts'
import { Card } from '../card.tsx'
import { useRefusal } from '../use-refusal.ts'

const looks = {
  open: { tone: 'info', icon: 'clock' },
  done: { tone: 'success', icon: 'check' },
  cancelled: { tone: 'neutral', icon: 'stop' },
} as const

/** A call-back: when, by which user, about what; done, moved, handed over or cancelled. */
export function CallbackCard({ found, callback }: { found: CaseDetail; callback: Callback }) {
  const t = useText()
  const { toNote: refusal } = useRefusal(found)
  const change = useChangeCallback()
  const [asked, setAsked] = useState<'change' | 'cancel' | null>(null)
  const isLate = useNow(30_000) > Date.parse(callback.at)
  const { callbackID, version, state } = callback
  const end = (ended: 'done' | 'cancelled') => change.mutateAsync({ params: { callbackID }, body: { version, state: ended } })
  const done = () =>
    end('done').then(
      () => notify(t('arrangements.callbacks.doneNotice')),
      (failure: Error) => notify(failureWords(failure)),
    )
  const isOpen = state === 'open'
  const actions = [
    { key: 'change', label: t('arrangements.callbacks.change'), icon: 'edit', reason: refusal, onPress: () => setAsked('change') },
    { key: 'cancel', label: t('arrangements.callbacks.cancel'), icon: 'stop', reason: refusal, onPress: () => setAsked('cancel') },
  ] as const
  return (
    <Card
      title={t('arrangements.callbacks.one')}
      badge={
        isOpen && isLate ? (
          <Badge tone="error" icon="alert">
            {t('arrangements.callbacks.late')}
          </Badge>
        ) : (
          <Badge {...looks[state]}>
            {t(callback.endedByClosing ? 'arrangements.callbacks.ended' : `arrangements.callbacks.states.${state}`)}
          </Badge>
        )
      }
      actions={isOpen ? actions : []}
      by={callback.by}
      at={null}
    >
      <p className={styles.text} title={formatMomentFull(callback.at)}>
        <strong>{formatNextMoment(callback.at)}</strong> {whoCalls(t, callback)}
      </p>
      {callback.endedByClosing && <p className={styles.text}>{t('arrangements.callbacks.endedText')}</p>}
      {callback.note !== '' && <p className={styles.text}>{callback.note}</p>}
      {isOpen && (
        <div>
          <Button icon={<Icon name="check" size={16} />} reason={refusal} isBusy={change.isPending} onPress={() => void done()}>
            {t('arrangements.callbacks.done')}
          </Button>
        </div>
      )}
      {asked === 'change' && <CallbackDialog found={found} callback={callback} onClose={() => setAsked(null)} />}
      <ConfirmDialog
        isOpen={asked === 'cancel'}
        title={t('arrangements.callbacks.cancel')}
        verb={t('arrangements.callbacks.cancel')}
        kind="danger"
        onConfirm={() => end('cancelled')}
        onClose={() => setAsked(null)}
      >
        <p>{t('arrangements.callbacks.cancelText', { at: formatNextMoment(callback.at) })}</p>
      </ConfirmDialog>
    </Card>
  )
}
