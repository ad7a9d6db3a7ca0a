import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'
import { useRight } from '../../session/use-right.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useTakeNumber } from './inbox-data.ts'
import styles from './inbox.module.css'

type GivenProps = { given: { number: string; isInCase: boolean }; conversationID: number; incomingID: number; caseID: number | null }

/** The number that a person gave when they were asked: nobody but a person takes it over into their case. */
export function GivenNumber({ given: { number, isInCase }, conversationID, incomingID, caseID }: GivenProps) {
  const t = useText()
  const take = useTakeNumber()
  const [isAsking, setAsking] = useState(false)
  const mayChange = useRight(Right.changeInputFields)
  const maySeeCases = useRight(Right.viewCases)
  const maySeeAll = useRight(Right.viewPersonalData)
  const mayTake = mayChange && maySeeCases && maySeeAll
  const refusal = !mayTake ? t('inbox.givenNumber.noRight') : caseID === null ? t('inbox.givenNumber.untied') : undefined
  async function confirm() {
    await take.mutateAsync({ params: { conversationID, incomingID } })
    notify(t('inbox.givenNumber.taken'))
  }
  return (
    <div className={styles.files}>
      <Badge tone="info" icon="phone">
        {t('inbox.givenNumber.gave', { number })}
      </Badge>
      {isInCase ? (
        <Badge tone="success" icon="tick">
          {t('inbox.givenNumber.inCase')}
        </Badge>
      ) : (
        <>
          <Button icon={<Icon name="link" size={16} />} reason={refusal} onPress={() => setAsking(true)}>
            {t('inbox.givenNumber.take')}
          </Button>
          {/* A finger finds no tip over a grey button; the button itself tells it to a screen reader. */}
          {refusal !== undefined && (
            <small className={styles.refusal} aria-hidden="true">
              {refusal}
            </small>
          )}
        </>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title={t('inbox.givenNumber.question', { number })}
        verb={t('inbox.givenNumber.take')}
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      >
        <p>{t('inbox.givenNumber.consequence')}</p>
      </ConfirmDialog>
    </div>
  )
}
