import type { StatutoryRate } from '@regie/contract/statutory-rates.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Services } from '../../services.ts'
import { listStatutoryRates } from './rate-queries.ts'

type RateKey = Omit<StatutoryRate, 'hundredths'>

/** Sets the rate that begins on a day. */
export async function saveStatutoryRate({ db }: Services, { kind, validFrom, hundredths }: StatutoryRate): Promise<StatutoryRate[]> {
  const percent = (hundredths / 100).toFixed(2)
  await db
    .insertInto('statutory_rates')
    .values({ kind, valid_from: validFrom, percent })
    .onConflict((conflict) => conflict.columns(['kind', 'valid_from']).doUpdateSet({ percent }))
    .execute()
  return listStatutoryRates(db)
}

/** Removes the rate that begins on a day. Without any rate no interest would be known, so the last one of its kind stays. */
export function removeStatutoryRate({ db }: Services, { kind, validFrom }: RateKey): Promise<StatutoryRate[]> {
  return db.transaction().execute(async (tx) => {
    // Locked, so that two who remove the last two do not both find another one left.
    const kept = await tx.selectFrom('statutory_rates').select('valid_from').where('kind', '=', kind).forUpdate().execute()
    if (kept.length === 1) throw new AppError('statutoryRate.lastOfKind')
    const { numDeletedRows } = await tx
      .deleteFrom('statutory_rates')
      .where('kind', '=', kind)
      .where('valid_from', '=', validFrom)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw new AppError('statutoryRate.notFound')
    return listStatutoryRates(tx)
  })
}
