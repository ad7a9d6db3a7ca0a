import { type SentButton, withoutButtons } from '@regie/contract/sent-buttons.ts'
import type { ApprovedText } from '@regie/contract/whatsapp.ts'
import type { MailExtras } from './mail-extras.ts'

/** SQL: the buttons of the approved text that a message is; null: it is none. `content` is its row of communication_contents. */
export const approvedButtonsOf = (content: string): string => `(
        select one.value -> 'approved' -> 'buttons'
        from template_revisions r, jsonb_each(r.texts) one
        where ${content}.approved is not null and r.customer_id = ${content}.customer_id
          and r.id = ${content}.template_revision_id
          and one.value -> 'approved' ->> 'name' = ${content}.approved ->> 'name'
          and one.value -> 'approved' ->> 'language' = ${content}.approved ->> 'language'
        limit 1)`

type Kept = { text: string; mail: unknown; approvedButtons: unknown }

/** The words of a message that was sent and the buttons that stood under them, each masked by itself: a text that is masked first may not end as it was sent. */
export function shownText(
  { text: whole, mail, approvedButtons }: Kept,
  masked: (text: string) => string,
): { text: string; buttons: SentButton[] } {
  const { choices } = (mail ?? {}) as MailExtras
  const { text, buttons } = withoutButtons(whole, { choices, approved: approvedButtons as ApprovedText['buttons'] | null })
  return {
    text: masked(text),
    buttons: buttons.map(({ kind, words, about, url }) => ({ kind, words: masked(words), about: masked(about), url: masked(url) })),
  }
}
