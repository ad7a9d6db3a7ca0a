import type { FactorType } from '@regie/contract/two-factor.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Services } from '../../../services.ts'
import { factorsOf } from '../users/second-factors.ts'
import { findUserForChange } from '../users/user-queries.ts'
import { verifyCode, mustBeRight, type Verdict } from './verify-code.ts'
import { isEnforced } from './list-factors.ts'
import { mustProveHimself, type Person } from './prove-yourself.ts'
import { removeRecoveryCodes, renewRecoveryCodes } from './recovery-codes.ts'
import { notifyOwner } from '../users/notify-owner.ts'

type Removal = { type: FactorType; passkeyID?: number | undefined; password: string; token: string }

/** Removes a factor, with the password and a code of any factor; recovery codes go with the last one. */
export async function removeFactor(services: Services, person: Person, { type, passkeyID, password, token }: Removal): Promise<void> {
  await mustProveHimself(services, person, password)
  const isDemanded = await isEnforced(services.db, person.userId)
  const verdict = await services.db.transaction().execute(async (tx): Promise<Verdict> => {
    const { userId } = person
    // Held, so that two removals at once do not each leave the other's factor as the last.
    await findUserForChange(tx, userId)
    const factors = await factorsOf(tx, userId)
    const left = factors.filter((factor) => factor.type !== type || (type === 'passkey' && factor.passkeyID !== passkeyID))
    if (left.length === factors.length) throw new AppError('twoFactor.notThere')
    if (left.length === 0 && isDemanded) throw new AppError('twoFactor.lastWhileEnforced')
    const verdict = await verifyAgain(tx, services, person, token)
    if (verdict !== 'right' && verdict !== 'recovery') return verdict
    await (type === 'passkey' ? removePasskey(tx, userId, passkeyID) : removeCodeFactor(tx, userId, type))
    if (left.length === 0) await removeRecoveryCodes(tx, userId)
    await notifyOwner(tx, services, userId, 'factorRemoved')
    return verdict
  })
  mustBeRight(verdict)
}

/** Ten new recovery codes in the place of the old ones, with the password and a code of any factor. */
export async function newRecoveryCodes(
  services: Services,
  person: Person,
  { password, token }: { password: string; token: string },
): Promise<string[]> {
  await mustProveHimself(services, person, password)
  const { verdict, codes } = await services.db.transaction().execute(async (tx) => {
    const verdict = await verifyAgain(tx, services, person, token)
    const isRight = verdict === 'right' || verdict === 'recovery'
    return { verdict: verdict, codes: isRight ? await renewRecoveryCodes(tx, services.config.secretKey, person.userId) : [] }
  })
  mustBeRight(verdict)
  return codes
}

const verifyAgain = (tx: Transaction, services: Services, { userId, sessionId }: Person, token: string) =>
  verifyCode(tx, services, { userId, sessionId, purpose: 'remove', token })

async function removePasskey(tx: Transaction, userId: number, passkeyId: number | undefined) {
  await tx
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('id', '=', passkeyId ?? 0)
    .execute()
}

async function removeCodeFactor(tx: Transaction, userId: number, type: FactorType) {
  await tx.deleteFrom('user_factors').where('user_id', '=', userId).where('type', '=', type).execute()
}
