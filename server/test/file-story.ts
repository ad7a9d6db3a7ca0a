import { createHash } from 'node:crypto'
import type { Import } from '@regie/contract/files.ts'
import { fileUploadApi, type PartialUpload, uploadPartBytes } from '@regie/contract/stored-files.ts'
import type { BuiltBatch, Staff } from './builders.ts'
import type { TestAnswer, TestApp } from './open-test-app.ts'

/** Uploads by parts as the browser does, one call each. */
export function openFileStory(app: TestApp, batch: BuiltBatch) {
  const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('hex')
  const begin = (who: Staff, content: Buffer, { fileName = 'april.csv', sha256 = hashOf(content) } = {}) =>
    app
      .call(fileUploadApi.begin, {
        body: { customerID: batch.customerId, scriptID: batch.script.id, fileName, bytes: content.length, ...(sha256 && { sha256 }) },
      })
      .as(who)

  async function send(
    who: Staff,
    fileID: number,
    offset: number,
    content: Buffer,
  ): Promise<Pick<TestAnswer<PartialUpload>, 'status' | 'body'>> {
    const edge = 'grens'
    const head = `--${edge}\r\ncontent-disposition: form-data; name="offset"\r\n\r\n${offset}\r\n--${edge}\r\ncontent-disposition: form-data; name="file"; filename="x"\r\ncontent-type: x/y\r\n\r\n`
    const answer = await app.app.inject({
      method: 'POST',
      url: `/api/files/uploads/${fileID}/parts`,
      headers: { origin: app.origin, cookie: app.cookieOf(who), 'content-type': `multipart/form-data; boundary=${edge}` },
      payload: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${edge}--\r\n`)]),
    })
    return { status: answer.statusCode, body: answer.json<PartialUpload>() }
  }
  const sendRest = async (who: Staff, fileID: number, content: Buffer, from = 0) => {
    for (let offset = from; offset < content.length; offset += uploadPartBytes)
      await send(who, fileID, offset, content.subarray(offset, offset + uploadPartBytes))
  }
  const finish = (who: Staff, fileID: number) => app.call(fileUploadApi.finish, { params: { fileID } }).as(who)
  const upload = async (who: Staff, content: Buffer, fileName = 'april.csv'): Promise<Import & { fileID: number }> => {
    const { body } = await begin(who, content, { fileName })
    await sendRest(who, body.fileID, content)
    return { ...(await finish(who, body.fileID)).body, fileID: body.fileID }
  }
  return { begin, send, sendRest, finish, upload }
}

/** Cases as a file of so many bytes at least. */
export function caseFile(series: string, bytesMin = 0): Buffer {
  const lines = ['dossiernummer;achternaam;openstaand']
  for (let no = 1, bytes = 0; no === 1 || bytes < bytesMin; no++) {
    const line = `${series}-${no};Jansen ${'x'.repeat(bytesMin > 0 ? 180 : 1)};47,07`
    bytes += line.length + 2
    lines.push(line)
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n`)
}
