import { type PrintFault, printFaults } from '@regie/contract/print-shops.ts'
import type { Services } from '../../services.ts'
import type { Db } from '../../platform/db/database.ts'
import { decrypt, encrypt } from '../../platform/security/encryption.ts'
import { openFolder } from '../file-deliveries/places/folder-place.ts'
import { type Place, PlaceFault } from '../file-deliveries/places/place.ts'
import { openSftp } from '../file-deliveries/places/sftp-place.ts'

type PrintPlace = {
  customerId: number
  kind: 'folder' | 'sftp'
  host: string
  port: number
  username: string
  signIn: 'password' | 'key'
  secret: Buffer | null
  hostKey: string | null
  folder: string
  version: number
}

const purposeOf = (customerId: number) => `print shop ${customerId}`

/** The password or key of a print shop as it is kept. */
export const sealPrintSecret = (secretKey: Buffer, customerId: number, secret: string): Buffer =>
  encrypt(secretKey, secret, purposeOf(customerId))

/** Where letters of a customer are put; undefined: nowhere, so that what is handed over is simulated. */
export async function findPrintPlace(db: Db, customerId: number, isOffToo = false): Promise<PrintPlace | undefined> {
  const row = await db
    .selectFrom('print_shops')
    .select(['customer_id as customerId', 'kind', 'host', 'port', 'username', 'sign_in as signIn', 'secret', 'host_key as hostKey'])
    .select(['folder', 'version', 'is_on'])
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  if (!row || (!row.is_on && !isOffToo)) return undefined
  const { is_on: _isOn, kind, signIn, ...rest } = row
  return { ...rest, kind: kind as PrintPlace['kind'], signIn: signIn as PrintPlace['signIn'] }
}

/** Opens it, or throws a PlaceFault. Whoever opens it closes it; `signal` cuts it off. */
export async function openPrintPlace(
  { config }: Pick<Services, 'config'>,
  row: PrintPlace,
  { signal, onHostKey }: { signal: AbortSignal; onHostKey?: (hostKey: string) => void },
): Promise<Place> {
  const { customerId, kind, folder, secret } = row
  if (kind === 'folder') return openFolder({ root: config.deliveriesDir, customerId, folder })
  if (secret === null) throw new PlaceFault('signIn')
  return openSftp(
    { ...row, secret: decrypt(config.secretKey, secret, purposeOf(customerId)) },
    { allowedHosts: config.allowPrivateHosts, signal, ...(onHostKey && { onHostKey }) },
  )
}

/** Why it could not be, in the words of the contract. */
export const printFaultOf = (error: unknown): PrintFault => {
  const fault = error instanceof PlaceFault ? error.fault : 'broken'
  return printFaults.find((one) => one === fault) ?? 'broken'
}
