import type { HeaderFile } from '@regie/contract/header-files.ts'
import type { OutgoingWhatsapp } from '../../../gateways/whatsapp/whatsapp-gateway.ts'
import { GatewayRefused, GatewayUnavailable } from '../../../gateways/gateway-errors.ts'
import type { RegisteredProvider } from '../../../gateways/registered-provider.ts'
import type { Services } from '../../../services.ts'

type Brought = { media: NonNullable<OutgoingWhatsapp['media']> }
type Carried = { customerId: number; providerId: number | null; provider: RegisteredProvider | null; isStillThere: (at: Date) => boolean }
type World = Pick<Services, 'db' | 'clock' | 'gateways'>

// Lanes that begin with one text at once share its upload. Another process may bring it too, which does no harm.
const underWay = new WeakMap<World['gateways'], Map<string, Promise<Brought>>>()

/** Brings the file with which an approved text begins to a provider, once for all messages of that text, and keeps the id that it got there. */
export async function bringTemplateFile(world: World, file: HeaderFile, carried: Carried): Promise<Brought> {
  const shared = underWay.get(world.gateways) ?? new Map<string, Promise<Brought>>()
  underWay.set(world.gateways, shared)
  const key = `${carried.customerId} ${file.fileID} ${carried.providerId ?? 0}`
  const begun = shared.get(key) ?? findOrUpload(world, file, carried).finally(() => shared.delete(key))
  shared.set(key, begun)
  return begun
}

async function findOrUpload({ db, clock, gateways }: World, file: HeaderFile, carried: Carried): Promise<Brought> {
  const { customerId, provider, isStillThere } = carried
  const at = carried.providerId ?? 0
  const unread = (cause: unknown) => Promise.reject(new GatewayUnavailable('The file of the text could not be read', { cause }))
  const mediaBy = (id: string) => ({ media: { id, kind: file.kind, fileName: file.fileName } })
  const known = await db
    .selectFrom('template_files_brought')
    .select(['provider_ref as ref', 'brought_at as broughtAt'])
    .where('customer_id', '=', customerId)
    .where('file_id', '=', file.fileID)
    .where('provider_id', '=', at)
    .executeTakeFirst()
    .catch(unread)
  if (known && isStillThere(known.broughtAt)) return mediaBy(known.ref)
  const row = await db
    .selectFrom('template_files')
    .select(['file_name as fileName', 'media_type as mediaType', 'content'])
    .where('customer_id', '=', customerId)
    .where('id', '=', file.fileID)
    .executeTakeFirst()
    .catch(unread)
  if (!row) throw new GatewayRefused('fileGone', 'The file with which the text begins is gone')
  const { id: ref } = await gateways.gatewayOf('whatsapp', provider).uploadMedia(row)
  const now = clock.now()
  await db
    .insertInto('template_files_brought')
    .values({ customer_id: customerId, file_id: file.fileID, provider_id: at, provider_ref: ref, brought_at: now })
    .onConflict((conflict) =>
      conflict.columns(['customer_id', 'file_id', 'provider_id']).doUpdateSet({ provider_ref: ref, brought_at: now }),
    )
    .execute()
    .catch(unread)
  return mediaBy(ref)
}
