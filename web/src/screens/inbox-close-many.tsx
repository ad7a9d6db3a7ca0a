import { type ConversationRow, inboxApi, manyMax } from '@regie/contract/inbox.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiFailure } from '../api/api-failure.ts'
import { callApi } from '../api/call-api.ts'
import { apiKey } from '../api/use-api.ts'
import { errorText } from '../locales/error-text.ts'
import { useText } from '../locales/i18n.tsx'
import { notify } from '../session/notification.tsx'
import { Button } from '../ui/button.tsx'
import { FailureText } from '../ui/failure-text.tsx'
import { Icon } from '../ui/icon.tsx'
import { BulkBar } from '../features/bulk/bulk-bar.tsx'
import { useChangeConversations } from '../features/inbox/inbox-data.ts'
import { senderName } from '../features/inbox/inbox-words.ts'

type CloseManyProps = {
  customerID: number
  /** The ticked conversations that the list still shows. */
  rows: readonly ConversationRow[]
  onChosen: (chosen: ReadonlySet<string>) => void
}

/** Calls the ticked conversations done; those that could not be stay ticked and are named. */
export function CloseMany({ customerID, rows, onChosen }: CloseManyProps) {
  const t = useText()
  const change = useChangeConversations()
  const client = useQueryClient()
  const [refused, setRefused] = useState<readonly number[]>([])
  // The bar is gone by then, so it does not hang on this being drawn.
  const putBack = (ids: readonly number[]) =>
    void callApi(inboxApi.changeMany, {
      body: { customerID, state: 'open', conversations: ids.map((conversationID) => ({ conversationID })) },
    }).then(
      (answer) => {
        notify(t('inbox.many.back', { count: ids.length - answer.refused.length }))
        return Promise.all(
          [inboxApi.list, inboxApi.search, inboxApi.counts, inboxApi.get].map((moved) =>
            client.invalidateQueries({ queryKey: apiKey(moved) }),
          ),
        )
      },
      (failure: unknown) => notify(failure instanceof ApiFailure ? errorText(failure.code, failure.params) : errorText('error.unexpected')),
    )
  const close = () => {
    const conversations = rows.map(({ conversationID, lastAt }) => ({ conversationID, lastAt }))
    change.mutate(
      { body: { customerID, state: 'closed', conversations } },
      {
        onSuccess: (answer) => {
          const kept = new Set(answer.refused.map(({ conversationID }) => conversationID))
          const done = rows.flatMap(({ conversationID }) => (kept.has(conversationID) ? [] : [conversationID]))
          setRefused([...kept])
          onChosen(new Set([...kept].map(String)))
          if (done.length > 0) notify(t('inbox.many.done', { count: done.length }), { label: t('inbox.putBack'), run: () => putBack(done) })
        },
      },
    )
  }
  if (rows.length === 0) return null
  const named = rows.filter(({ conversationID }) => refused.includes(conversationID))
  const isTooMany = rows.length > manyMax
  return (
    <BulkBar
      label={t('inbox.many.bar')}
      chosen={rows.length}
      total={null}
      isAll={false}
      onAll={() => undefined}
      onClear={() => onChosen(new Set())}
    >
      {named.length > 0 && <p role="alert">{t('inbox.many.refused', { names: named.map((row) => senderName(t, row)).join(', ') })}</p>}
      {change.error !== null && <FailureText failure={change.error} />}
      <Button
        icon={<Icon name="tick" size={16} />}
        isBusy={change.isPending}
        reason={isTooMany ? t('inbox.many.first', { max: manyMax }) : undefined}
        onPress={close}
      >
        {t('inbox.done')}
      </Button>
    </BulkBar>
  )
}
