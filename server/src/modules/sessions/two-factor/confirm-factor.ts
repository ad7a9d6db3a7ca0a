import type { SentFactorType } from '@regie/contract/two-factor.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Services } from '../../../services.ts'
import { verifyAndKeep, selectAppForUpdate } from '../../identity/two-factor/app-factor.ts'
import { type Added, finishAdding } from './finish-adding.ts'
import { confirmAppFactor, insertSentFactor } from '../../identity/two-factor/keep-factor.ts'
import { mustBeRight, type Verdict } from '../../identity/two-factor/verify-code.ts'
import type { Person } from '../../identity/two-factor/prove-yourself.ts'
import { countTry, findCodes, isCode, triesMax } from '../../identity/two-factor/sent-codes.ts'

/** What was begun and not finished by then begins anew. */
const begunMs = 30 * 60_000

/** Adds the begun factor by its first code. */
export async function confirmFactor(
  services: Services,
  person: Person,
  { type, token }: { type: 'app' | SentFactorType; token: string },
): Promise<Added> {
  const given = token.replace(/\s/g, '')
  const { verdict, added } = await services.db.transaction().execute(async (tx) => {
    const verified = type === 'app' ? await confirmApp(tx, services, person, given) : await confirmSent(tx, services, person, type, given)
    return { verdict: verified, added: verified === 'right' ? await finishAdding(tx, services, person) : null }
  })
  mustBeRight(verdict)
  return added ?? { recoveryCodes: null, secret: null }
}

async function confirmApp(tx: Transaction, services: Services, { userId }: Person, token: string): Promise<Verdict> {
  const now = services.clock.now()
  const app = await selectAppForUpdate(tx, userId)
  if (app?.confirmed_at) throw new AppError('twoFactor.alreadyThere')
  if (!app || now.getTime() - app.created_at.getTime() > begunMs) throw new AppError('twoFactor.notBegun')
  const verdict = await verifyAndKeep(tx, services, userId, app, token)
  if (verdict === 'right') await confirmAppFactor(tx, userId, now)
  return verdict
}

async function confirmSent(
  tx: Transaction,
  { config, clock }: Services,
  { userId, sessionId }: Person,
  type: SentFactorType,
  token: string,
): Promise<Verdict> {
  const now = clock.now()
  const place = { sessionId, purpose: 'add', type } as const
  const tries = await countTry(tx, place, now)
  if (tries === null) throw new AppError('twoFactor.notBegun')
  if (tries > triesMax) return 'tooMany'
  const code = (await findCodes(tx, place, now)).find((row) => row.type === type)
  if (!code || !isCode(config.secretKey, place, code.code_hash, token)) return tries === triesMax ? 'tooMany' : 'wrong'
  if (!(await insertSentFactor(tx, userId, type, code.target, now))) throw new AppError('twoFactor.alreadyThere')
  return 'right'
}
