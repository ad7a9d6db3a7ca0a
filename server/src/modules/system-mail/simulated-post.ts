import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { SystemMailFile } from './system-texts.ts'

/** Where messages to staff go while nothing may leave the machine: who works on it can open a link or read a code. */
export const simulatedPostDir = (dataDir: string) => path.join(dataDir, 'simulated-mail')

type Post = { id: string; to: string; subject: string; text: string; files?: readonly SystemMailFile[]; at: Date }

const nameOf = ({ fileName, base64 }: SystemMailFile) => `Attachment: ${fileName} (${Buffer.byteLength(base64, 'base64')})`

/** Writes a message as a file, readable for the account of the server only. */
export async function writeSimulatedPost(dataDir: string, { id, to, subject, text, files = [], at }: Post): Promise<void> {
  const dir = simulatedPostDir(dataDir)
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const head = [`To: ${to}`, ...(subject === '' ? [] : [`Subject: ${subject}`]), `Date: ${at.toUTCString()}`, ...files.map(nameOf)]
  const name = `${at.toISOString().replace(/[:.]/g, '-')}-${id}.txt`
  await writeFile(path.join(dir, name), `${head.join('\n')}\n\n${text}\n`, { mode: 0o600 })
}
