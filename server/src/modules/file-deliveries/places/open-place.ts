import type { FileDelivery } from '@regie/contract/file-deliveries.ts'
import { openSecret } from '../delivery-secret.ts'
import type { Services } from '../../../services.ts'
import { openFolder } from './folder-place.ts'
import { type Place, PlaceFault } from './place.ts'
import { openSftp } from './sftp-place.ts'

/** Where the files of a delivery lie, as its row says. */
export type PlaceRow = {
  customerId: number
  id: number
  kind: FileDelivery['kind']
  host: string
  port: number
  username: string
  signIn: FileDelivery['signIn']
  secret: Buffer | null
  hostKey: string | null
  folder: string
}

/** Opens the folder of a delivery, or throws a PlaceFault. Whoever opens it closes it; `signal` cuts it off. */
export async function openPlace(
  { config }: Pick<Services, 'config'>,
  row: PlaceRow,
  { signal, onHostKey }: { signal: AbortSignal; onHostKey?: (hostKey: string) => void },
): Promise<Place> {
  const { customerId, kind, folder, secret } = row
  if (kind === 'folder') return openFolder({ root: config.deliveriesDir, customerId, folder })
  if (secret === null) throw new PlaceFault('signIn')
  return openSftp(
    { ...row, secret: openSecret(config.secretKey, row, secret) },
    { allowedHosts: config.allowPrivateHosts, signal, ...(onHostKey && { onHostKey }) },
  )
}
