import { GatewayUnavailable } from '../../gateways/gateway-errors.ts'
import type { WhatsappGateway } from '../../gateways/whatsapp/whatsapp-gateway.ts'
import type { Services } from '../../services.ts'
import { addAttachment } from '../communications/incoming/add-attachment.ts'
import { findRegistered } from '../providers/provider-queries.ts'
import { isWhatItSays } from '../../platform/documents/media-type.ts'

export type MediaOrder = { customerId: number; providerId: number; incomingId: number; id: string; mediaType: string; fileName: string }

/** Fetches a file that a person sent and keeps it with the message. One that is gone, too large or not what it says is named, without its content. */
export async function fetchMedia(
  services: Services,
  { customerId, providerId, incomingId, id, mediaType, fileName }: MediaOrder,
): Promise<void> {
  const gateway = await gatewayOf(services, providerId)
  const file =
    gateway === undefined
      ? null
      : await gateway.fetchMedia(id).catch((error: unknown) => {
          if (!(error instanceof GatewayUnavailable) || error.fault !== 'answer') throw error
          return null
        })
  const content = file && isWhatItSays(file.mediaType, file.content) ? file.content : null
  const type = file?.mediaType || mediaType || 'application/octet-stream'
  await services.db.transaction().execute((tx) =>
    addAttachment(tx, {
      ...{ customerId, incomingId, fileName: fileName || `bijlage.${type.split('/')[1]?.replace(/[^a-z0-9].*$/i, '') ?? 'bin'}` },
      ...{ mediaType: type, bytes: file?.content.length ?? 0, content },
    }),
  )
}

/** Where the file waits: at the number to which it was sent; 0 is the installation's own. */
async function gatewayOf({ db, gateways }: Services, providerId: number): Promise<WhatsappGateway | undefined> {
  if (providerId === 0) return gateways.whatsapp
  const provider = (await findRegistered(db, [providerId])).get(providerId)
  return provider && (gateways.gatewayOf('whatsapp', provider) as WhatsappGateway)
}
