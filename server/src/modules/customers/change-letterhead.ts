import type { RequestOf } from '@regie/contract/endpoint.ts'
import { type Letterhead, type letterheadApi, logoBytesMax } from '@regie/contract/letterheads.ts'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { AppError } from '../../platform/app-error.ts'
import { pixelsOf } from '../../platform/documents/picture-size.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import { readIban } from '../../platform/iban.ts'
import type { Services } from '../../services.ts'
import { findLetterhead } from './letterhead-queries.ts'

type Change = RequestOf<typeof letterheadApi.change>['body']

/** Changes how a customer presents itself. */
export async function changeLetterhead(
  { db }: Services,
  caller: Caller,
  customerId: number,
  { logo, ...change }: Change,
): Promise<Letterhead> {
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  const values = {
    address: change.address,
    phone: phoneOf(change.phone),
    email: change.email,
    chamber_number: change.chamberNumber,
    iban: ibanOf(change.iban),
    ...(change.privacyUrl !== undefined && { privacy_url: change.privacyUrl }),
    ...(logo !== undefined && { logo: logo === null ? null : pictureOf(logo) }),
    version: change.version + 1,
  }
  return db.transaction().execute(async (tx) => {
    // The letterhead may have no row yet: who changes it waits at the customer.
    await tx.selectFrom('customers').select('id').where('id', '=', customerId).forNoKeyUpdate().execute()
    const current = await findLetterhead(tx, customerId)
    if (current.version !== change.version) throw new AppError('error.conflict', { current })
    await tx
      .insertInto('letterheads')
      .values({ customer_id: customerId, ...values })
      .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(values))
      .execute()
    return findLetterhead(tx, customerId)
  })
}

function phoneOf(given: string): string {
  if (given === '') return ''
  const phone = parsePhoneNumberFromString(given.replace(/^00/, '+'), { defaultCountry: 'NL', extract: false })
  if (!phone?.isValid() || phone.ext) throw new AppError('letterhead.phoneInvalid', { field: 'phone' })
  return phone.formatInternational()
}

function ibanOf(given: string): string {
  if (given === '') return ''
  const iban = readIban(given)
  if (iban === null) throw new AppError('letterhead.ibanInvalid', { field: 'iban' })
  return iban
}

const signature = '89504e470d0a1a0a'
// Twice the width of a sheet of paper at 150 dots an inch.
const pixelsMax = 4_000_000

/** The PNG of a data URL; what only says that it is one is refused, and what would fill the memory of a debtor's phone. */
function pictureOf(dataUrl: string): Buffer {
  const content = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
  if (content.length > logoBytesMax) throw new AppError('letterhead.logoTooLarge', { field: 'logo' })
  const pixels = content.toString('hex', 0, 8) === signature ? pixelsOf(content) : null
  if (pixels === null || pixels === 0 || pixels > pixelsMax) throw new AppError('letterhead.logoInvalid', { field: 'logo' })
  return content
}
