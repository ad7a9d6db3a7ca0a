import { GatewayUnavailable } from '../../gateways/gateway-errors.ts'
import type { Services } from '../../services.ts'

/** Mails one feedback to the makers, once: a mail that may have left is not sent again. A mail server that is away is tried again by the job. */
export async function mailFeedback({ db, gateways, config, log }: Services, { feedbackId }: { feedbackId: number }): Promise<void> {
  if (config.feedbackTo === null) return
  const row = await db
    .updateTable('feedback')
    .set({ mail_state: 'started' })
    .where('id', '=', feedbackId)
    .where('mail_state', '=', 'queued')
    .returning(['id', 'username', 'at', 'text', 'image', 'image_type', 'context'])
    .executeTakeFirst()
  if (!row) return
  const settle = (state: string) => db.updateTable('feedback').set({ mail_state: state }).where('id', '=', feedbackId).execute()
  const details = [`Feedback ${row.id}`, row.at.toISOString(), row.username, JSON.stringify(row.context, null, 2)].join('\n')
  try {
    await gateways.email.send({
      id: `feedback-${row.id}`,
      to: config.feedbackTo,
      from: config.mailFrom,
      subject: `Feedback ${row.id}`,
      text: `${row.text}\n\n-- \n${details}`,
      html: null,
      attachments:
        row.image === null || row.image_type === null
          ? []
          : [
              {
                fileName: `feedback-${row.id}.${row.image_type === 'image/png' ? 'png' : 'jpg'}`,
                mediaType: row.image_type,
                content: row.image,
              },
            ],
    })
    await settle('sent')
  } catch (error) {
    if (error instanceof GatewayUnavailable) {
      await settle('queued')
      throw error
    }
    log.warn({ err: error, feedbackId }, 'a feedback could not be mailed; it is kept')
    await settle('failed')
  }
}
