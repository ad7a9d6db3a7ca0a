import type { FileDelivery } from '@regie/contract/file-deliveries.ts'
import { AppError } from '../../../platform/app-error.ts'
import { mustBeSftpHost, OutboundRefused } from '../../../platform/http/outbound-guard.ts'
import type { Services } from '../../../services.ts'
import { partsOfFolder } from '../file-names.ts'

type Wanted = Pick<FileDelivery, 'kind' | 'host' | 'port' | 'username' | 'signIn' | 'folder'>

/** A place as a form gives it, where it may be one; else refused at its field. What a kind does not have is empty, whatever the form still held. */
export function checkedPlace({ deliveriesDir, allowPrivateHosts }: Services['config'], wanted: Wanted): Omit<Wanted, 'kind'> {
  const { kind, host, port, username, signIn, folder } = wanted
  if (kind === 'folder') {
    if (deliveriesDir === null) throw new AppError('delivery.noFolders', { field: 'kind' })
    const parts = partsOfFolder(folder)
    if (parts === null) throw new AppError('delivery.folderInvalid', { field: 'folder' })
    return { host: '', port: 22, username: '', signIn: 'password', folder: parts.join('/') }
  }
  if (username === '') throw new AppError('delivery.usernameMissing', { field: 'username' })
  if (/\p{C}/u.test(folder)) throw new AppError('delivery.folderInvalid', { field: 'folder' })
  try {
    if (!/^[\w.:-]+$/.test(host)) throw new OutboundRefused('no host')
    mustBeSftpHost(host.toLowerCase(), port, allowPrivateHosts)
  } catch (error) {
    if (!(error instanceof OutboundRefused)) throw error
    throw new AppError('delivery.hostInvalid', { field: 'host' })
  }
  return { host: host.toLowerCase(), port, username, signIn, folder }
}
