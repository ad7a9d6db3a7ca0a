import type { SentCode, SentFactorType } from '@regie/contract/two-factor.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Services } from '../../../services.ts'
import { readCodeTarget } from './code-target.ts'
import { mustProveHimself, type Person } from './prove-yourself.ts'
import { sendCode } from './send-code.ts'

type Wanted = { type: SentFactorType; target: string | undefined; password: string | undefined }

/** Begins with codes by SMS or e-mail: the first goes to the target, or to the number or address of the account. */
export async function startSent(services: Services, person: Person, { type, target, password }: Wanted): Promise<SentCode> {
  await mustProveHimself(services, person, password)
  const { db } = services
  const known = await db
    .selectFrom('user_factors')
    .select('type')
    .where('user_id', '=', person.userId)
    .where('type', '=', type)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  if (known) throw new AppError('twoFactor.alreadyThere')
  const wanted = readCodeTarget(type, target || (await ownTarget(services, person.userId, type)))
  return sendCode(services, person, { sessionId: person.sessionId, purpose: 'add', type, target: wanted })
}

async function ownTarget({ db }: Services, userId: number, type: SentFactorType): Promise<string> {
  const user = await db.selectFrom('staff').select(['mobile', 'email']).where('id', '=', userId).executeTakeFirstOrThrow()
  return type === 'sms' ? user.mobile : user.email
}
