import { type feedbackApi, feedbackImageMax } from '@regie/contract/feedback.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { pixelsOf } from '../../platform/documents/picture-size.ts'

type Given = RequestOf<typeof feedbackApi.send>['body']

/** Keeps what somebody wrote with its picture, and has it mailed where the configuration says. */
export function sendFeedback({ db, clock, config }: Services, caller: Caller, { text, image, context }: Given): Promise<number> {
  const picture = image === null ? null : pictureOf(image)
  return db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('feedback')
      .values({
        user_id: caller.userId,
        username: caller.username,
        at: clock.now(),
        text,
        image: picture?.content ?? null,
        image_type: picture?.mediaType ?? null,
        context: JSON.stringify(context),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (config.feedbackTo !== null) await enqueue(tx, 'mailFeedback', { feedbackId: id })
    return id
  })
}

const signatures = { 'image/png': '89504e470d0a1a0a', 'image/jpeg': 'ffd8ff' } as const

// A screen of 8K has 33 million.
const pixelsMax = 50_000_000

/** The picture of a data URL; what only says that it is a picture is refused, and what would fill the memory of who opens it. */
function pictureOf(dataUrl: string) {
  const mediaType = dataUrl.startsWith('data:image/png;') ? 'image/png' : 'image/jpeg'
  const content = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
  if (!content.toString('hex', 0, 8).startsWith(signatures[mediaType])) throw new AppError('feedback.imageInvalid', { field: 'image' })
  if (content.length > feedbackImageMax) throw new AppError('error.tooLarge', { field: 'image' })
  const pixels = pixelsOf(content)
  if (pixels === null || pixels === 0 || pixels > pixelsMax) throw new AppError('feedback.imageInvalid', { field: 'image' })
  return { mediaType, content }
}
