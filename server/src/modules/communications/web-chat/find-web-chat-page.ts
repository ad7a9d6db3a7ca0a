import type { Locale, LocalText } from '@regie/contract/locale.ts'
import type { WebChatHours } from '@regie/contract/web-chat.ts'
import type { Db } from '../../../platform/db/database.ts'

/** A chat as the page of a site asks for it. */
export type SiteChat = {
  customerId: number
  customerName: string
  isOn: boolean
  sites: string[]
  greeting: LocalText
  color: string
  hours: WebChatHours[]
}

/** The chat of a site; undefined: nobody has this key. */
export async function findSiteChat(db: Db, siteKey: string): Promise<SiteChat | undefined> {
  const row = await db
    .selectFrom('web_chats as w')
    .innerJoin('customers as k', 'k.id', 'w.customer_id')
    .select(['w.customer_id as customerId', 'k.name as customerName', 'w.is_on as isOn', 'w.sites', 'w.greeting', 'w.color', 'w.hours'])
    .where('w.site_key', '=', siteKey)
    .executeTakeFirst()
  return row && { ...row, greeting: row.greeting as LocalText, hours: row.hours as WebChatHours[] }
}

/** Its greeting in a language; in Dutch where it has none in that one. */
export const greetingIn = ({ greeting }: Pick<SiteChat, 'greeting'>, locale: Locale) => greeting[locale] || greeting.nl
