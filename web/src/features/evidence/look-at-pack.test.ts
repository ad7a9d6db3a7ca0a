import { createHash } from 'node:crypto'
import { evidenceLink, evidenceStart } from '@regie/contract/evidence.ts'
import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { lookAtPack } from './look-at-pack.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const texts = { 'case.pdf': 'het dossier', 'messages/1-sms.txt': 'Betaal € 10' }

function manifestOf(files: Record<string, string>) {
  let before = evidenceStart
  const chained = Object.entries(files).map(([path, text]) => {
    const file = { path, bytes: strToU8(text).length, sha256: sha256(text) }
    before = sha256(evidenceLink(before, file))
    return { ...file, chain: before }
  })
  const head = { kind: 'regie-evidence', version: 1, packID: '7d5f2c0a-6f1b-4d0e-9a52-0d1d2b6f3a11', customer: 'Demo', caseNumber: 'D1' }
  return JSON.stringify({ ...head, madeAt: '2026-06-03T09:00:00.000Z', madeBy: 'beheer', files: chained })
}
const pack = (files: Record<string, string>, manifest: string | null = manifestOf(texts)) =>
  new Blob([
    zipSync(
      Object.fromEntries(
        Object.entries({ ...files, ...(manifest !== null && { 'manifest.json': manifest }) }).map(([path, text]) => [path, strToU8(text)]),
      ),
    ) as Uint8Array<ArrayBuffer>,
  ])

test('a pack as it was made has nothing that changed, and the hash of its manifest is that of its bytes', async () => {
  const manifest = manifestOf(texts)
  expect(await lookAtPack(pack(texts, manifest))).toMatchObject({
    changes: [],
    manifestSha256: sha256(manifest),
    manifest: { caseNumber: 'D1' },
  })
})

test('what changed, is missing or was added is named', async () => {
  const changed = { 'case.pdf': 'het dossier!', 'extra.txt': 'erbij' }
  expect((await lookAtPack(pack(changed)))?.changes).toEqual([
    { path: 'case.pdf', what: 'changed' },
    { path: 'messages/1-sms.txt', what: 'missing' },
    { path: 'extra.txt', what: 'added' },
  ])
})

test('one name twice is told: programs do not agree which of the two they show', async () => {
  const bytes = new Uint8Array(await pack({ ...texts, 'case.pdX': 'iets anders' }).arrayBuffer())
  const [from, to] = [strToU8('case.pdX'), strToU8('case.pdf')]
  for (let at = 0; at < bytes.length - 8; at += 1) if (from.every((byte, no) => bytes[at + no] === byte)) bytes.set(to, at)
  expect((await lookAtPack(new Blob([bytes])))?.changes).toContainEqual({ path: 'case.pdf', what: 'added' })
})

test('what is no pack is none: no ZIP, no manifest, one that cannot be read', async () => {
  expect(await lookAtPack(new Blob(['geen zip']))).toBeNull()
  expect(await lookAtPack(pack(texts, null))).toBeNull()
  for (const manifest of ['{', '{}', manifestOf({})]) expect(await lookAtPack(pack(texts, manifest))).toBeNull()
})
