import { caseApi } from '@regie/contract/cases.ts'
import { type Conversation, inboxApi } from '@regie/contract/inbox.ts'
import { useQueryClient } from '@tanstack/react-query'
import { ApiFailure } from '../../api/api-failure.ts'
import { callApi } from '../../api/call-api.ts'
import { apiKey } from '../../api/use-api.ts'
import { errorText } from '../../locales/error-text.ts'
import { useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'
import { Button } from '../../ui/button.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useTieConversation } from './inbox-data.ts'
import styles from './inbox.module.css'

type UnknownProps = { found: Conversation; onTied: (conversationID: number) => void; onSearch: () => void; refusal: string | undefined }

/** Nobody knows what this is about yet: a proposal is one press, any other case is looked for. */
export function UnknownSender({ found, onTied, onSearch, refusal }: UnknownProps) {
  const t = useText()
  const tie = useTieToCase(found, onTied)
  return (
    <div className={styles.unknownBox}>
      <p>
        <strong>{t('inbox.unknownTitle')}</strong> {t(found.visitor === null ? 'inbox.unknownText' : 'inbox.unknownTextChat')}
      </p>
      <div className={styles.proposals}>
        {found.proposals.map(({ caseID, caseNumber, name, why }) => (
          <Button
            key={caseID}
            icon={<Icon name="link" size={16} />}
            isBusy={tie.isPending}
            reason={refusal}
            onPress={() => tie.run(caseID)}
          >
            {caseNumber} · {name} · {t(`inbox.why.${why}`)}
          </Button>
        ))}
        <Button icon={<Icon name="search" size={16} />} reason={refusal} onPress={onSearch}>
          {t('inbox.findCase')}
        </Button>
        {found.isWithoutNumber && (
          <Button icon={<Icon name="phone" size={16} />} reason={t('inbox.givenNumber.untied')}>
            {t('outreach.askNumber.verb')}
          </Button>
        )}
      </div>
      {tie.error !== null && <FailureText failure={tie.error} />}
    </div>
  )
}

/** Takes messages back from a case to which they were tied by mistake; left out: all that nothing proves to be about it. */
export function useUntie(onUntied: (conversationID: number) => void) {
  const t = useText()
  const client = useQueryClient()
  return {
    // The conversation on screen may be another one by then, so it does not hang on this one being drawn.
    run: (conversationID: number, messageIDs?: number[]) =>
      void callApi(inboxApi.untie, { params: { conversationID }, body: messageIDs ? { messageIDs } : {} }).then(
        (answer) => {
          notify(t('inbox.untied'))
          onUntied(answer.conversationID)
          return Promise.all(
            [inboxApi.list, inboxApi.counts, inboxApi.get, caseApi.timeline].map((moved) =>
              client.invalidateQueries({ queryKey: apiKey(moved) }),
            ),
          )
        },
        (failure: unknown) =>
          notify(failure instanceof ApiFailure ? errorText(failure.code, failure.params) : errorText('error.unexpected')),
      ),
  }
}

/** Ties a conversation to a case; it may become one with what its person wrote about that case before. */
export function useTieToCase({ conversationID }: Pick<Conversation, 'conversationID'>, onTied: (conversationID: number) => void) {
  const t = useText()
  const tie = useTieConversation()
  const untie = useUntie(onTied)
  return {
    isPending: tie.isPending,
    error: tie.error,
    run: (caseID: number) =>
      tie.mutate(
        { params: { conversationID }, body: { caseID } },
        {
          onSuccess: (answer) => {
            const { conversationID: kept, messageIDs } = answer
            notify(
              t('inbox.tied'),
              messageIDs.length === 0 ? undefined : { label: t('inbox.untie'), run: () => untie.run(kept, messageIDs) },
            )
            onTied(answer.conversationID)
          },
        },
      ),
  }
}
