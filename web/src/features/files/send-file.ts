import type { Import } from '@regie/contract/files.ts'
import { fileUploadApi, type PartialUpload, uploadPartBytes } from '@regie/contract/stored-files.ts'
import { ApiFailure } from '../../api/api-failure.ts'
import { callApi } from '../../api/call-api.ts'
import { upload } from '../../api/upload.ts'
import { sha256 } from '../../api/sha256.ts'

export type FileToSend = { customerID: number; scriptID: number; file: File }
export type SendOptions = {
  signal: AbortSignal
  onProgress: (sent: number) => void
  /** The connection broke off: it is tried again by itself. */
  onWait: (isWaiting: boolean) => void
  /** The upload has begun, under this number: for who drops it or goes on with it. */
  onBegun: (fileID: number) => void
  /** Goes on with this one. */
  fileID?: number | undefined
  /** How long to wait before each next try; after the last one it is for the user. */
  waitsMs?: readonly number[]
}

const usualWaitsMs = [500, 1000, 2000, 4000, 8000, 15_000]

/**
 * Sends a file in parts. What breaks off goes on where the server has it until, also when the browser was closed meanwhile and the same file is chosen
 * again; a part that arrived without its answer is not sent twice.
 */
export async function sendFile({ customerID, scriptID, file }: FileToSend, options: SendOptions): Promise<Import> {
  const { signal, onProgress, onBegun, onWait } = options
  const sha256 = await hashOf(file)
  const body = { customerID, scriptID, fileName: file.name, bytes: file.size, ...(sha256 !== null && { sha256 }) }
  let at =
    options.fileID === undefined
      ? await patiently(options, () => callApi(fileUploadApi.begin, { body }, signal, true))
      : await look(options, options.fileID)
  const params = { fileID: at.fileID }
  onBegun(at.fileID)
  onProgress(at.offset)
  const waitsMs = options.waitsMs ?? usualWaitsMs
  for (let stuck = 0; at.offset < file.size; onProgress(at.offset)) {
    const { offset } = at
    const part = new File([file.slice(offset, offset + uploadPartBytes)], file.name)
    try {
      at = await upload(fileUploadApi.send, { params, body: { offset } }, part, {
        signal,
        isSentAgain: true,
        onProgress: (sent) => onProgress(offset + Math.min(sent, part.size)),
      })
      onWait(false)
    } catch (failure) {
      const isElsewhere = failure instanceof ApiFailure && failure.code === 'file.otherPlace'
      const waitMs = waitsMs[stuck++]
      if ((!isElsewhere && !mayPass(failure)) || waitMs === undefined) throw failure
      if (!isElsewhere) {
        onWait(true)
        await pause(waitMs, signal)
      }
      // It may have arrived: the server says where it has the file until.
      at = await look(options, at.fileID)
    }
    if (at.offset > offset) stuck = 0
  }
  return patiently(options, () => callApi(fileUploadApi.finish, { params }, signal, true))
}

const look = (options: SendOptions, fileID: number): Promise<PartialUpload> =>
  patiently(options, () => callApi(fileUploadApi.look, { params: { fileID } }, options.signal, true))

export const dropUpload = (fileID: number) => callApi(fileUploadApi.drop, { params: { fileID } })

/** Tries again while no answer comes or the server is busy. */
async function patiently<Answer>({ signal, onWait, waitsMs = usualWaitsMs }: SendOptions, ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 0; ; tries++) {
    try {
      const answer = await ask()
      onWait(false)
      return answer
    } catch (failure) {
      const waitMs = waitsMs[tries]
      if (!mayPass(failure) || waitMs === undefined) throw failure
      onWait(true)
      await pause(waitMs, signal)
    }
  }
}

const mayPass = (failure: unknown) =>
  failure instanceof ApiFailure &&
  (failure.status === 0 || failure.status === 502 || failure.status === 504 || failure.code === 'server.busy')

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      window.removeEventListener('online', go)
      signal.removeEventListener('abort', stop)
    }
    const go = () => {
      end()
      resolve()
    }
    const stop = () => {
      end()
      reject(new DOMException('The upload was cancelled', 'AbortError'))
    }
    const timer = setTimeout(go, ms)
    window.addEventListener('online', go)
    signal.addEventListener('abort', stop)
  })
}

/** What the file is, so that it is found again; null where the page came over plain http from another machine and browsers do not say. */
async function hashOf(file: File): Promise<string | null> {
  if (!window.isSecureContext) return null
  return sha256(await file.arrayBuffer())
}
