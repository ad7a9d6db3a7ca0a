import type { WordMessage } from '@regie/contract/wordcloud.ts'
import { useText } from '../../locales/i18n.tsx'
import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Moment } from '../../ui/moment.tsx'
import { partsAround } from './parts-around.ts'
import { type CloudScope, useWordMessages } from './wordcloud-data.ts'
import styles from './wordcloud.module.css'

type WordMessagesProps = { scope: CloudScope; word: string; onClose: () => void }

/** The messages in which a word stands, newest first, each with its case. */
export function WordMessages({ scope, word, onClose }: WordMessagesProps) {
  const t = useText()
  const { data, error, refetch, rows = [], hasNextPage, isFetchingNextPage, fetchNextPage } = useWordMessages(scope, word)
  return (
    <Dialog isOpen title={t('wordcloud.messagesOf', { word })} onClose={onClose} size="wide">
      <Loaded query={{ data, error, refetch }} lines={6}>
        {() => (
          <>
            {rows.length === 0 && !hasNextPage && (
              <EmptyState icon="words" title={t('wordcloud.noMessages.title')} text={t('wordcloud.noMessages.text')} />
            )}
            <ul className={styles.messages}>
              {rows.map((message) => (
                <Message key={message.key} message={message} word={word} />
              ))}
            </ul>
            {hasNextPage && (
              <Button kind="quiet" isBusy={isFetchingNextPage} onPress={() => void fetchNextPage()}>
                {t('wordcloud.more')}
              </Button>
            )}
          </>
        )}
      </Loaded>
    </Dialog>
  )
}

const icons: Record<WordMessage['source'], IconName> = {
  email: 'mail',
  sms: 'sms',
  whatsapp: 'whatsapp',
  webchat: 'webchat',
  note: 'edit',
}

function Message({ message, word }: { message: WordMessage; word: string }) {
  const t = useText()
  const { source, target, at, excerpt } = message
  return (
    <li className={styles.message}>
      <div className={styles.about}>
        <Icon name={icons[source]} size={16} />
        <span>
          {t(`wordcloud.targets.${target}`)} · {t(`wordcloud.sources.${source}`)}
        </span>
        <Moment at={at} />
        <span className={styles.place}>
          <Place message={message} />
        </span>
      </div>
      <p className={styles.excerpt}>
        {partsAround(excerpt, word).map(({ text, isWord, at: place }) => (isWord ? <mark key={place}>{text}</mark> : text))}
      </p>
    </li>
  )
}

function Place({ message: { caseID, caseNumber, conversationID } }: { message: WordMessage }) {
  const t = useText()
  if (caseID !== null) return <AppLink to={paths.case(caseID)}>{t('wordcloud.case', { number: caseNumber ?? '' })}</AppLink>
  if (conversationID === null) return t('wordcloud.noCase')
  return <AppLink to={paths.inbox({ conversation: conversationID })}>{t('wordcloud.noCase')}</AppLink>
}
