import type { RequestOf } from '@regie/contract/endpoint.ts'
import type { LocalText } from '@regie/contract/locale.ts'
import type { WebChat, WebChatHours, webChatApi } from '@regie/contract/web-chat.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Db } from '../../../platform/db/database.ts'
import { type Caller, mustAccessCustomer } from '../../../platform/http/caller.ts'
import { newToken } from '../../../platform/security/secret-token.ts'
import type { Services } from '../../../services.ts'

type Change = RequestOf<typeof webChatApi.change>['body']

const workdays = [1, 2, 3, 4, 5]
const fresh = {
  ...{ siteKey: null, isOn: false, sites: [], color: '#1477aa', version: 0 },
  greeting: {
    nl: 'Goedendag! Waarmee kunnen wij u helpen?',
    eng: 'Hello! How can we help you?',
    fr: 'Bonjour ! Comment pouvons-nous vous aider ?',
  },
  hours: [{ weekdays: workdays, start: '09:00', end: '17:00' }],
}

/** The chat of a customer's sites; never saved: what a new one begins with. */
export async function findWebChat(db: Db, customerId: number): Promise<WebChat> {
  const row = await db.selectFrom('web_chats').selectAll().where('customer_id', '=', customerId).executeTakeFirst()
  if (!row) return { customerID: await mustBeThere(db, customerId), ...fresh }
  return {
    ...{ customerID: customerId, siteKey: row.site_key, isOn: row.is_on, sites: row.sites, color: row.color, version: row.version },
    ...{ greeting: row.greeting as LocalText, hours: row.hours as WebChatHours[] },
  }
}

async function mustBeThere(db: Db, customerId: number): Promise<number> {
  const found = await db.selectFrom('customers').select('id').where('id', '=', customerId).executeTakeFirst()
  if (!found) throw new AppError('customer.notFound')
  return customerId
}

/** Changes it; its key is made when it is saved first, and stays. */
export async function changeWebChat({ db }: Services, caller: Caller, customerId: number, change: Change): Promise<WebChat> {
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  const { isOn, sites, greeting, color, hours, version } = change
  if (isOn && sites.length === 0) throw new AppError('webChat.siteMissing', { field: 'sites' })
  const values = { is_on: isOn, sites: [...new Set(sites)], greeting: JSON.stringify(greeting), color, hours: JSON.stringify(hours) }
  const saved =
    version === 0
      ? await db
          .insertInto('web_chats')
          .values({ customer_id: customerId, site_key: newToken(), ...values })
          .onConflict((conflict) => conflict.doNothing())
          .returning('version')
          .executeTakeFirst()
      : await db
          .updateTable('web_chats')
          .set({ ...values, version: version + 1 })
          .where('customer_id', '=', customerId)
          .where('version', '=', version)
          .returning('version')
          .executeTakeFirst()
  if (!saved) throw new AppError('error.conflict', { current: await findWebChat(db, customerId) })
  return findWebChat(db, customerId)
}
