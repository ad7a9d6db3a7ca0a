import type { BuiltCase, Staff } from './builders.ts'
import type { TestApp } from './open-test-app.ts'

/** Uploads a file for a message about a case, as the composer does, and answers its id. */
export async function uploadFor(app: TestApp, staff: Staff, { id }: BuiltCase, { name, content }: { name: string; content: Buffer }) {
  const edge = 'grens'
  const head = `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: x/y\r\n\r\n`
  const answer = await app.app.inject({
    method: 'POST',
    url: `/api/cases/${id}/attachments`,
    headers: { origin: app.origin, cookie: app.cookieOf(staff), 'content-type': `multipart/form-data; boundary=${edge}` },
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${edge}--\r\n`)]),
  })
  return answer.json<{ attachmentID: number }>().attachmentID
}
