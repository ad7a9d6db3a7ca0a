import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

// The first byte says how the rest is made, so that another way can come beside it.
const version = 1
const ivBytes = 12
const tagBytes = 16

/** Encrypts a secret for the database (AES-256-GCM). `purpose` binds it to its place: a value moved to another row or column does not open. */
export function encrypt(secretKey: Buffer, plain: string, purpose: string): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', secretKey, iv, { authTagLength: tagBytes })
  cipher.setAAD(Buffer.from(purpose))
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(version), iv, cipher.getAuthTag(), body])
}

/** Opens what `encrypt` made with the same key and purpose; throws when one byte differs. */
export function decrypt(secretKey: Buffer, sealed: Buffer, purpose: string): string {
  if (sealed[0] !== version || sealed.length < 1 + ivBytes + tagBytes) throw new Error('not a sealed secret')
  const tagAt = 1 + ivBytes
  const decipher = createDecipheriv('aes-256-gcm', secretKey, sealed.subarray(1, tagAt), { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(purpose))
  decipher.setAuthTag(sealed.subarray(tagAt, tagAt + tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(tagAt + tagBytes)), decipher.final()]).toString('utf8')
}
