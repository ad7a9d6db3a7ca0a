import type { ReactNode } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { Notice } from '../../ui/notice.tsx'
import { GivenNumber } from './given-number.tsx'
import { useWriterWithoutNumber } from './inbox-data.ts'

type WriterProps = { caseID: number /** How they are asked for their number. */; ask: (conversationID: number) => ReactNode }

/** In a case whose person writes by WhatsApp and shows no number: asking for it, and taking over what they gave. */
export function WriterNotice({ caseID, ask }: WriterProps) {
  const t = useText()
  const writer = useWriterWithoutNumber(caseID)
  if (writer === null) return null
  const { conversationID, given } = writer
  return (
    <Notice
      isLine
      keepsWords
      icon="whatsapp"
      title={t('inbox.writer.title')}
      action={
        given === null ? (
          ask(conversationID)
        ) : (
          <GivenNumber
            given={{ number: given.number, isInCase: false }}
            conversationID={conversationID}
            incomingID={given.incomingID}
            caseID={caseID}
          />
        )
      }
    >
      {t(given === null ? 'inbox.writer.help' : 'inbox.writer.gave')}
    </Notice>
  )
}
