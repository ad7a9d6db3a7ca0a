import { manualMessageApi, type WrittenTexts } from '@regie/contract/manual-messages.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { useApi } from '../../api/use-api.ts'
import { useText } from '../../locales/i18n.tsx'
import { useRight } from '../../session/use-right.ts'
import { notify } from '../../session/notification.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Stack } from '../../ui/stack.tsx'
import { refusedWords } from './composer-light.tsx'
import styles from './composer.module.css'
import { useCaseStatus, useSendMessage } from './outreach-data.ts'

type AskNumberProps = { caseID: number; conversationID: number; answer: WrittenTexts }

/** Asks who wrote by WhatsApp for their number, where WhatsApp does not tell it: the words are shown before they leave. */
export function AskNumber({ caseID, conversationID, answer }: AskNumberProps) {
  const t = useText()
  const send = useSendMessage()
  const isClosed = useCaseStatus(caseID) === 'closed'
  const [isAsking, setAsking] = useState(false)
  // One question, however often it is pressed or repeated.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const { asksNumber: words } = answer
  if (words === null) return null
  const refusal = refusalOf()
  function refusalOf(): string | undefined {
    if (isClosed) return t('cases.refusals.caseClosed')
    if (!answer.ok) return refusedWords(t, answer)
    return answer.windowEndsAt === null ? t('outreach.askNumber.windowClosed') : undefined
  }
  async function confirm() {
    await send.mutateAsync({ params: { caseID }, body: { channel: 'whatsapp', key, conversationID, asksNumber: true } })
    setKey(crypto.randomUUID())
    notify(t('outreach.askNumber.sent'))
  }
  return (
    <div className={styles.bar}>
      <Button icon={<Icon name="phone" size={16} />} reason={refusal} onPress={() => setAsking(true)}>
        {t('outreach.askNumber.verb')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('outreach.askNumber.title')}
        verb={t('outreach.askNumber.send')}
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      >
        <Stack>
          <p>{t('outreach.askNumber.help')}</p>
          <blockquote className={styles.preview}>
            <p>{words}</p>
          </blockquote>
        </Stack>
      </ConfirmDialog>
    </div>
  )
}

/** The same beside a case: what may be asked there, and whether, is asked with the conversation of who writes. */
export function AskNumberOfCase({ caseID, conversationID }: Omit<AskNumberProps, 'answer'>) {
  const mayWrite = useRight(Right.sendWhatsApp)
  const asked = { params: { caseID }, query: { channel: 'whatsapp', conversationID } } as const
  const { data } = useApi(manualMessageApi.texts, asked, { isEnabled: mayWrite, staleMs: 0 })
  return data === undefined ? null : <AskNumber caseID={caseID} conversationID={conversationID} answer={data} />
}
