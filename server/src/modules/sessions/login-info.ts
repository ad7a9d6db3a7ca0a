import { type LoginInfo, settingsOf } from '@regie/contract/login.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { findContactOfUser } from '../contacts/contact-queries.ts'
import { findUser } from '../identity/users/user-queries.ts'
import { hasRealProvider } from '../providers/has-real-provider.ts'

/** Who the caller is, what he may do and how he left his screen. */
export async function loginInfo({ db, gateways }: Services, caller: Caller): Promise<LoginInfo> {
  const user = await findUser(db, caller.userId)
  const settings = settingsOf(user.settings)
  const { email, sms, voice, payment } = gateways
  const standard = [email, sms, voice, payment]
  return {
    userID: user.id,
    username: user.username,
    rights: [...caller.rights],
    contactInfo: await findContactOfUser(db, caller.userId),
    settings,
    customerID: ownCustomer(user.customer_id, caller.customerIds),
    simulation: standard.some(({ simulated }) => simulated),
    onlySimulation: standard.every(({ simulated }) => simulated) && !(await hasRealProvider(db, caller.customerIds)),
  }
}

/** The customer to begin with: the user's own while he may serve it, or the only one that he serves. */
function ownCustomer(customerId: number | null, served: readonly number[]): number | null {
  if (customerId !== null && served.includes(customerId)) return customerId
  return served.length === 1 ? (served[0] ?? null) : null
}
