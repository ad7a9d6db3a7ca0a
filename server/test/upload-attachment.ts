import type { BuiltCase, Staff } from './builders.ts'
import type { TestApp } from './open-test-app.ts'

type Given = { name: string; content: Buffer; fields?: Record<string, string> }

/** Sends a file to a route that takes one, as a browser does. */
export async function uploadTo(app: TestApp, staff: Staff, path: string, { name, content, fields = {} }: Given) {
  const edge = 'grens'
  const part = (disposition: string, rest: string) => `--${edge}\r\ncontent-disposition: form-data; ${disposition}\r\n${rest}`
  const before = Object.entries(fields).map(([field, value]) => part(`name="${field}"`, `\r\n${value}\r\n`))
  const head = part(`name="file"; filename="${name}"`, 'content-type: x/y\r\n\r\n')
  return app.app.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: { origin: app.origin, cookie: app.cookieOf(staff), 'content-type': `multipart/form-data; boundary=${edge}` },
    payload: Buffer.concat([Buffer.from(before.join('') + head), content, Buffer.from(`\r\n--${edge}--\r\n`)]),
  })
}

/** Uploads a file for a message about a case, as the composer does, and answers its id. */
export async function uploadFor(app: TestApp, staff: Staff, { id }: BuiltCase, file: { name: string; content: Buffer }) {
  const answer = await uploadTo(app, staff, `/cases/${id}/attachments`, file)
  return answer.json<{ attachmentID: number }>().attachmentID
}
