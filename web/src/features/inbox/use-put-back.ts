import { type Conversation, inboxApi } from '@regie/contract/inbox.ts'
import { useQueryClient } from '@tanstack/react-query'
import { ApiFailure } from '../../api/api-failure.ts'
import { callApi } from '../../api/call-api.ts'
import { apiKey } from '../../api/use-api.ts'
import { errorText } from '../../locales/error-text.ts'
import { formatMoment } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'

/** Puts a conversation back as it stood when this was drawn: put off until its moment, or open. */
export function usePutBack({ conversationID, state, snoozedUntil }: Pick<Conversation, 'conversationID' | 'state' | 'snoozedUntil'>) {
  const t = useText()
  const client = useQueryClient()
  // The conversation on screen may be another one by then, so it does not hang on this one being drawn.
  return () => {
    const isPutOff = state === 'snoozed' && snoozedUntil !== null && Date.parse(snoozedUntil) > Date.now()
    const body = isPutOff ? ({ state: 'snoozed', until: snoozedUntil } as const) : ({ state: 'open' } as const)
    void callApi(inboxApi.change, { params: { conversationID }, body }).then(
      () => {
        notify(isPutOff ? t('inbox.snoozed', { at: formatMoment(snoozedUntil) }) : t('inbox.became.open'))
        return Promise.all(
          [inboxApi.list, inboxApi.counts, inboxApi.get].map((moved) => client.invalidateQueries({ queryKey: apiKey(moved) })),
        )
      },
      (failure: unknown) => notify(failure instanceof ApiFailure ? errorText(failure.code, failure.params) : errorText('error.unexpected')),
    )
  }
}
