import { AppError } from '../app-error.ts'
import { type PageRoute, type PictureType, page } from './page-route.ts'

const named = /^([0-9a-f]{64})\.(png|jpg)$/
const types: Readonly<Record<string, PictureType>> = { png: 'image/png', jpg: 'image/jpeg' }

type Wanted = { hash: string; mediaType: PictureType }

/** Pictures that anybody fetches by what they are: their SHA-256 and kind. `find` answers null where there is none. */
export function picturePage<S>(folder: string, find: (services: S, wanted: Wanted) => Promise<Buffer | null>): PageRoute<S> {
  const show = async (services: S, { params }: { params: Readonly<Record<string, string>> }) => {
    const [, hash, ending = ''] = named.exec(params['file'] ?? '') ?? []
    const mediaType = types[ending]
    const picture = hash === undefined || mediaType === undefined ? null : await find(services, { hash, mediaType })
    if (picture === null || mediaType === undefined) throw new AppError('error.notFound')
    return { picture, mediaType }
  }
  // One address may be a mobile network with thousands of payers; each fetches a picture once.
  return page('GET', `/${folder}/:file`, 'public', show, { perMinute: 6_000 })
}
