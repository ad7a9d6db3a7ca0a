import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Locale } from './locale.ts'
import { BodyId } from './paging.ts'
import { Right } from './right-codes.ts'

/** The last file of a pack: which files are in it, each chained to the ones before. Its own hash is kept when the pack is made. */
export const evidenceManifestName = 'manifest.json'
/** A pack that is unpacked to more bytes is not looked at. */
export const evidenceBytesMax = 300 * 1024 * 1024

const Hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const EvidenceFile = z.object({
  path: z.string(),
  bytes: z.number(),
  /** SHA-256 of its bytes, in hex. */
  sha256: Hash,
  /** SHA-256 of `evidenceLink` of this file and the link of the file before. */
  chain: Hash,
})
export type EvidenceFile = z.infer<typeof EvidenceFile>

export const EvidenceManifest = z.object({
  kind: z.literal('regie-evidence'),
  version: z.literal(1),
  packID: z.uuid(),
  customer: z.string(),
  caseNumber: z.string(),
  madeAt: z.iso.datetime(),
  madeBy: z.string(),
  files: z.array(EvidenceFile).check(z.minLength(1), z.maxLength(20_000)),
})
export type EvidenceManifest = z.infer<typeof EvidenceManifest>

/** What is hashed for the link of a file: the link before (64 zeros before the first), the path and the hash of its bytes, each on a line. */
export const evidenceLink = (before: string, { path, sha256 }: Pick<EvidenceFile, 'path' | 'sha256'>): string =>
  `${before}\n${path}\n${sha256}\n`
export const evidenceStart = '0'.repeat(64)

const KnownPack = z.object({
  /** Is the manifest, byte for byte, the one that was made with the pack? */
  isSame: z.boolean(),
  caseID: z.number(),
  caseNumber: z.string(),
  madeAt: z.iso.datetime(),
  madeBy: z.string(),
  files: z.number(),
})
export type KnownPack = z.infer<typeof KnownPack>

export const evidenceApi = {
  make: endpoint({
    method: 'POST',
    path: '/reports/case/evidence',
    access: { right: Right.exportReports, also: [Right.viewCases, Right.viewPersonalData] },
    budget: 'export',
    summary:
      'A case with all that proves what happened, as a ZIP whose files are chained by their hashes; the hash of its manifest is kept here',
    body: z.object({ caseID: BodyId, locale: Locale }),
    file: 'application/zip',
  }),
  verify: endpoint({
    method: 'POST',
    path: '/reports/evidence/verify',
    access: { right: Right.viewCases },
    asksOnly: true,
    summary: 'Whether a pack was made here, and whether its manifest is still the same; null: not made here, or of another customer',
    body: z.object({ packID: z.uuid(), manifestSha256: Hash }),
    response: z.object({ pack: z.nullable(KnownPack) }),
  }),
}
