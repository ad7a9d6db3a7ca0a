import type { FailureWork } from '@regie/contract/failed-messages.ts'
import { formatNumber } from '../../locales/format.ts'
import { errorText } from '../../locales/error-text.ts'
import { useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import styles from './failures.module.css'
import { useListMany, useRetryMany, useWorkAnswer, type Work } from './failures-data.ts'

type WorkQuestionProps = { work: Work; customerID: number; communicationIDs: number[]; onDone: () => void; onClose: () => void }

/** Asks before many are worked on: for how many it can be done now, and why the others are left out. */
export function WorkQuestion({ work, customerID, communicationIDs, onDone, onClose }: WorkQuestionProps) {
  const t = useText()
  const chosen = { customerID, communicationIDs }
  const answer = useWorkAnswer(work, chosen)
  const retry = useRetryMany()
  const list = useListMany()
  const run = async () => {
    const { done } =
      work === 'retry' ? await retry.mutateAsync({ body: chosen }) : await list.mutateAsync({ body: { ...chosen, retention: '1y' } })
    notify(t(`failures.work.${work}.done`, { count: done, shown: formatNumber(done) }))
    onDone()
  }
  const count = answer.data?.done ?? 0
  return (
    <ConfirmDialog
      isOpen
      title={t(`failures.work.${work}.title`)}
      verb={t(`failures.work.${work}.verb`, { count, shown: formatNumber(count) })}
      isDisabled={answer.data === undefined || count === 0}
      onConfirm={run}
      onClose={onClose}
    >
      <Loaded query={answer} lines={3}>
        {(found) => <Preview work={work} found={found} />}
      </Loaded>
    </ConfirmDialog>
  )
}

function Preview({ work, found: { done, left } }: { work: Work; found: FailureWork }) {
  const t = useText()
  return (
    <>
      <p>{t(`failures.work.${work}.text`, { count: done, shown: formatNumber(done) })}</p>
      {left.length > 0 && (
        <>
          <p>{t('failures.work.left')}</p>
          <ul className={styles.left}>
            {left.map(({ why, count }) => (
              <li key={why}>
                {formatNumber(count)} × {why === 'retried' ? t('failures.work.retried') : errorText(why)}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
