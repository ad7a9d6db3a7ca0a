import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Transaction } from '../../server/src/platform/db/database.ts'

// Streets, numbers and registrations that nobody has.
const letterheads = [
  {
    address: 'Voorbeeldkade 12\n1099 ZZ Amsterdam',
    phone: '+31 20 555 0100',
    email: 'post@demo-incasso.example',
    chamber_number: '00000012',
    iban: 'NL91ABNA0417164300',
    logo: 'demo-incasso.png',
  },
  {
    address: 'Postbus 9999\n3099 ZZ Rotterdam',
    phone: '+31 10 555 0100',
    email: 'vragen@rijnmond-incasso.example',
    chamber_number: '00000024',
    iban: 'NL02ABNA0123456789',
    logo: 'rijnmond-incasso.png',
  },
]

/** How a demo customer presents itself on paper and on the payment page. */
export async function insertLetterhead(tx: Transaction, customerId: number, which: number) {
  const { logo, ...values } = letterheads[which] ?? {}
  if (logo === undefined) return
  const picture = readFileSync(path.join(import.meta.dirname, 'logos', logo))
  await tx
    .insertInto('letterheads')
    .values({ customer_id: customerId, ...values, logo: picture, version: 1 })
    .execute()
}
