import { AppError } from '../../../platform/app-error.ts'
import type { Services } from '../../../services.ts'
import { appUrl, newAppKey } from './app-code.ts'
import { selectAppForUpdate, sealAppKey } from './app-factor.ts'
import { mustProveHimself, type Person } from './prove-yourself.ts'

type Begun = { secret: string; otpauthUrl: string; qrSvg: string }

/** Begins with an authenticator app: a new key in the place of one that was begun before. It counts after its first code. */
export async function startApp(services: Services, person: Person, password: string | undefined): Promise<Begun> {
  await mustProveHimself(services, person, password)
  const { userId, username } = person
  const secret = newAppKey()
  const row = {
    secret: sealAppKey(services.config.secretKey, userId, secret),
    created_at: services.clock.now(),
    last_step: null,
    refused_step: null,
  }
  await services.db.transaction().execute(async (tx) => {
    if ((await selectAppForUpdate(tx, userId))?.confirmed_at) throw new AppError('twoFactor.alreadyThere')
    const kept = await tx
      .insertInto('user_factors')
      .values({ user_id: userId, type: 'app', ...row })
      .onConflict((oc) => oc.columns(['user_id', 'type']).doUpdateSet(row).where('user_factors.confirmed_at', 'is', null))
      .returning('user_id')
      .executeTakeFirst()
    if (!kept) throw new AppError('twoFactor.alreadyThere')
  })
  const otpauthUrl = appUrl(secret, username)
  // Read when somebody begins with an app, which is seldom.
  const { default: qrcode } = await import('qrcode')
  return { secret, otpauthUrl, qrSvg: await qrcode.toString(otpauthUrl, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 }) }
}
