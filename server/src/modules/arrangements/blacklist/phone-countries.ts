import { sql } from 'kysely'
import type { CountryCode } from 'libphonenumber-js/max'
import type { Db } from '../../../platform/db/database.ts'

/** The countries whose numbers this customer writes without a country code: ours, then those that were chosen for a column of phones in one of its files. */
export async function findPhoneCountries(db: Db, customerId: number): Promise<CountryCode[]> {
  const { rows } = await sql<{ country: CountryCode }>`
    select distinct found[1] as country
    from scripts s
    cross join regexp_matches(s.import_mapping::text, '"phone:([A-Z]{2})"', 'g') as found
    where s.customer_id = ${customerId} and found[1] <> 'NL'
    order by 1`.execute(db)
  return ['NL', ...rows.map(({ country }) => country)]
}
