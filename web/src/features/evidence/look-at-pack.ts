import { evidenceBytesMax, EvidenceManifest, evidenceManifestName } from '@regie/contract/evidence.ts'
import { unzipSync } from 'fflate'
import { sha256 } from '../../api/sha256.ts'

type PackChange = { path: string; what: 'changed' | 'missing' | 'added' }
/** A pack as it is: what of it is not as its manifest says. */
export type LookedAt = { manifest: EvidenceManifest; manifestSha256: string; changes: PackChange[] }

/** Takes a pack apart, a file at a time, and hashes what is in it; null: it is none. Nothing of it leaves the browser. */
export async function lookAtPack(file: Blob): Promise<LookedAt | null> {
  const zip = new Uint8Array(await file.arrayBuffer())
  const names = listNames(zip)
  if (!names) return null
  const listContent = read(zip, evidenceManifestName)
  const manifest = manifestOf(listContent)
  if (!listContent || !manifest) return null
  const changes: PackChange[] = []
  for (const { path, sha256: wanted } of manifest.files) {
    const content = read(zip, path)
    const what = content === undefined ? 'missing' : (await sha256(content as Uint8Array<ArrayBuffer>)) === wanted ? null : 'changed'
    if (what !== null) changes.push({ path, what })
  }
  // One name twice: programs do not agree which of the two they show.
  const listed = new Set([evidenceManifestName, ...manifest.files.map(({ path }) => path)])
  const added = names.filter((path, at) => !listed.has(path) || names.indexOf(path) < at)
  return {
    manifest,
    manifestSha256: await sha256(listContent as Uint8Array<ArrayBuffer>),
    changes: [...changes, ...added.map((path) => ({ path, what: 'added' as const }))],
  }
}

// Sizes are asked before anything is unpacked: a small file may hold far more than the memory of a browser.
function listNames(zip: Uint8Array): string[] | null {
  const names: string[] = []
  let total = 0
  try {
    unzipSync(zip, {
      filter: ({ name, originalSize }) => {
        names.push(name)
        total += originalSize
        return false
      },
    })
  } catch {
    return null
  }
  return total > evidenceBytesMax ? null : names
}

/** The bytes of a file; none where it is not there or cannot be unpacked. */
function read(zip: Uint8Array, path: string): Uint8Array | undefined {
  try {
    return Object.entries(unzipSync(zip, { filter: ({ name }) => name === path })).find(([name]) => name === path)?.[1]
  } catch {
    return undefined
  }
}

function manifestOf(content: Uint8Array | undefined): EvidenceManifest | null {
  if (!content) return null
  try {
    return EvidenceManifest.safeParse(JSON.parse(new TextDecoder().decode(content))).data ?? null
  } catch {
    return null
  }
}
